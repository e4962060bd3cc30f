import { type CsvCell, remedyOf } from '@mimamori/contract'
import type { z } from 'zod'

export type CellValue = string | number | boolean | null

/** A row as a query gives it, by the names of its columns. */
export type StoredRow = Readonly<Record<string, CellValue>>

/** What stands in a cell of a downloaded file: a text, which no spreadsheet runs, or a number to reckon with. */
export type Written = CsvCell

/** A column of a downloaded file: its heading, one of the contract's labels, and a row's cell under it. */
export type ExportColumn<Row> = { readonly label: string; readonly write: (row: Row) => Written }

/** The value of a cell, or what is wrong with it. */
export type ReadCell = { readonly value: CellValue } | { readonly fault: string }

/** A column that an import reads: its cells become values of the staging table. */
export type ImportColumn = ExportColumn<StoredRow> & {
  /** The column's name in the staging table and in the rows that a download reads. */
  readonly name: string
  readonly type: 'text' | 'integer' | 'date' | 'boolean'
  readonly read: (text: string) => ReadCell
  /** Key: all that a row must hold to delete its record. Secret: never exported and never staged; passed on by row number. */
  readonly use?: 'key' | 'secret'
}

/** A column of a file that can be imported again; one without `read` is only for people to read, and may be missing. */
export type FileColumn = ExportColumn<StoredRow> | ImportColumn

type Declared = Pick<ImportColumn, 'name' | 'label' | 'type' | 'use'> & {
  /** The contract's schema: its refusals are reported by row, its output is stored. */
  readonly schema: z.ZodType
  /** The message for a text that is no value of the column; else the schema's own message. */
  readonly remedy?: string
  /** Turns a cell's text into the schema's input. */
  readonly read?: (text: string) => unknown
  /** Turns a value into its cell's text. */
  readonly write?: (value: NonNullable<CellValue>) => string
}

// Issue codes for a text that is no value of the column at all, as opposed to a value that is not allowed.
const isNone = new Set(['invalid_type', 'invalid_format', 'invalid_value', 'invalid_union'])

/** A column that is written as it is stored, and read by its schema. */
export const importColumn = ({ schema, remedy: own, read, write = String, ...column }: Declared): ImportColumn => ({
  ...column,
  write: (row) => {
    const value = row[column.name] ?? null
    return column.use === 'secret' || value === null ? '' : write(value)
  },
  read: (text) => {
    const parsed = schema.safeParse(read === undefined ? text : read(text), { reportInput: true })
    if (parsed.success) return { value: (parsed.data ?? null) as CellValue }
    const [issue] = parsed.error.issues
    // An empty cell is missing, whatever else its schema finds wrong with it.
    const remedy = text.trim() === '' || issue === undefined ? 'この項目は必須です。' : (isNone.has(issue.code) && own) || remedyOf(issue)
    return { fault: `${column.label}：${remedy}` }
  },
})

/** How a column's cells are read and written, where they are not the plain text of its field. */
export type Cell = Partial<Omit<Declared, 'name' | 'label'>>

/** The columns that a file's rules name, in their order: plain text, unless `cells` says otherwise. */
export const columnsOfFile = <Field extends string>(
  file: Readonly<Record<Field, string>>,
  of: {
    readonly names: Readonly<Record<NoInfer<Field>, string>>
    readonly labels: Readonly<Record<NoInfer<Field>, string>>
    readonly schemas: Readonly<Record<NoInfer<Field>, z.ZodType>>
    readonly cells: Readonly<Partial<Record<NoInfer<Field>, Cell>>>
  },
): ImportColumn[] =>
  (Object.keys(file) as Field[]).map((field) =>
    importColumn({ name: of.names[field], label: of.labels[field], type: 'text', schema: of.schemas[field], ...of.cells[field] }),
  )

/** A column for people to read, whose cells no import takes back. */
export const shownColumn = (name: string, label: string): ExportColumn<StoredRow> => ({ label, write: (row) => String(row[name] ?? '') })

/** The columns that an import reads, passwords included. */
export const importColumns = (columns: readonly FileColumn[]): ImportColumn[] => columns.filter((column) => 'read' in column)

/** The columns that a file must have, and whose values are staged. */
export const stagedColumns = (columns: readonly FileColumn[]): ImportColumn[] =>
  importColumns(columns).filter(({ use }) => use !== 'secret')

/** The column that marks a row for deletion; empty in every download. */
export const deleteColumn: ExportColumn<unknown> = { label: '削除', write: () => '' }
