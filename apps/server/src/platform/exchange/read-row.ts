import { type ColumnMapping, foldHeading, matchHeadings, restore } from '@mimamori/contract'
import { type CellValue, deleteColumn, type FileColumn, type ImportColumn, importColumns, type ReadCell } from './columns.ts'
import { UnreadableFile } from './csv-in.ts'
import { widenKana } from './kana.ts'

// Columns repeat their values (trades, groups, days of consent): a value that was parsed once is remembered.
const rememberedAtMost = 2_000

type WidenedCell = ReadCell & { readonly isWidened: boolean }

/** Reads the cells of a column; half-width kana become full-width, except in secrets, which stay as typed. */
const rememberingReader = (column: ImportColumn) => {
  const known = new Map<string, WidenedCell>()
  return (cell: string): WidenedCell => {
    const before = known.get(cell)
    if (before !== undefined) return before
    const text = restore(cell)
    const widened = column.use === 'secret' ? text : widenKana(text)
    const read = { ...column.read(widened), isWidened: widened !== text }
    if (known.size < rememberedAtMost && column.use !== 'secret') known.set(cell, read)
    return read
  }
}

const plain = (label: string) => label.normalize('NFKC').trim()

const isNeeded = ({ read }: ImportColumn) => 'fault' in read('')

const deletes = { field: 'deletes', label: deleteColumn.label }

const refuseMapping = (columns: readonly ImportColumn[], header: readonly string[], mapping: ColumnMapping): void => {
  const places = Object.entries(mapping).flatMap(([field, number]) => {
    if (!columns.some((column) => column.field === field))
      throw new UnreadableFile('E006', `列の対応：「${field}」という項目はありません。`)
    return number ?? []
  })
  const beyond = places.find((number) => number < 1 || number > header.length)
  if (beyond !== undefined) throw new UnreadableFile('E006', `列の対応：${beyond}列目はありません。見出しは${header.length}列です。`)
  const twice = places.find((number, index) => places.indexOf(number) !== index)
  if (twice !== undefined) throw new UnreadableFile('E006', `列の対応：${twice}列目が、2つの項目に使われています。`)
}

const ambiguity = (label: string, headings: readonly string[]): string =>
  headings.every((heading) => foldHeading(heading) === foldHeading(label))
    ? `1行目に同じ見出しがあります：${label}`
    : `1行目に、「${label}」に当たる見出しが${headings.length}つあります：${headings.join('、')}`

/**
 * The index of each field's column.
 * @throws UnreadableFile where a needed one is missing, where two could be one field, or where the mapping does not fit
 */
const placesOf = (columns: readonly FileColumn[], header: readonly string[], mapping: ColumnMapping): ReadonlyMap<string, number> => {
  const taken = importColumns(columns)
  refuseMapping(taken, header, mapping)
  const shown = columns.filter((column) => !('read' in column)).map(({ label }) => label)
  const { places, ambiguous } = matchHeadings([...taken, deletes], shown, header, mapping)
  const doubtful = [...taken, deletes].flatMap(({ field, label }) => {
    const found = ambiguous.get(field)
    return found === undefined
      ? []
      : ambiguity(
          label,
          found.map((index) => header[index] ?? ''),
        )
  })
  if (doubtful.length > 0) throw new UnreadableFile('E006', doubtful.join('\n'))
  const missing = taken.filter((column) => column.use !== 'secret' && !places.has(column.field) && isNeeded(column))
  if (missing.length > 0) throw new UnreadableFile('E006', `1行目に見出しがありません：${missing.map(({ label }) => label).join('、')}`)
  return places
}

/**
 * What cells must say that nobody takes in, by their headings, where they say anything: the records go elsewhere than such a
 * row believes.
 */
export type ExpectedCells = Readonly<Record<string, string>>

const expectationsOf = (expected: ExpectedCells, header: readonly string[]) =>
  Object.entries(expected).flatMap(([label, value]) => {
    const place = header.findIndex((heading) => foldHeading(heading) === foldHeading(label))
    return place < 0 ? [] : [{ label, value, place }]
  })

const deletions: Record<string, boolean> = { '': false, '0': false, '1': true }

export type RowRead =
  | {
      readonly values: readonly CellValue[]
      readonly deletes: boolean
      readonly secret: string | null
      /** What should be looked at, though it stops nothing. */
      readonly warnings: readonly string[]
      /** True where half-width kana became full-width. */
      readonly isWidened: boolean
    }
  | { readonly faults: readonly string[] }

export type RowReader = {
  /** Reads the cells of a row: the values of the staged columns in order, or what is wrong with them. */
  readonly read: (cells: readonly string[]) => RowRead
  /** The names of the staged columns that the file does not have. */
  readonly absent: readonly string[]
}

/**
 * Makes a reader of rows for the columns of a file. The file may have them in any order, without those that need not be
 * filled, and with further ones, which are read only to see that they say what is expected.
 * @throws UnreadableFile where the heading does not fit
 */
export const rowReader = (
  columns: readonly FileColumn[],
  headings: readonly string[],
  { expected = {}, mapping = {} }: { readonly expected?: ExpectedCells; readonly mapping?: ColumnMapping } = {},
): RowReader => {
  const header = headings.map(restore)
  const places = placesOf(columns, header, mapping)
  const readers = importColumns(columns).map((column) => ({
    column,
    place: places.get(column.field) ?? -1,
    read: rememberingReader(column),
  }))
  const staged = readers.filter(({ column }) => column.use !== 'secret')
  const secret = readers.find(({ column }) => column.use === 'secret')
  const expectations = expectationsOf(expected, header)
  const deletePlace = places.get(deletes.field) ?? -1

  const read = (cells: readonly string[]): RowRead => {
    // A comma too many moves all that follows it by one: what is read then is another column's.
    if (cells.length > header.length)
      return {
        faults: [
          `見出しより列が多くあります（見出し${header.length}列、この行${cells.length}列）。値の中に「,」があるときは、値を " で囲んでください。`,
        ],
      }
    const faults: string[] = []
    const warnings: string[] = []
    let isWidened = false
    const isDeleted = deletions[plain(restore(cells[deletePlace] ?? ''))]
    if (isDeleted === undefined) faults.push(`${deleteColumn.label}：1か空にしてください。`)
    for (const { label, value, place } of expectations) {
      const cellText = restore(cells[place] ?? '')
      if (cellText !== value && plain(cellText) !== '' && plain(cellText) !== plain(value))
        faults.push(`${label}：選んだ${label}は「${value}」です。${label}を選び直すか、この欄を空にしてください。`)
    }
    const valueOf = (cell: WidenedCell): CellValue => {
      if ('fault' in cell) {
        faults.push(cell.fault)
        return null
      }
      if (cell.warning !== undefined) warnings.push(cell.warning)
      isWidened ||= cell.isWidened
      return cell.value
    }
    const values = staged.map((reader) =>
      isDeleted === true && reader.column.use !== 'key' ? null : valueOf(reader.read(cells[reader.place] ?? '')),
    )
    const given = secret === undefined || isDeleted === true ? '' : (cells[secret.place] ?? '')
    const password = secret === undefined || given === '' ? null : valueOf(secret.read(given))
    if (faults.length > 0) return { faults }
    return { values, deletes: isDeleted === true, secret: password === null ? null : String(password), warnings, isWidened }
  }
  return { read, absent: staged.filter(({ place }) => place < 0).map(({ column }) => column.name) }
}
