import {
  BarometerDraft,
  barometerFile,
  DeviceDraft,
  deviceFile,
  deviceTypeNames,
  GatewayDraft,
  gatewayFile,
  gatewayTypeNames,
  HeatWatcherDraft,
  heatWatcherFile,
  installationStatusNames,
  labels,
  mapDisplayNames,
} from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../platform/exchange/cell.ts'
import { type Cell, type CellValue, columnsOfFile, type FileColumn, shownColumn } from '../platform/exchange/columns.ts'
import { storedFields } from './columns.ts'
import { plainSerial } from '../organisation/find-serial.ts'
import type { DeviceKind } from './kind.ts'

const { device, heatWatcher, gateway, barometer } = labels

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

/** What a cell of such words may say: the codes are for programs. */
const remedyOf = (all: readonly string[]): string => {
  const words = [...new Set(all)]
  return `${words.join('、')}の${words.length === 2 ? 'どちらか' : 'どれか'}を入力してください。`
}

const nameIn = (names: Readonly<Record<string, string>>) => (value: CellValue) => names[String(value)] ?? String(value)

const unlessEmpty = (read: (text: string) => unknown) => (text: string) => (text.trim() === '' ? null : read(text))

const codes = (names: Readonly<Record<string, string>>) => z.enum(Object.keys(names) as [string, ...string[]])

const placeShown = (of: { readonly companyName: string; readonly officeName: string }) => [
  shownColumn('company_name', of.companyName),
  shownColumn('office_name', of.officeName),
]

const yesNo = { '1': 'はい', '0': 'いいえ' }

/** A cell that says a code by its name; left empty it stays as it is, or begins as in the form. */
const codeCell = (names: Readonly<Record<string, string>>): Cell => ({
  type: 'integer',
  schema: codes(names).transform(Number).nullable(),
  read: unlessEmpty(wordsOf(names)),
  remedy: remedyOf(Object.values(names)),
  write: nameIn(names),
})

const flagCell = (names: Readonly<Record<string, string>>): Cell => ({
  type: 'boolean',
  schema: codes(names)
    .transform((code) => code === '1')
    .nullable(),
  read: unlessEmpty(wordsOf(names)),
  // Yes before no.
  remedy: remedyOf(Object.values(names).toReversed()),
  write: (value) => nameIn(names)(value === true ? '1' : '0'),
})

const typeCell = (names: Readonly<Record<string, string>>): Cell => ({
  type: 'integer',
  schema: codes(names).transform(Number),
  use: 'key',
  read: wordsOf(names),
  remedy: remedyOf(Object.values(names)),
  write: nameIn(names),
})

/** What is no plain text. */
const cells = {
  id: { use: 'key' },
  serialNumber: { use: 'key' },
  deviceType: typeCell(deviceTypeNames),
  gatewayType: typeCell(gatewayTypeNames),
  installationStatus: codeCell(installationStatusNames),
  status: flagCell(mapDisplayNames),
  keepMapInfo: flagCell(yesNo),
} as const satisfies Record<string, Cell>

const names = { id: 'serial', serialNumber: 'serial', deviceType: 'type', gatewayType: 'type', ...storedFields }

// A spreadsheet takes away the zeros in front: `warnOfPadded` tells which rows were given them back.
const SismilIdOfFile = z
  .string()
  .transform(plainSerial)
  .pipe(z.string().refine((text) => /^\d{1,6}$/.test(text), { params: { rule: 'sismilId' } }))

/** What a file of each kind says. Links are shown only: they are made on the screens. */
export const deviceCsv: readonly FileColumn[] = [
  ...placeShown(device),
  ...columnsOfFile(deviceFile, { names, labels: device, schemas: DeviceDraft.shape, cells }),
  shownColumn('user_name', device.userName),
  shownColumn('full_name', device.fullName),
  shownColumn('linked', device.referenceBarometerId),
]

export const heatWatcherCsv: readonly FileColumn[] = [
  ...placeShown(heatWatcher),
  shownColumn('base_code', heatWatcher.baseCode),
  ...columnsOfFile(heatWatcherFile, {
    names,
    labels: heatWatcher,
    schemas: { ...HeatWatcherDraft.shape, serialNumber: SismilIdOfFile },
    cells,
  }),
  shownColumn('linked', heatWatcher.gatewayIDs),
]

export const gatewayCsv: readonly FileColumn[] = [
  ...placeShown(gateway),
  ...columnsOfFile(gatewayFile, { names, labels: gateway, schemas: GatewayDraft.shape, cells }),
  shownColumn('linked', gateway.heatIndexWatcherId),
]

export const barometerCsv: readonly FileColumn[] = [
  ...placeShown(barometer),
  ...columnsOfFile(barometerFile, { names, labels: barometer, schemas: BarometerDraft.shape, cells }),
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
