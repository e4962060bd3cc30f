import {
  BarometerDraft,
  DeviceDraft,
  deviceTypeNames,
  GatewayDraft,
  gatewayTypeNames,
  HeatWatcherDraft,
  importFiles,
  installationStatusNames,
  mapDisplayNames,
  optionalCode,
  SismilId,
} from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../../platform/exchange/cell.ts'
import { type Cell, type CellValue, columnsOfFile, type FileColumn } from '../../platform/exchange/columns.ts'
import { storedFields } from './columns.ts'
import type { DeviceKind } from './kind.ts'

/** Words and codes, in any width. */
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

const codes = (names: Readonly<Record<string, string>>) => z.enum(Object.keys(names))

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

// Six digits, of which a spreadsheet takes away the zeros in front.
const sixDigits = (digits: string): string => (/^\d{1,5}$/.test(digits) ? digits.padStart(6, '0') : digits)

const sismil = { restoreZeros: sixDigits } as const satisfies Cell
const linkedWatcher = { schema: SismilId.nullable(), read: unlessEmpty((text) => text), ...sismil } as const satisfies Cell

/** What is no plain text. */
const cells = {
  id: { use: 'key' },
  serialNumber: { use: 'key' },
  deviceType: typeCell(deviceTypeNames),
  gatewayType: typeCell(gatewayTypeNames),
  installationStatus: codeCell(installationStatusNames),
  status: flagCell(mapDisplayNames),
  keepMapInfo: flagCell(yesNo),
  restPlace: flagCell(yesNo),
} as const satisfies Record<string, Cell>

/** The column of the staging table that names what a device is linked to, by serial. */
export const linkColumn = 'linked'

const names = {
  companyName: 'company_name',
  officeName: 'office_name',
  id: 'serial',
  serialNumber: 'serial',
  deviceType: 'type',
  gatewayType: 'type',
  ...storedFields,
}

/** What a file of each kind says. What is linked to a watcher or a barometer is shown there, and imported from the other end. */
export const deviceCsv: readonly FileColumn[] = columnsOfFile(importFiles.device, {
  names: { ...names, userName: 'user_name', fullName: 'full_name', referenceBarometerId: linkColumn },
  schemas: { ...DeviceDraft.shape, referenceBarometerId: optionalCode(20) },
  cells,
})

export const heatWatcherCsv: readonly FileColumn[] = columnsOfFile(importFiles.heatWatcher, {
  names: { ...names, baseCode: 'base_code', gatewayIDs: 'linked' },
  schemas: HeatWatcherDraft.shape,
  cells: { ...cells, serialNumber: { ...cells.serialNumber, ...sismil } },
})

export const gatewayCsv: readonly FileColumn[] = columnsOfFile(importFiles.gateway, {
  names: { ...names, heatIndexWatcherId: linkColumn },
  schemas: { ...GatewayDraft.shape, heatIndexWatcherId: SismilId },
  cells: { ...cells, heatIndexWatcherId: linkedWatcher },
})

export const barometerCsv: readonly FileColumn[] = columnsOfFile(importFiles.barometer, {
  names: { ...names, countDevice: 'linked' },
  schemas: BarometerDraft.shape,
  cells,
})

const files = {
  device: { name: 'deviceCsv', columns: deviceCsv, fileName: '体調デバイス', job: 'importDevices' },
  heatWatcher: { name: 'heatWatcherCsv', columns: heatWatcherCsv, fileName: '暑さ指数計', job: 'importHeatWatchers' },
  gateway: { name: 'gatewayCsv', columns: gatewayCsv, fileName: '親機・子機', job: 'importGateways' },
  barometer: { name: 'barometerCsv', columns: barometerCsv, fileName: '気圧基準器', job: 'importBarometers' },
} as const

/** A kind's columns, with the name they are exported by, what its files are called, and the job that takes one in. */
export const fileOf = ({ resource }: Pick<DeviceKind, 'resource'>) => files[resource]
