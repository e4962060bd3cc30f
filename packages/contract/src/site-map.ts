import { z } from 'zod'
import { AlertEpisode } from './alert.ts'
import { Barometer } from './barometer.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, requiredText } from './field.ts'
import { Gateway } from './gateway.ts'
import { HeatWatcher } from './heat-watcher.ts'
import { ofScope } from './read-scope.ts'
import { admins, leaders } from './role.ts'
import { MapMark } from './map-mark.ts'
import { AbsentWorker, MapWorker } from './map-worker.ts'
import { BarometerPlacements, MapPlacements } from './site-device.ts'
import { degrees, Instant, listOf, listQuery, nothing, readDecimal, unlessAbsent, wireInteger, wireNumber, wireText } from './wire.ts'

/** What a map shows: a drawing, the world map by GPS, or a drawing laid over the world map. */
export const mapTypeNames: Record<string, string> = { '1': '図面', '2': 'GPS', '3': '図面とGPS' }

/** Where the heat of a map comes from: watchers (SisMil) or the public service ('weather news'). */
export const sismilTypeNames: Record<string, string> = { '1': '暑さ指数計', '2': 'ウェザーニューズ' }

const MapType = wireText.pipe(z.enum(['1', '2', '3'])).transform(Number)
const SismilType = wireText.pipe(z.enum(['1', '2'])).transform(Number)

/** What a new map is, and the centre and scales of one nobody has positioned yet (spec §9). */
export const mapDefaults = {
  type: 1,
  sismilType: 1,
  latitude: 35.681236,
  longitude: 139.767125,
  zoom: 14,
  rotation: 0,
  imageZoom: 0.2,
  imageRotation: 0,
} as const

const count = z.number().int()
const coordinate = z.string().nullable()

/** The people on a map, counted by total alert. */
const counts = { countEmergency: count, countAlertLevel0: count, countAlertLevel1: count, countAlertLevel2: count, countAlertLevel3: count }

const mapFields = {
  id: z.number().int(),
  floor: z.string().nullable(),
  locationName: z.string(),
  officeId: z.number().int(),
  officeName: z.string(),
  type: z.number().int(),
  sismilType: z.number().int(),
  /** The picture's key; null without a drawing. */
  mapImage: z.string().nullable(),
  /** Always null: the picture is read by `GetMapImageData` or `Image`. */
  mapImageData: z.null(),
  imageName: z.string().nullable(),
  /** The drawing's pixels and bytes; null without one. */
  imageWidth: z.number().int().nullable(),
  imageHeight: z.number().int().nullable(),
  imageSize: z.number().int().nullable(),
  /** How many metres the drawing is wide; null where nobody has said. */
  imageMetres: z.number().nullable(),
  position: z.number().int(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rotation: z.number(),
  zoom: z.number(),
  /** The drawing's corners on the world map, top-left, top-right, bottom-right, bottom-left, each 'lat,lon'. */
  angleCoordinate1: coordinate,
  angleCoordinate2: coordinate,
  angleCoordinate3: coordinate,
  angleCoordinate4: coordinate,
  imageLatitude: z.number().nullable(),
  imageLongitude: z.number().nullable(),
  imageRotation: z.number(),
  imageZoom: z.number(),
  /** The version of the site's whole list: saving any map of it makes the next one. */
  version: z.number().int(),
}

/** A map in the list, with the state of its gateways and people. */
export const MapRow = z.object({
  ...mapFields,
  /** Null without a main gateway, false where any is silent. */
  isMainGatewayAlive: z.boolean().nullable(),
  listSubGateways: z.array(z.object({ serialNumber: z.string(), waveLevel: z.number().int().nullable() })),
  ...counts,
})
export type MapRow = z.infer<typeof MapRow>

/** A map of the list, with who needs somebody there, worst first. */
export const ListedMap = MapRow.extend({ listMarks: z.array(MapMark) })
export type ListedMap = z.infer<typeof ListedMap>

/** Another map of the same site: its name, and where its drawing lies on the world. */
const OtherMap = MapRow.pick({
  id: true,
  locationName: true,
  floor: true,
  type: true,
  angleCoordinate1: true,
  angleCoordinate2: true,
  angleCoordinate3: true,
  angleCoordinate4: true,
})

/** A map with everything on it. */
export const SiteMap = MapRow.extend({
  listGateways: z.array(Gateway),
  listHeatIndexWatchers: z.array(HeatWatcher),
  listReference: z.array(Barometer),
  listWorkers: z.array(MapWorker),
  /** Who of the site is at work and not on it, the worst first; of a leader their own group. */
  listAbsent: z.array(AbsentWorker),
  /** The other maps of the site, by which one finds them; of a leader those with people of the own group. */
  listOtherMaps: z.array(OtherMap),
  /** The newest emergencies of the people on it; `emergencies` has all, page by page. */
  listEmergencies: ofScope('alerts', z.array(AlertEpisode)),
})
export type SiteMap = z.infer<typeof SiteMap>

/** 'lat,lon' in degrees. */
const Corner = z.string().refine(
  (text) => {
    const [latitude, longitude, ...rest] = text.split(',').map(readDecimal)
    return rest.length === 0 && Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
  },
  { params: { rule: 'corner' } },
)
const corner = z.union([nothing, Corner]).optional()

// Names are drawn on maps and written into files, where a bell or a line break has no place.
const withoutControls = <Text extends z.ZodType<string | null>>(text: Text) =>
  text.refine((value) => value === null || !/\p{Cc}/u.test(value), { params: { rule: 'control' } })

/** How many maps a site may have. */
export const mostMaps = 300

/** One row of the whole list as it is saved; without an id it is a new map. */
export const MapDraft = z.object({
  id: z.union([nothing, wireInteger(0)]).optional(),
  locationName: withoutControls(requiredText(100)),
  floor: unlessAbsent(withoutControls(optionalText(100))),
  type: MapType.optional(),
  sismilType: SismilType.optional(),
  mapImage: z.union([nothing, z.string().max(200)]).optional(),
  imageName: optionalText(255),
  imageMetres: z.union([nothing, wireNumber(1, 100_000)]).optional(),
  latitude: degrees(90),
  longitude: degrees(180),
  rotation: z.union([nothing, wireNumber(0, 360)]).optional(),
  zoom: z.union([nothing, wireNumber(0, 22)]).optional(),
  angleCoordinate1: corner,
  angleCoordinate2: corner,
  angleCoordinate3: corner,
  angleCoordinate4: corner,
  imageLatitude: degrees(90),
  imageLongitude: degrees(180),
  imageRotation: z.union([nothing, wireNumber(0, 360)]).optional(),
  imageZoom: z.union([nothing, wireNumber(0.05, 10)]).optional(),
  version: wireInteger(0).optional(),
})
export type MapDraft = z.output<typeof MapDraft>

/** What a client sends of a row: a draft. The server reads each by itself, so that its faults come under its number. */
const SentRow = z.union([MapDraft, z.unknown()]) as z.ZodType<unknown, z.input<typeof MapDraft>>

const MapList = z.object({ ...listOf(ListedMap).shape, version: z.number().int() })

/** A point of somebody's way. */
export const TrailPoint = z.object({ at: Instant, latitude: z.number(), longitude: z.number() })

const viewers = [...admins, ...leaders] as const
const byId = { params: z.object({ id: wireInteger(1) }) }

/** The devices of a placement, each kind under the customer's own name for its list. */
export const deviceKindsOnMaps = ['heat', 'gateway', 'barometer'] as const

export const siteMap = {
  list: endpoint({
    method: 'GET',
    path: '/api/Map',
    permission: admins,
    readBy: 'condition',
    summary: 'マップの一覧。並び順のとおり。version は一覧の版。groupId は人と人数とアラートだけを絞る。',
    query: z.object({
      ...listQuery,
      companyId: wireInteger(1).optional(),
      officeId: wireInteger(1).optional(),
      groupId: wireInteger(1).optional(),
      locationName: z.string().optional(),
    }),
    answer: MapList,
  }),
  setDevices: endpoint({
    method: 'PUT',
    path: '/api/Map/SetDeviceToMap',
    permission: admins,
    summary:
      '親機・子機、暑さ指数計、気圧基準器をまとめてマップに置く。位置が空で mapId が null のものは未配置に戻る。全部か0。答えは、送った機器と、つながっていて動いた機器。',
    body: z.object({
      /** Of the items that do not say their own. */
      officeId: wireInteger(1).optional(),
      mapId: wireInteger(1).optional(),
      listGatewayDto: MapPlacements.default([]),
      listSismilDto: MapPlacements.default([]),
      listReferenceDto: BarometerPlacements.default([]),
    }),
    answer: z.object({
      listGateways: z.array(Gateway),
      listHeatIndexWatchers: z.array(HeatWatcher),
      listReference: z.array(Barometer),
    }),
  }),
  trail: endpoint({
    method: 'GET',
    path: '/api/Map/Trail/:userId',
    permission: viewers,
    summary: '注意以上か緊急の作業者の、2時間以内の足取り。見たことは記録に残る。',
    params: z.object({ userId: wireInteger(1) }),
    answer: z.object({ data: z.array(TrailPoint) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/Map/:id',
    permission: viewers,
    readBy: 'condition',
    summary: 'マップと、その上の機器と人。リーダーは自分のグループの人だけ。',
    ...byId,
    query: z.object({ groupId: wireInteger(1).optional() }),
    answer: SiteMap,
  }),
  emergencies: endpoint({
    method: 'GET',
    path: '/api/Map/:id/Emergencies',
    permission: viewers,
    readBy: 'alerts',
    summary: 'マップの、または選んだ機器の、緊急の記録。新しい順。',
    ...byId,
    query: z.object({
      ...listQuery,
      groupId: wireInteger(1).optional(),
      kind: z.enum(deviceKindsOnMaps).optional(),
      serialNumber: z.string().optional(),
    }),
    answer: listOf(AlertEpisode),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/Map/:officeId',
    permission: admins,
    summary:
      '拠点のマップを一覧ごと保存する。並びが position になり、送らなかったマップは消え、その機器は未配置に戻る。版はクエリか本文か各行で送る。',
    params: z.object({ officeId: wireInteger(1) }),
    query: z.object({ version: wireInteger(0).optional() }),
    body: z.union([
      z.array(SentRow).transform((data) => ({ data, version: undefined })),
      z.object({ data: z.array(SentRow), version: wireInteger(0).optional() }),
    ]),
    answer: MapList,
  }),
}
