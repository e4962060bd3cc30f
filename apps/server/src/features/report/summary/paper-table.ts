import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { markedValue } from '../../../shared/printing/marks.ts'
import type { Sign } from '../../../shared/printing/mark-figures.ts'
import { headingCell, ruled } from '../../../shared/printing/table.ts'
import { brokenInto } from './paper-words.ts'

/** The size of the tables' texts, pt. */
export const size = 8
export const padding = { across: 3, down: 1.5 }

export type Column = { readonly title: string; readonly width: number; readonly alignment?: 'left' | 'right' }
export type Row = { readonly cells: readonly TableCell[]; readonly lines: number }

/** A text on at most two lines of a column, and how many it takes. */
export const cellText = (value: string, width: number): { cell: TableCell; lines: number } => {
  const brokenLines = brokenInto(value, { width, size, lines: 2 })
  // A break within a text that is not to wrap is dropped.
  return { cell: { stack: brokenLines.map((text) => ({ text, noWrap: true })) }, lines: Math.max(1, brokenLines.length) }
}

export const right = (value: string): TableCell => ({ text: value, alignment: 'right' })

/** The first rows that so many lines hold; where some are left over, the last line says so. */
export const fitting = (rows: readonly Row[], lines: number): { readonly shown: readonly Row[]; readonly left: number } => {
  const whole = rows.reduce((sum, row) => sum + row.lines, 0)
  if (whole <= lines) return { shown: rows, left: 0 }
  let used = 1
  const shown = rows.filter((row) => (used += row.lines) <= lines)
  return { shown, left: rows.length - shown.length }
}

type Table = {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** How many lines of text it may take. */
  readonly lines: number
  readonly empty: string
  readonly rest: (left: number) => string
}

/** A line of words under a table, or in its place. */
export const note = (words: string): Content => ({ text: words, fontSize: size, color: colours.second, margin: [3, 2, 0, 0] })

/** Columns and rows as all tables of papers are ruled. */
export const ruledTable = (columns: readonly Column[], rows: readonly Row[]): Content => ({
  layout: ruled(padding),
  fontSize: size,
  table: {
    headerRows: 1,
    widths: columns.map(({ width }) => width),
    body: [columns.map(({ title, alignment }) => headingCell(title, alignment)), ...rows.map(({ cells }) => [...cells])],
  },
})

/** A table, of which only so much is shown as there is room for. */
export const table = ({ columns, rows, lines, empty, rest }: Table): Content => {
  if (rows.length === 0) return note(empty)
  const { shown, left } = fitting(rows, lines)
  return { stack: [ruledTable(columns, shown), ...(left > 0 ? [note(rest(left))] : [])] }
}

/** The widths of columns whose first one takes what the others leave of a table's width. */
export const withFirst = (width: number, first: string, others: readonly Column[]): Column[] => [
  { title: first, width: width - others.reduce((sum, other) => sum + other.width, 0) - (others.length + 1) * 2 * padding.across },
  ...others,
]

/** A count with its sign; 0 recedes. */
export const countCell = (sign: Sign, count: number, width: number): TableCell =>
  count === 0 ? { text: '0', alignment: 'right', color: colours.note } : markedValue(sign, String(count), { width, fontSize: size })

/** A column of numbers. */
export const number = (title: string, width: number): Column => ({ title, width, alignment: 'right' })
