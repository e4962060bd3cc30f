import { labels } from '@mimamori/contract/labels'
import type { ErrorLine } from '../../platform/call-error.ts'
import type { CsvFile } from './csv-file.ts'

/** One thing to mend in a file: the row as a spreadsheet numbers it, the column, its value, what to do. */
export type Fault = { readonly row: number | null; readonly column: string; readonly value: string; readonly remedy: string }

type Rows = Pick<CsvFile, 'rows'>

// A refused password may be used elsewhere: it is neither shown nor saved with the faults.
const secretColumn = labels.user.password

const cellOf = ({ rows }: Rows, row: number, column: string): string => {
  if (column === secretColumn) return ''
  const at = rows?.[0]?.findIndex((name) => name.replace('\uFEFF', '').trim() === column) ?? -1
  return (at < 0 ? undefined : rows?.[row - 1]?.[at]) ?? ''
}

// Added at the end if there are more faults than the server lists one by one.
const isRest = (text: string) => text.startsWith('ほかに、')

/** Splits the server's lines (電話番号：半角の数字とハイフンで…) and finds what the file says at each place. */
export const faultsOf = (lines: readonly ErrorLine[], file: Rows): Fault[] =>
  lines.map(({ row: numbered, text }) => {
    // Where no row is to blame, the text before a colon is no column.
    if (numbered === null) return { row: null, column: '', value: '', remedy: text }
    const row = isRest(text) ? null : numbered
    const [, column = '', remedy = text] = /^([^：。「」]{1,30})：(.+)$/s.exec(text) ?? []
    return { row, column, remedy, value: row === null ? '' : cellOf(file, row, column) }
  })

/** How many rows have the listed faults. */
export const faultyRows = (faults: readonly Fault[]): number => new Set(faults.flatMap(({ row }) => row ?? [])).size

/** How many more rows have faults than those listed. */
export const unlistedRows = (faults: readonly Fault[]): number => {
  const rest = faults.find(({ row, remedy }) => row === null && isRest(remedy))?.remedy ?? ''
  return Number(/([\d,]+)行あります/.exec(rest)?.[1]?.replaceAll(',', '') ?? 0)
}

/** True where no row is to blame: wrong headings, a wrong encoding. */
export const isOfWhole = (faults: readonly Fault[]): boolean => faults.every((fault) => fault.row === null)
