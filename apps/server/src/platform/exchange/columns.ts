import { remedyOf } from '@mimamori/contract'
import type { z } from 'zod'

export type CellValue = string | number | boolean | null

/** A row as a query gives it, by the names of its columns. */
export type StoredRow = Readonly<Record<string, CellValue>>

/** A column of a downloaded file: its heading, one of the contract's labels, and a row's cell under it. */
export type ExportColumn<Row> = { readonly label: string; readonly write: (row: Row) => string }

/** What a cell says, or what is wrong with it. */
export type ReadCell = { readonly value: CellValue } | { readonly fault: string }

/** A column that an import takes back in: its cells become values of the staged table. */
export type ImportColumn = ExportColumn<StoredRow> & {
  /** Of the staged table, and of the rows that a download reads. */
  readonly name: string
  readonly type: 'text' | 'integer' | 'date' | 'boolean'
  readonly read: (text: string) => ReadCell
  /** Key: a row that deletes needs no more than it. Secret: never written and never staged; handed on by row. */
  readonly use?: 'key' | 'secret'
}

/** A column of a file that can be taken back in; one without `read` is there for people, and may be missing. */
export type FileColumn = ExportColumn<StoredRow> | ImportColumn

type Declared = Pick<ImportColumn, 'name' | 'label' | 'type' | 'use'> & {
  /** The contract's own: what it refuses is told by row, what it makes of the text is stored. */
  readonly schema: z.ZodType
  /** What to do about a value that is none; else what the schema says is told. */
  readonly remedy?: string
  /** From a cell's text to what the schema takes. */
  readonly read?: (text: string) => unknown
  /** From a value to its cell's text. */
  readonly write?: (value: NonNullable<CellValue>) => string
}

// Faults of what is no value of the column at all, rather than one that may not be.
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

/** The columns that an import takes in, passwords included. */
export const importColumns = (columns: readonly FileColumn[]): ImportColumn[] => columns.filter((column) => 'read' in column)

/** The columns that a file must have, and whose values are staged. */
export const stagedColumns = (columns: readonly FileColumn[]): ImportColumn[] =>
  importColumns(columns).filter(({ use }) => use !== 'secret')

/** The column that says a row deletes; nobody's download says so. */
export const deleteColumn: ExportColumn<unknown> = { label: '削除', write: () => '' }
