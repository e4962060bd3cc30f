import type { z } from 'zod'

export type CellValue = string | number | boolean | null

/** A column of a resource's file: its heading, and how a cell becomes a value of the staged table and back. */
export type CsvColumn = {
  /** Of the staged table, and of the rows that a download reads. */
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'integer' | 'date' | 'boolean'
  /** The contract's own: what it refuses is told by row, what it makes of the text is stored. */
  readonly schema: z.ZodType
  /** What to do about a value that is none; else what the schema says is told. */
  readonly remedy?: string
  /** From how files write it to what the schema takes. */
  readonly read?: (text: string) => unknown
  readonly write?: (value: CellValue) => string
  /**
   * Key: a row that deletes needs no more than it. Shown: written for people to read, not taken back. Secret: never
   * written and never staged; handed on by row. Whatever is shown or secret may be missing from a file.
   */
  readonly use?: 'key' | 'shown' | 'secret'
}

/** The heading of the column that says a row deletes. */
export const deleteLabel = '削除'

/** The columns that a file must have, and whose values are staged. */
export const stagedColumns = (columns: readonly CsvColumn[]): CsvColumn[] =>
  columns.filter(({ use }) => use !== 'shown' && use !== 'secret')

/** The headings of a download: every column, then the one to delete by. */
export const headings = (columns: readonly CsvColumn[]): string[] => [...columns.map(({ label }) => label), deleteLabel]

/** A value as its cell says it. */
export const writeCell = ({ use, write }: CsvColumn, value: CellValue | undefined): string => {
  if (use === 'secret' || value === null || value === undefined) return ''
  return write === undefined ? String(value) : write(value)
}
