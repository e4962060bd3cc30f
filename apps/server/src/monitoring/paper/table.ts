import type { CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

type Padding = { readonly across: number; readonly down: number }

/** Rules between the rows, none between the columns, and a grey heading row, as the tables of the screens have. */
export const ruled = ({ across, down }: Padding = { across: 4, down: 2 }): CustomTableLayout => ({
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: (index, { table }) => (index === 0 || index === (table.headerRows ?? 0) ? colours.control : colours.rule),
  fillColor: (row, { table }) => (row < (table.headerRows ?? 0) ? colours.headerRow : null),
  paddingLeft: () => across,
  paddingRight: () => across,
  paddingTop: () => down,
  paddingBottom: () => down,
})

/** A cell of a heading row. Numbers stand right, and so do their headings. */
export const headingCell = (text: string, alignment: 'left' | 'right' | 'center' = 'left'): TableCell => ({ text, bold: true, alignment })
