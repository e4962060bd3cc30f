import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { gatewayTypeNames } from './kbn.ts'
import { admins } from './role.ts'
import {
  bySerial,
  changeOfDevice,
  deviceList,
  exchangeOf,
  heard,
  InstallationStatus,
  linkOf,
  LocationName,
  MapDisplay,
  MapPlacements,
  mapPlace,
  placeOfDevice,
  Serial,
  installationFile,
} from './site-device.ts'
import { listOf, Nothing, Toggle, unlessAbsent, wireInteger, wireText } from './wire.ts'

const count = z.number().int()

/** A gateway: 1 parent, 2 child. `count…` are the people whose last reading came through it, by total alert. */
export const Gateway = z.object({
  id: z.string(),
  serialNumber: z.string(),
  gatewayType: z.string(),
  gatewayTypeValue: z.string(),
  ...placeOfDevice,
  installationStatus: z.string(),
  installationStatusValue: z.string(),
  locationName: z.string().nullable(),
  status: z.string(),
  statusValue: z.string(),
  keepMapInfo: z.boolean(),
  /** People who are heard by it rest there (休憩所). */
  restPlace: z.boolean(),
  ...heard,
  isMainGatewayAlive: z.boolean(),
  waveLevel: z.number().int().nullable(),
  bateryLevel: z.number().int().nullable(),
  heatIndexWatcherId: z.string().nullable(),
  countEmergency: count,
  countAlertLevel0: count,
  countAlertLevel1: count,
  countAlertLevel2: count,
  countAlertLevel3: count,
  ...mapPlace,
})
export type Gateway = z.infer<typeof Gateway>

/** 1 parent or 2 child, as a number or as text. */
export const GatewayType = wireText.pipe(z.enum(['1', '2']))

const KeepMapInfo = Toggle.transform((toggle) => toggle === '1')
const RestPlace = KeepMapInfo

export const GatewayDraft = z.object({
  officeId: wireInteger(1),
  serialNumber: Serial(20),
  gatewayType: GatewayType,
  installationStatus: InstallationStatus.default('1'),
  locationName: LocationName,
  status: MapDisplay.default('1'),
  keepMapInfo: KeepMapInfo.default(false),
  restPlace: RestPlace.default(false),
})

/** The columns of a file in order, each with what its cells take. */
export const gatewayFile = {
  gatewayType: `必須・${Object.values(gatewayTypeNames).join('・')}`,
  serialNumber: '必須・20文字まで',
  ...installationFile,
  keepMapInfo: 'はい・いいえ',
  restPlace: 'はい・いいえ',
} as const satisfies Partial<Record<keyof z.output<typeof GatewayDraft>, string>>

/** What else a file says of one: the heat watcher that it is linked to. */
export const gatewayLinkFile = { heatIndexWatcherId: 'SisMil ID' } as const satisfies Partial<Record<keyof Gateway, string>>

const GatewayChange = z.object({
  ...changeOfDevice,
  officeId: wireInteger(1),
  serialNumber: Serial(20),
  gatewayType: GatewayType,
  installationStatus: InstallationStatus.optional(),
  locationName: unlessAbsent(LocationName),
  status: MapDisplay.optional(),
  keepMapInfo: KeepMapInfo.optional(),
  restPlace: RestPlace.optional(),
})

export const GatewayRegistration = z.object({
  gatewayID: z.string(),
  gatewayTypeValue: z.string(),
  gatewayLocation: z.string().nullable(),
  heatIndexWatcherId: z.string().nullable(),
  heatIndexWatcherLocation: z.string().nullable(),
})
export type GatewayRegistration = z.infer<typeof GatewayRegistration>

export const gatewaySortKeys = [
  'serialNumber',
  'gatewayTypeValue',
  'officeName',
  'locationName',
  'installationStatusValue',
  'statusValue',
  'elapsedTime',
  'waveLevel',
] as const

const path = '/api/Gateway'
const byTypeAndSerial = { params: z.object({ type: GatewayType, id: z.string().min(1).max(100) }), query: bySerial.query }
const filters = { gatewayType: GatewayType.optional() }

export const gateway = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    readBy: 'devices',
    summary: '親機・子機の一覧。',
    query: z.object({ ...deviceList, ...filters }),
    answer: listOf(Gateway),
  }),
  ...exchangeOf(path, '親機・子機', filters),
  registration: endpoint({
    method: 'GET',
    path: `${path}/GatewayRegistration`,
    permission: admins,
    summary: '暑さ指数計につなげる親機・子機と、いまのつながり。つながっているものが先。',
    query: z.object({ ...deviceList, heatIndexWatcherId: z.string().optional() }),
    answer: listOf(GatewayRegistration),
  }),
  register: endpoint({
    method: 'POST',
    path: `${path}/GatewayRegistration`,
    permission: admins,
    summary:
      '暑さ指数計につながる親機・子機を、送った組に置き換える。ほかの暑さ指数計につながっているものは断る。クエリか本文で送り、両方にあればクエリが先。',
    ...linkOf('heatIndexWatcherId', 'gatewayIDs'),
    answer: Nothing,
  }),
  place: endpoint({
    method: 'PUT',
    path: `${path}/SetGatewayToMap`,
    permission: admins,
    summary: '親機・子機をマップに置く。',
    body: MapPlacements,
    answer: Nothing,
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:type/:id`,
    permission: admins,
    readBy: 'devices',
    summary: '親機・子機。',
    ...byTypeAndSerial,
    answer: Gateway,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    once: true,
    summary: '親機・子機を登録する。',
    body: GatewayDraft,
    answer: Gateway,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary: '親機・子機を更新する。送らない項目はそのまま残る。拠点が変わると、つながりとマップの位置は消える。',
    body: GatewayChange,
    answer: Gateway,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:type/:id`,
    permission: admins,
    summary: '親機・子機を削除する。測定値は残る。',
    ...byTypeAndSerial,
    answer: Nothing,
  }),
}
