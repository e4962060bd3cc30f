import type { ContentTable, CustomTableLayout, Size, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import { partHeading } from './sheet.ts'

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

/** A cell of a heading row. Numbers are aligned right, and so are their headings. */
export const headingCell = (text: string, alignment: 'left' | 'right' | 'center' = 'left'): TableCell => ({ text, bold: true, alignment })

type PartTable = {
  readonly title: string
  readonly hint?: string
  readonly widths: Size[]
  readonly headings: readonly TableCell[]
  readonly rows: readonly TableCell[][]
}

/**
 * A part of a paper that is one table. Its title is a row of it, so that it never stays behind at the foot of a page, and is said
 * again where the table continues. Rows are not broken.
 */
export const partTable = ({ title, hint, widths, headings, rows }: PartTable): ContentTable => ({
  layout: {
    ...ruled(),
    hLineWidth: (index) => (index === 0 ? 0 : 0.5),
    hLineColor: (index) => (index <= 2 ? colours.control : colours.rule),
    fillColor: (row) => (row === 1 ? colours.headerRow : null),
  },
  table: {
    headerRows: 2,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths,
    body: [
      [{ ...partHeading(title, hint), margin: [-4, 8, 0, 4], colSpan: widths.length }, ...widths.slice(1).map(() => '')],
      [...headings],
      ...rows,
    ],
  },
})
