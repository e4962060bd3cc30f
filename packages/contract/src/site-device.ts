import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText } from './field.ts'
import { installationStatusNames, mapDisplayNames } from './kbn.ts'
import { admins } from './role.ts'
import { ImportAnswer } from './import.ts'
import { Instant, listOrder, listQuery, Toggle, unlessAbsent, wireInteger, wireNumber, wireText } from './wire.ts'

// What every device on a site has in common, whatever its kind.

/**
 * A device's own number as printed on it: half-width letters, digits and . _ - only, since it is a part of addresses and
 * topics; dots alone would be another address.
 */
export const Serial = (max: number) =>
  wireText
    .pipe(z.string().min(1).max(max))
    .pipe(z.string().refine((text) => /^(?!\.+$)[A-Za-z0-9._-]+$/.test(text), { params: { rule: 'serial' } }))

/** 0 not installed, 1 installed, 9 under maintenance; new ones are installed. */
export const InstallationStatus = wireText.pipe(z.enum(['0', '1', '9']))

/** '1' where the device is drawn on its map. */
export const MapDisplay = Toggle

export const LocationName = optionalText(100)

const oneOf = (names: Readonly<Record<string, string>>) => Object.values(names).join('・')

/** What the cells of a file say of a device's installation, in the words of the import screen. */
export const installationFile = {
  installationStatus: oneOf(installationStatusNames),
  locationName: '100文字まで',
  status: oneOf(mapDisplayNames),
} as const

/** The fields of every device's row for its site and its place. */
export const placeOfDevice = {
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  version: z.number().int(),
}

/** Where a device is drawn: percent of the drawing, or degrees on the world map; null where it is not placed. */
export const mapPlace = {
  mapId: z.number().int().nullable(),
  positionX: z.number().nullable(),
  positionY: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
}

/** When and how a device was last heard. */
export const heard = {
  /** Not silent: it has been heard within max(15 minutes, 2.5 × its interval). */
  isAlive: z.boolean(),
  lastAt: Instant.nullable(),
  /** Whole minutes since the last value. */
  elapsedTime: z.number().int().nullable(),
}

/**
 * By which a device is found: its serial within a site. `officeId` may be left out where the serial is unique in the
 * actor's scope; ambiguous without it is 400.
 */
export const bySerial = { params: z.object({ id: z.string().min(1).max(100) }), query: z.object({ officeId: wireInteger(1).optional() }) }

/** What a change of any device carries beside its fields. */
export const changeOfDevice = {
  version: wireInteger(1).optional(),
  /** The site it is at now, where it moves to `officeId`; otherwise it is found by serial. */
  fromOfficeId: wireInteger(1).optional(),
}

const deviceFilters = { officeId: wireInteger(1).optional(), serialNumber: z.string().optional() }

export const deviceList = { ...listQuery, ...deviceFilters }

const several = z.union([wireText, z.array(wireText)]).transform((value) => [
  ...new Set(
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ),
])

/** A list of texts as a query has them: repeated, or by commas; none at all is the empty set. */
export const wireTexts = several.default([])

/**
 * The parent and its whole new set, in the query as the customer's clients have it, or in the body: a thousand serials
 * are more than some proxies let through in an address. What the query says comes first.
 */
export const linkOf = <const Parent extends string, const Children extends string>(parent: Parent, children: Children) => {
  const named = { officeId: wireInteger(1).optional(), [parent]: wireText.optional(), [children]: several.optional() } as {
    officeId: z.ZodOptional<ReturnType<typeof wireInteger>>
  } & { [Name in Parent]: z.ZodOptional<typeof wireText> } & { [Name in Children]: z.ZodOptional<typeof several> }
  return { query: z.object(named), body: z.object(named).optional() }
}

const position = z.union([z.literal('').transform(() => null), wireNumber(0, 100), z.null()])
const degrees = (most: number) => z.union([z.literal('').transform(() => null), wireNumber(-most, most), z.null()])

const placement = {
  officeId: wireInteger(1).optional(),
  mapId: z.union([z.literal('').transform(() => null), wireInteger(1), z.null()]).optional(),
  positionX: unlessAbsent(position),
  positionY: unlessAbsent(position),
  latitude: unlessAbsent(degrees(90)),
  longitude: unlessAbsent(degrees(180)),
  locationName: unlessAbsent(LocationName),
  status: MapDisplay.optional(),
  /** The device's version as it was read; an older one is refused. */
  version: wireInteger(1).optional(),
}

/** Places a device on a map; empty positions and a null map take it off and hide it. What is left out stays. */
const MapPlacement = z.object({ serialNumber: wireText.pipe(z.string().min(1)), ...placement })
export type MapPlacement = z.output<typeof MapPlacement>

const severalOf = <Item extends z.ZodType>(item: Item) => z.union([z.array(item), item.transform((one) => [one])])

/** One placement or several. */
export const MapPlacements = severalOf(MapPlacement)

/** The same of barometers, whose serial is called `id`. */
export const BarometerPlacements = severalOf(
  z
    .object({ id: wireText.pipe(z.string().min(1)), ...placement })
    .transform(({ id, ...rest }): MapPlacement => ({ serialNumber: id, ...rest })),
)

/**
 * The file in, the file out and its template, at a resource's path.
 * @param filters by which the resource's list is narrowed beside office and serial
 */
export const exchangeOf = <Filters extends z.ZodRawShape>(path: string, what: string, filters: Filters) => ({
  download: endpoint({
    method: 'GET',
    path: `${path}/Download`,
    permission: admins,
    summary: `${what}のCSV。一覧と同じ条件と並び順。`,
    query: z.object({ ...listOrder, ...deviceFilters, ...filters }),
    answer: z.string(),
    raw: true,
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/Template`,
    permission: admins,
    summary: `${what}の取り込み用CSVのひな形。`,
    answer: z.string(),
    raw: true,
  }),
  import: endpoint({
    method: 'POST',
    path: `${path}/Import/:officeId`,
    permission: admins,
    summary: `${what}のCSVを取り込む。全行か0行。removalConfirmed=0 を添えると、着用中かほかの機器とつながっている機器を消すファイルは取り込まず、台数を unconfirmed で答える。`,
    params: z.object({ officeId: wireInteger(1) }),
    answer: ImportAnswer,
    multipart: 'csv',
  }),
})
