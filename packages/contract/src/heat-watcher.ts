import { z } from 'zod'
import { DeviceWarnings } from './device-warning.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import {
  bySerial,
  changeOfDevice,
  deviceList,
  exchangeOf,
  heard,
  InstallationStatus,
  LocationName,
  MapDisplay,
  MapPlacements,
  mapPlace,
  placeOfDevice,
  installationFile,
} from './site-device.ts'
import { listOf, Nothing, unlessAbsent, wireInteger } from './wire.ts'

const level = z.number().int().min(0).max(3).nullable()

/** A heat-index watcher (SisMil). `id` is its serial. */
export const HeatWatcher = z.object({
  id: z.string(),
  serialNumber: z.string(),
  ...placeOfDevice,
  baseCode: z.string(),
  installationStatus: z.string(),
  installationStatusValue: z.string(),
  locationName: z.string().nullable(),
  status: z.string(),
  statusValue: z.string(),
  ...heard,
  wbgtValue: z.number().nullable(),
  /** The value was estimated (推定) of temperature, humidity and globe. */
  isEstimated: z.boolean(),
  alertLevel: level,
  /** The lowest battery of the gateways that report it; null if none has reported one. */
  bateryLevel: z.number().int().nullable(),
  /** Serials of the gateways tied to it. */
  gatewayIDs: z.array(z.string()),
  /** What somebody should look at; it changes no level. */
  warnings: DeviceWarnings,
  ...mapPlace,
})
export type HeatWatcher = z.infer<typeof HeatWatcher>

/** Six digits, as printed on the child unit. */
export const SismilId = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).normalize('NFKC').trim())
  .pipe(z.string().min(1).max(25))
  .pipe(z.string().refine((text) => /^\d{6}$/.test(text), { params: { rule: 'sismilId' } }))

export const HeatWatcherDraft = z.object({
  officeId: wireInteger(1),
  serialNumber: SismilId,
  installationStatus: InstallationStatus.default('1'),
  locationName: LocationName,
  status: MapDisplay.default('1'),
})

/** The columns of a file in order, each with what its cells take. */
export const heatWatcherFile = { serialNumber: '必須・6桁の数字', ...installationFile } as const satisfies Partial<
  Record<keyof z.output<typeof HeatWatcherDraft>, string>
>

const HeatWatcherChange = z.object({
  ...changeOfDevice,
  officeId: wireInteger(1),
  serialNumber: SismilId,
  installationStatus: InstallationStatus.optional(),
  locationName: unlessAbsent(LocationName),
  status: MapDisplay.optional(),
})

export const heatWatcherSortKeys = [
  'serialNumber',
  'officeName',
  'locationName',
  'installationStatusValue',
  'elapsedTime',
  'wbgtValue',
  'bateryLevel',
  'statusValue',
] as const

const path = '/api/HeatIndexWatcher'
export const heatWatcher = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    readBy: 'devices',
    summary: '暑さ指数計の一覧。',
    query: z.object(deviceList),
    answer: listOf(HeatWatcher),
  }),
  ...exchangeOf(path, '暑さ指数計', {}),
  one: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    permission: admins,
    readBy: 'devices',
    summary: '暑さ指数計。',
    ...bySerial,
    answer: HeatWatcher,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    once: true,
    summary: '暑さ指数計を登録する。',
    body: HeatWatcherDraft,
    answer: HeatWatcher,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary: '暑さ指数計を更新する。送らない項目はそのまま残る。拠点が変わると、つながりとマップの位置は消える。',
    body: HeatWatcherChange,
    answer: HeatWatcher,
  }),
  place: endpoint({
    method: 'PUT',
    path: `${path}/SetSismilToMap`,
    permission: admins,
    summary: '暑さ指数計をマップに置く。',
    body: MapPlacements,
    answer: Nothing,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: admins,
    summary: '暑さ指数計を削除する。測定値は残る。',
    ...bySerial,
    answer: Nothing,
  }),
}
