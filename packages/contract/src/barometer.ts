import { z } from 'zod'
import { TerminalHeight } from './device.ts'
import { DeviceWarnings } from './device-warning.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import {
  BarometerPlacements,
  bySerial,
  changeOfDevice,
  deviceList,
  exchangeOf,
  heard,
  InstallationStatus,
  LocationName,
  MapDisplay,
  mapPlace,
  placeOfDevice,
  Serial,
  installationFile,
  wireTexts,
} from './site-device.ts'
import { listOf, Nothing, unlessAbsent, wireInteger } from './wire.ts'

/** A reference barometer. `id` is its serial. */
export const Barometer = z.object({
  id: z.string(),
  ...placeOfDevice,
  installationStatus: z.string(),
  installationStatusValue: z.string(),
  locationName: z.string().nullable(),
  status: z.string(),
  statusValue: z.string(),
  ...heard,
  /** Pa, the last value. */
  pressure: z.number().nullable(),
  /** How many terminals are linked to it. */
  countDevice: z.number().int(),
  /** What somebody should look at; it changes no level. */
  warnings: DeviceWarnings,
  ...mapPlace,
})
export type Barometer = z.infer<typeof Barometer>

export const BarometerDraft = z.object({
  officeId: wireInteger(1),
  id: Serial(20),
  installationStatus: InstallationStatus.default('1'),
  locationName: LocationName,
  status: MapDisplay.default('1'),
})

/** The columns of a file in order, each with what its cells take. */
export const barometerFile = { id: '必須・20文字まで', ...installationFile } as const satisfies Partial<
  Record<keyof z.output<typeof BarometerDraft>, string>
>

const BarometerChange = z.object({
  ...changeOfDevice,
  officeId: wireInteger(1),
  id: Serial(20),
  installationStatus: InstallationStatus.optional(),
  locationName: unlessAbsent(LocationName),
  status: MapDisplay.optional(),
})

export const barometerSortKeys = ['id', 'officeName', 'locationName', 'installationStatusValue', 'elapsedTime', 'countDevice'] as const

const path = '/api/ReferenceBarometer'
export const barometer = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    readBy: 'devices',
    summary: '気圧基準器の一覧。',
    query: z.object(deviceList),
    answer: listOf(Barometer),
  }),
  ...exchangeOf(path, '気圧基準器', {}),
  place: endpoint({
    method: 'PUT',
    path: `${path}/SetSismilToMap`,
    permission: admins,
    summary: '気圧基準器をマップに置く。',
    body: BarometerPlacements,
    answer: Nothing,
  }),
  heights: endpoint({
    method: 'GET',
    path: `${path}/:id/Heights`,
    permission: admins,
    summary: 'つながる端末の高さと、合わせた時刻、精度。',
    ...bySerial,
    answer: listOf(TerminalHeight),
  }),
  zeroHeights: endpoint({
    method: 'POST',
    path: `${path}/:id/ZeroHeights`,
    permission: admins,
    summary: '基準器の横に置いた端末の高さを0に合わせる。受信のない端末は断る。',
    params: bySerial.params,
    query: bySerial.query,
    body: z.object({ deviceIDs: wireTexts }),
    answer: listOf(TerminalHeight),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    permission: admins,
    readBy: 'devices',
    summary: '気圧基準器。',
    ...bySerial,
    answer: Barometer,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    once: true,
    summary: '気圧基準器を登録する。',
    body: BarometerDraft,
    answer: Barometer,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary: '気圧基準器を更新する。送らない項目はそのまま残る。拠点が変わると、つながりとマップの位置は消える。',
    body: BarometerChange,
    answer: Barometer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: admins,
    summary: '気圧基準器を削除する。測定値は残る。',
    ...bySerial,
    answer: Nothing,
  }),
}
