import { type CsvCell, type ImportFile, labelOf, message, remedyOf, keysOf } from '@mimamori/contract'
import type { z } from 'zod'

export type CellValue = string | number | boolean | null

/** A row as a query gives it, by the names of its columns. */
export type StoredRow = Readonly<Record<string, CellValue>>

/** The content of a cell of a downloaded file: a text, which no spreadsheet runs, or a number to reckon with. */
export type ExportCell = CsvCell

/** A column of a downloaded file: its heading, one of the contract's labels, and a row's cell under it. */
export type ExportColumn<Row> = { readonly label: string; readonly write: (row: Row) => ExportCell }

/** The value of a cell, with a warning if the value differs from the text there, or what is wrong with it. */
export type ReadCell = { readonly value: CellValue; readonly warning?: string } | { readonly fault: string }

/** A column that an import reads: its cells become values of the staging table. */
export type ImportColumn = ExportColumn<StoredRow> & {
  /** The contract's name for it. */
  readonly field: string
  /** The column's name in the staging table and in the rows that a download reads. */
  readonly name: string
  readonly type: 'text' | 'integer' | 'date' | 'boolean'
  readonly read: (text: string) => ReadCell
  /** Key: all that a row must hold to delete its record. Secret: never exported and never staged; passed on by row number. */
  readonly use?: 'key' | 'secret'
}

/** A column of a file that can be imported again; one without `read` is only for people to read, and may be missing. */
export type FileColumn = ExportColumn<StoredRow> | ImportColumn

type Declared = Pick<ImportColumn, 'field' | 'name' | 'label' | 'type' | 'use'> & {
  /** The contract's schema: its refusals are reported by row, its output is stored. */
  readonly schema: z.ZodType
  /** The message for a text that is no value of the column; else the schema's own message. */
  readonly remedy?: string
  /** Gives a number back the zeros in front that a spreadsheet took away; the sender of the file is warned of it. */
  readonly restoreZeros?: (text: string) => string
  /** Turns a cell's text into the schema's input. */
  readonly read?: (text: string) => unknown
  /** Turns a value into its cell's text. */
  readonly write?: (value: NonNullable<CellValue>) => string
}

// Issue codes for a text that is no value of the column at all, as opposed to a value that is not allowed.
const isNone = new Set(['invalid_type', 'invalid_format', 'invalid_value', 'invalid_union'])

const asTyped = (text: string) => text

/** A column that is written as it is stored, and read by its schema. */
export const importColumn = ({
  schema,
  remedy: own,
  restoreZeros = asTyped,
  read = asTyped,
  write = String,
  ...column
}: Declared): ImportColumn => ({
  ...column,
  write: (row) => {
    const value = row[column.name] ?? null
    return column.use === 'secret' || value === null ? '' : write(value)
  },
  read: (text) => {
    const plain = text.normalize('NFKC').trim()
    const restored = restoreZeros(plain)
    const isRestored = restored !== plain
    const parsed = schema.safeParse(read(isRestored ? restored : text), { reportInput: true })
    if (parsed.success) {
      const value = (parsed.data ?? null) as CellValue
      return isRestored ? { value, warning: message('zerosRestored', { field: column.label, key: plain, padded: restored }) } : { value }
    }
    const [issue] = parsed.error.issues
    // An empty cell is missing, whatever else its schema finds wrong with it.
    const remedy = text.trim() === '' || issue === undefined ? 'この項目は必須です。' : (isNone.has(issue.code) && own) || remedyOf(issue)
    return { fault: `${column.label}：${remedy}` }
  },
})

/** How a column's cells are read and written, where they are not the plain text of its field. */
export type Cell = Partial<Omit<Declared, 'field' | 'name' | 'label'>>

/** A column for people to read, whose cells no import takes back. */
const shownColumn = (name: string, label: string): ExportColumn<StoredRow> => ({ label, write: (row) => String(row[name] ?? '') })

/**
 * The columns of a file, in their order: plain text, unless `cells` says otherwise. `names` are those in the staging table
 * and in the rows that a download reads.
 */
export const columnsOfFile = <Taken extends string, Shown extends string>(
  { resource, taken, shownBefore, shownAfter }: ImportFile<ImportFile['resource'], Taken, Shown>,
  of: {
    readonly names: Readonly<Record<NoInfer<Taken | Shown>, string>>
    readonly schemas: Readonly<Record<NoInfer<Taken>, z.ZodType>>
    readonly cells: Readonly<Partial<Record<NoInfer<Taken>, Cell>>>
  },
): FileColumn[] => {
  const labelled = (field: string) => labelOf(resource, field) ?? field
  const shown = (fields: readonly Shown[]) => fields.map((field) => shownColumn(of.names[field], labelled(field)))
  const columns = keysOf(taken).map((field) =>
    importColumn({ field, name: of.names[field], label: labelled(field), type: 'text', schema: of.schemas[field], ...of.cells[field] }),
  )
  return [...shown(shownBefore), ...columns, ...shown(shownAfter)]
}

/** The columns that an import reads, passwords included. */
export const importColumns = (columns: readonly FileColumn[]): ImportColumn[] => columns.filter((column) => 'read' in column)

/** The columns whose values are staged. */
export const stagedColumns = (columns: readonly FileColumn[]): ImportColumn[] =>
  importColumns(columns).filter(({ use }) => use !== 'secret')

/** The column that marks a row for deletion; empty in every download. */
export const deleteColumn: ExportColumn<unknown> = { label: '削除', write: () => '' }
