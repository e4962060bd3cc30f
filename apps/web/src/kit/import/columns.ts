import { type ColumnMapping, matchHeadings } from '@mimamori/contract/headings'
import { fieldsOf, shownLabelsOf, type FileField, type ImportFile } from '@mimamori/contract/import-files'
import type { CsvFile } from './csv-file.ts'

/** By which column of a file (by index) which field is said, as somebody chose it; null for a column that is not imported. */
export type ColumnChoice = ReadonlyMap<number, string | null>

/** A column of a file that was chosen: its heading, its first values, and the field it is. */
export type FileColumn = {
  readonly index: number
  readonly heading: string
  readonly examples: readonly string[]
  /** Undefined if the column is not imported. */
  readonly field: FileField | undefined
  /** How the column of the field was found. */
  readonly matchedBy: 'label' | 'alias' | 'choice' | 'nothing'
}

export type FileColumns = {
  readonly columns: readonly FileColumn[]
  /** Fields that the file must have, and whose column is not known. */
  readonly missing: readonly FileField[]
  /** True where something is left to ask: a needed field without a column, or a column with an unknown heading. */
  readonly asks: boolean
  /** True if a column that holds something is not imported, and nobody has said that it should not be. */
  readonly isLeft: boolean
  /** What the request says of it; undefined where the headings say all. */
  readonly mapping: ColumnMapping | undefined
  /** The file under the labels of its fields, so that everything else finds its columns by them. */
  readonly content: CsvFile
}

/** The column by which a row deletes; it is known by its heading alone. */
const deletes = '削除'

const examplesShown = 3

/**
 * Which column of a file is which field: by its heading, or as somebody chose it. The server decides by the same rules.
 * @param made fields whose empty cells the server fills, so that their column may be missing
 */
export const columnsOf = (file: ImportFile, content: CsvFile, choice: ColumnChoice, made: readonly string[]): FileColumns => {
  const fields = fieldsOf(file)
  const [header = [], ...rows] = content.head
  const headings = header.map((heading) => heading.replace('\uFEFF', ''))
  const shown = [...shownLabelsOf(file), deletes]
  const found = matchHeadings(fields, shown, headings)
  const byIndex = new Map([...found.places].map(([field, index]) => [index, field]))
  for (const [index, field] of choice) {
    if (field !== null) for (const [other, taken] of byIndex) if (taken === field) byIndex.delete(other)
    if (field === null) byIndex.delete(index)
    else byIndex.set(index, field)
  }
  const columns = headings.map((heading, index): FileColumn => {
    const field = fields.find((known) => known.field === byIndex.get(index))
    const source = field !== undefined && found.byAlias.includes(field.field) ? 'alias' : 'label'
    return {
      index,
      heading,
      examples: rows.slice(0, examplesShown).map((cells) => cells[index] ?? ''),
      field,
      matchedBy: choice.has(index) ? 'choice' : field === undefined ? 'nothing' : source,
    }
  })
  const columnOf = new Map(columns.flatMap(({ field, index }) => (field === undefined ? [] : [[field.field, index] as const])))
  const isEmpty = (index: number) => content.rows?.slice(1).every((cells) => (cells[index] ?? '').trim() === '') ?? false
  const left = [...found.unknown, ...[...found.ambiguous.values()].flat()].filter((index) => !isEmpty(index))
  return {
    columns,
    missing: fields.filter(({ field, isRequired }) => isRequired && !columnOf.has(field) && !made.includes(field)),
    asks: left.length > 0 || fields.some(({ field, isRequired }) => isRequired && !found.places.has(field) && !made.includes(field)),
    isLeft: left.some((index) => columns[index]?.matchedBy === 'nothing'),
    mapping: choice.size === 0 && found.ambiguous.size === 0 ? undefined : mappingOf(fields, columnOf),
    content: underLabels(content, columns),
  }
}

const mappingOf = (fields: readonly FileField[], columnOf: ReadonlyMap<string, number>): ColumnMapping =>
  Object.fromEntries(
    fields.map(({ field }) => {
      const index = columnOf.get(field)
      return [field, index === undefined ? null : index + 1]
    }),
  )

const underLabels = (content: CsvFile, columns: readonly FileColumn[]): CsvFile => {
  if (content.rows === undefined) return content
  const labels = columns.map(({ field, heading }) => field?.label ?? heading)
  return { ...content, rows: [labels, ...content.rows.slice(1)] }
}
