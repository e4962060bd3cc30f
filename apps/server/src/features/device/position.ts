import { isDeepStrictEqual } from 'node:util'
import { auditResourceNames, type MapPlacement, message } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce, announceMaps } from '../../shared/announcements/announce.ts'
import { nameOf, resourceOf } from '../../shared/organisation/device-name.ts'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffices } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound, Refusal, stale } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { type DeviceWord, findAllSerials, type MatchedDevice, onlyOne, plainSerial } from '../../shared/organisation/find-serial.ts'
import { recordAction } from './change.ts'
import type { DeviceKind } from './kind.ts'
import { lockFamilies, placementOf, type Position, type Positioned, settle } from './position-family.ts'
import { lockMapsShared, type LockedMap } from './position-map.ts'
import { positionOn, refusalOn } from './position-spot.ts'

/** Placements of devices of one kind. */
export type Placements = { readonly kind: Pick<DeviceKind, 'words'>; readonly placements: readonly MapPlacement[] }

type MatchedPlacement = MatchedDevice & { readonly placement: MapPlacement; readonly item: number }

/** The place in its list of a placement that matches no device: a device that is not the actor's is not named either. */
type Absent = { readonly kind: DeviceWord; readonly item: number }

const absent = (placements: readonly Absent[]): Refusal =>
  new Refusal(
    404,
    placements.map(({ kind, item }) => `${auditResourceNames[resourceOf(kind)]}${item}番目：${message('notFound')}`),
  )

/** @throws Refusal 404 with a line an item that is not there, or 400 as for any serial */
const findMeant = async (db: Db, actor: Actor, lists: readonly Placements[]): Promise<MatchedPlacement[]> => {
  const matches: MatchedPlacement[] = []
  const missing: Absent[] = []
  for (const { kind, placements } of lists)
    for (const [officeId, ofOffice] of Map.groupBy(placements.entries(), ([, placement]) => placement.officeId)) {
      const serials = ofOffice.map(([, { serialNumber }]) => serialNumber)
      const found = Map.groupBy(await findAllSerials(db, actor, kind, serials, { officeId }), ({ serial }) => serial)
      for (const [index, placement] of ofOffice) {
        const serial = plainSerial(placement.serialNumber)
        const devices = found.get(serial) ?? []
        const [word] = kind.words
        if (devices.length === 0 && word !== undefined) missing.push({ kind: word, item: index + 1 })
        else matches.push({ ...onlyOne(devices, placement.serialNumber), placement, item: index + 1 })
      }
    }
  if (missing.length > 0) throw absent(missing)
  return matches
}

/** A device with the map it is to be placed on, if any, and what the placement says. */
type Wish = { readonly device: Positioned; readonly map: LockedMap | undefined; readonly sent: MapPlacement; readonly action: string }

/** @throws Refusal 400 where a device is to be in two places */
const refuseTwice = (matches: readonly MatchedPlacement[], positions: ReadonlyMap<number, Positioned>): void => {
  const refusals = [...Map.groupBy(matches, ({ deviceId }) => deviceId)].flatMap(([deviceId, items]) => {
    const device = positions.get(deviceId)
    if (items.length === 1 || device === undefined) return []
    return message('placedTwice', { ...nameOf(device), places: items.map(({ item }) => item).join('番目と') })
  })
  if (refusals.length > 0) throw badRequest(...refusals)
}

/**
 * @throws Refusal 404 for what has gone since it was found and for a map of another office, 412 for an older version, 400 for a
 *   device that is named twice
 */
const readWishes = async (db: Db, matches: readonly MatchedPlacement[], family: readonly Positioned[]): Promise<Wish[]> => {
  const positions = new Map(family.map((device) => [device.deviceId, device]))
  refuseTwice(matches, positions)
  const wanted = matches.map(({ deviceId, officeId, placement, item }) => {
    const device = positions.get(deviceId)
    if (device === undefined || device.officeId !== officeId) throw notFound()
    return { device, item, mapId: placement.mapId === undefined ? device.mapId : placement.mapId, sent: placement }
  })
  if (wanted.some(({ device, sent }) => sent.version !== undefined && sent.version !== device.version)) throw stale()
  const mapIds = [...new Set(wanted.map(({ mapId }) => mapId))].filter((mapId) => mapId !== null)
  const maps = await lockMapsShared(db, [...new Set(matches.map(({ companyId }) => companyId))], mapIds)
  const wishes = wanted.map(({ mapId, ...wish }) => ({ ...wish, mapId, map: mapId === null ? undefined : maps.get(mapId) }))
  const astray = wishes.filter(({ mapId, map, device }) => mapId !== null && map?.officeId !== device.officeId)
  if (astray.length > 0) throw absent(astray.map(({ device, item }) => ({ kind: device.kind, item })))
  return wishes.map(({ device, map, sent }) => ({ device, map, sent, action: actionOnVersion(sent.version, device.version) }))
}

const write = async (db: Db, companyId: number, settled: readonly (readonly [Positioned, Position])[]): Promise<void> => {
  const column = <Value>(valueOf: (device: Positioned, place: Position) => Value) =>
    settled.map(([device, place]) => valueOf(device, place))
  await sql`
    update device d
       set map_id = s.map_id, position_x = s.x, position_y = s.y, latitude = s.latitude, longitude = s.longitude, location_name = s.name,
           on_map = s.on_map, version = d.version + 1
      from unnest(${column((device) => device.deviceId)}::int[],
                  ${column((_, { mapId }) => mapId)}::int[], ${column((_, { positionX }) => positionX)}::float8[],
                  ${column((_, { positionY }) => positionY)}::float8[], ${column((_, { latitude }) => latitude)}::float8[],
                  ${column((_, { longitude }) => longitude)}::float8[], ${column((_, { locationName }) => locationName)}::text[],
                  ${column((_, { status }) => status === '1')}::boolean[])
           as s (device_id, map_id, x, y, latitude, longitude, name, on_map)
     where d.company_id = ${companyId} and d.device_id = s.device_id`.execute(db)
}

/** Writes the new positions, records each at its office, and announces them to the consoles. */
const carryOut = async (
  db: Db,
  requester: Requester,
  now: Date,
  offices: ReadonlyMap<number, OfficeKey>,
  settled: ReadonlyMap<Positioned, Position>,
  actionOf: (device: Positioned) => string,
): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(settled, ([device]) => device.companyId)) await write(db, companyId, own)
  for (const [device, place] of settled) {
    const office = offices.get(device.officeId)
    const before = placementOf(device)
    if (office === undefined || isDeepStrictEqual(before, place)) continue
    const done = { action: actionOf(device), before, after: place }
    await recordAction(db, requester, now, { resource: resourceOf(device.kind) }, office, device.serial, done)
  }
  for (const office of offices.values()) {
    const deviceIds = [...settled.keys()]
      .filter(({ officeId: office_id }) => office_id === office.officeId)
      .map(({ deviceId: device_id }) => device_id)
    if (deviceIds.length === 0) continue
    await announce(db, { ...office, deviceIds })
    await announceMaps(db, office)
  }
}

/** A device that a placement named, or that moved along. */
export type SavedDevice = DeviceKey & { readonly kind: DeviceWord }

/**
 * Puts devices on maps, or takes them off: all of the placements, or none. Where one moves, the linked watcher and
 * gateways move along.
 * @param answer reads in the same transaction what the caller wants to know of the saved devices, the named ones first
 * @throws Refusal 404 for a device out of scope or a map of another office, 412 where one has changed since it was read, 400
 *   for a serial that names several, for a device that its map does not take and for degrees outside of a drawing
 */
export const placeDevices = <Answer>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  lists: readonly Placements[],
  answer: (db: Db, saved: readonly SavedDevice[]) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction().execute(async (trx) => {
    const matches = await findMeant(trx, requester.actor, lists)
    const offices = await lockOffices(
      trx,
      requester.actor,
      matches.map(({ officeId }) => officeId),
    )
    const family = await lockFamilies(trx, matches)
    const wishes = await readWishes(trx, matches, family)
    const refusals = wishes.flatMap(({ map, device, sent }) => refusalOn(map, device, sent) ?? [])
    if (refusals.length > 0) throw badRequest(...refusals)
    const wanted = new Map(wishes.map(({ map, device, sent }) => [device.deviceId, positionOn(map, device, sent)]))
    const settled = settle(family, wanted)
    const actions = new Map(wishes.map(({ device, action }) => [device, action]))
    await carryOut(trx, requester, clock(), offices, settled, (device) => actions.get(device) ?? 'update')
    const saved = new Set([...wishes.map(({ device }) => device), ...settled.keys()])
    return answer(
      trx,
      [...saved].map(({ companyId, deviceId, kind }) => ({ companyId, deviceId, kind })),
    )
  })
