import { fieldsOf, type ImportFile, importFiles, shownLabelsOf } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { barometerCsv, deviceCsv, gatewayCsv, heatWatcherCsv } from '../src/features/device/csv-columns.ts'
import { groupColumns } from '../src/features/group/csv-columns.ts'
import { type FileColumn, importColumns } from '../src/platform/exchange/columns.ts'
import { adminColumns, baseAdminColumns, contractAdminColumns, workerColumns } from '../src/features/user-role/csv-columns.ts'

const columnsOf: Record<keyof typeof importFiles, readonly FileColumn[]> = {
  serviceAdmin: adminColumns,
  contractAdmin: contractAdminColumns,
  baseAdmin: baseAdminColumns,
  worker: workerColumns,
  group: groupColumns,
  device: deviceCsv,
  heatWatcher: heatWatcherCsv,
  gateway: gatewayCsv,
  barometer: barometerCsv,
}

test.each(Object.entries(importFiles))(
  'the columns of a file of %s are those that the contract gives the console',
  (name, file: ImportFile) => {
    const columns = columnsOf[name as keyof typeof importFiles]
    const taken = importColumns(columns)
    const needed = taken.filter((column) => column.use !== 'secret' && 'fault' in column.read(''))
    expect(taken.map(({ field, label }) => ({ field, label }))).toEqual(fieldsOf(file).map(({ field, label }) => ({ field, label })))
    expect(needed.map(({ label }) => label)).toEqual(fieldsOf(file).flatMap(({ label, isRequired }) => (isRequired ? label : [])))
    expect(columns.filter((column) => !('read' in column)).map(({ label }) => label)).toEqual(shownLabelsOf(file))
  },
)
