import {
  DeviceType,
  deviceTypeNames,
  GatewayType,
  gatewayTypeNames,
  installationStatusNames,
  labels,
  LocationName,
  mapDisplayNames,
  Serial,
  SismilId,
} from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../platform/exchange/cell.ts'
import { type CellValue, type FileColumn, importColumn, shownColumn } from '../platform/exchange/columns.ts'
import type { DeviceKind } from './kind.ts'

/** Words and codes alike, in any width. */
const wordsOf = (names: Readonly<Record<string, string>>) =>
  readWord(
    Object.fromEntries(
      Object.entries(names).flatMap(([code, word]) => [
        [code, code],
        [word.normalize('NFKC'), code],
      ]),
    ),
  )

const nameIn = (names: Readonly<Record<string, string>>) => (value: CellValue) => names[String(value)] ?? String(value)

const unlessEmpty = (read: (text: string) => unknown) => (text: string) => (text.trim() === '' ? null : read(text))

const codes = (names: Readonly<Record<string, string>>) => z.enum(Object.keys(names) as [string, ...string[]])

const placeShown = (of: { readonly companyName: string; readonly officeName: string }) => [
  shownColumn('company_name', of.companyName),
  shownColumn('office_name', of.officeName),
]

// Left empty, these stay as they are, and begin as in the form.
const stand = (of: { readonly installationStatus: string; readonly locationName: string; readonly status: string }) => [
  importColumn({
    name: 'installation_status',
    label: of.installationStatus,
    type: 'integer',
    schema: codes(installationStatusNames).transform(Number).nullable(),
    read: unlessEmpty(wordsOf(installationStatusNames)),
    write: nameIn(installationStatusNames),
  }),
  importColumn({ name: 'location_name', label: of.locationName, type: 'text', schema: LocationName }),
  importColumn({
    name: 'on_map',
    label: of.status,
    type: 'boolean',
    schema: codes(mapDisplayNames)
      .transform((code) => code === '1')
      .nullable(),
    read: unlessEmpty(wordsOf(mapDisplayNames)),
    write: (value) => nameIn(mapDisplayNames)(value === true ? '1' : '0'),
  }),
]

const yesNo = { '1': 'はい', '0': 'いいえ' }

const key = (label: string, schema: z.ZodType) => importColumn({ name: 'serial', label, type: 'text', schema, use: 'key' })

const typeColumn = (label: string, schema: z.ZodType<string>, names: Readonly<Record<string, string>>) =>
  importColumn({
    name: 'type',
    label,
    type: 'integer',
    schema: schema.transform(Number),
    use: 'key',
    read: wordsOf(names),
    write: nameIn(names),
  })

const { device, heatWatcher, gateway, barometer } = labels

/** What a file of each kind says. Links are shown only: they are made on the screens. */
export const deviceCsv: readonly FileColumn[] = [
  ...placeShown(device),
  typeColumn(device.deviceType, DeviceType, deviceTypeNames),
  key(device.serialNumber, Serial(16)),
  shownColumn('user_name', device.userName),
  shownColumn('full_name', device.fullName),
  shownColumn('linked', device.referenceBarometerId),
]

export const heatWatcherCsv: readonly FileColumn[] = [
  ...placeShown(heatWatcher),
  shownColumn('base_code', heatWatcher.baseCode),
  key(heatWatcher.serialNumber, SismilId),
  ...stand(heatWatcher),
  shownColumn('linked', heatWatcher.gatewayIDs),
]

export const gatewayCsv: readonly FileColumn[] = [
  ...placeShown(gateway),
  typeColumn(gateway.gatewayType, GatewayType, gatewayTypeNames),
  key(gateway.serialNumber, Serial(20)),
  ...stand(gateway),
  importColumn({
    name: 'keep_map_info',
    label: gateway.keepMapInfo,
    type: 'boolean',
    schema: codes(yesNo)
      .transform((code) => code === '1')
      .nullable(),
    read: unlessEmpty(wordsOf(yesNo)),
    write: (value) => (value === true ? yesNo['1'] : yesNo['0']),
  }),
  shownColumn('linked', gateway.heatIndexWatcherId),
]

export const barometerCsv: readonly FileColumn[] = [
  ...placeShown(barometer),
  key(barometer.id, Serial(20)),
  ...stand(barometer),
  shownColumn('linked', barometer.countDevice),
]

const files = {
  device: { name: 'deviceCsv', columns: deviceCsv, fileName: '体調デバイス', job: 'importDevices' },
  heatWatcher: { name: 'heatWatcherCsv', columns: heatWatcherCsv, fileName: '暑さ指数計', job: 'importHeatWatchers' },
  gateway: { name: 'gatewayCsv', columns: gatewayCsv, fileName: '親機・子機', job: 'importGateways' },
  barometer: { name: 'barometerCsv', columns: barometerCsv, fileName: '気圧基準器', job: 'importBarometers' },
} as const

/** A kind's columns, with the name they are exported by, what its files are called, and the job that takes one in. */
export const fileOf = ({ resource }: Pick<DeviceKind, 'resource'>) => files[resource]
