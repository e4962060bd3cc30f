import { restore } from '@mimamori/contract'
import { type CellValue, deleteColumn, type FileColumn, type ImportColumn, importColumns, type ReadCell, stagedColumns } from './columns.ts'
import { UnreadableFile } from './csv-in.ts'

// Columns repeat their values (trades, groups, days of consent): a value that was parsed once is remembered.
const rememberedAtMost = 2_000

const rememberingReader = (column: ImportColumn) => {
  const known = new Map<string, ReadCell>()
  return (text: string): ReadCell => {
    const before = known.get(text)
    if (before !== undefined) return before
    const read = column.read(text)
    if (known.size < rememberedAtMost) known.set(text, read)
    return read
  }
}

const plain = (label: string) => label.normalize('NFKC').trim()

/** The index of each heading. @throws UnreadableFile where a needed one is missing, or one occurs twice */
const positionsOf = (columns: readonly FileColumn[], header: readonly string[]): Map<string, number> => {
  const places = new Map(header.map((label, index) => [plain(restore(label)), index]))
  const missing = stagedColumns(columns).filter(({ label }) => !places.has(plain(label)))
  if (missing.length > 0) throw new UnreadableFile('E006', `1行目に見出しがありません：${missing.map(({ label }) => label).join('、')}`)
  const labels = [...columns, deleteColumn].map(({ label }) => plain(label))
  const twice = labels.filter((label) => header.filter((other) => plain(restore(other)) === label).length > 1)
  if (twice.length > 0) throw new UnreadableFile('E006', `1行目に同じ見出しがあります：${twice.join('、')}`)
  return places
}

/**
 * What cells must say that nobody takes in, by their headings, where they say anything: the records go elsewhere than such a
 * row believes.
 */
export type ExpectedCells = Readonly<Record<string, string>>

const expectationsOf = (expected: ExpectedCells, header: readonly string[]) =>
  Object.entries(expected).flatMap(([label, value]) => {
    const place = header.findIndex((heading) => plain(restore(heading)) === plain(label))
    return place < 0 ? [] : [{ label, value, place }]
  })

const deletions: Record<string, boolean> = { '': false, '0': false, '1': true }

export type RowRead =
  | { readonly values: readonly CellValue[]; readonly deletes: boolean; readonly secret: string | null }
  | { readonly faults: readonly string[] }

/**
 * Makes a reader of rows for the columns of a file. The file may have them in any order, and further ones, which are
 * read only to see that they say what is expected.
 * @returns reads the cells of a row: the values of the staged columns in order, or what is wrong with them
 * @throws UnreadableFile where the heading does not fit
 */
export const rowReader = (
  columns: readonly FileColumn[],
  header: readonly string[],
  expected: ExpectedCells = {},
): ((cells: readonly string[]) => RowRead) => {
  const places = positionsOf(columns, header)
  const staged = stagedColumns(columns).map((column) => ({
    column,
    place: places.get(plain(column.label)) ?? -1,
    read: rememberingReader(column),
  }))
  const secret = importColumns(columns).find(({ use }) => use === 'secret')
  const secretPlace = secret === undefined ? -1 : (places.get(plain(secret.label)) ?? -1)
  const expectations = expectationsOf(expected, header)
  const deletePlace = places.get(plain(deleteColumn.label)) ?? -1

  return (cells) => {
    const faults: string[] = []
    const deletes = deletions[plain(restore(cells[deletePlace] ?? ''))]
    if (deletes === undefined) faults.push(`${deleteColumn.label}：1か空にしてください。`)
    for (const { label, value, place } of expectations) {
      const said = restore(cells[place] ?? '')
      if (said !== value && plain(said) !== '' && plain(said) !== plain(value))
        faults.push(`${label}：選んだ${label}は「${value}」です。${label}を選び直すか、この欄を空にしてください。`)
    }
    const valueOf = (read: ReadCell): CellValue => {
      if ('value' in read) return read.value
      faults.push(read.fault)
      return null
    }
    const values = staged.map(({ column, place, read }) =>
      deletes === true && column.use !== 'key' ? null : valueOf(read(restore(cells[place] ?? ''))),
    )
    const given = deletes === true ? '' : restore(cells[secretPlace] ?? '')
    const password = secret === undefined || given === '' ? null : valueOf(secret.read(given))
    if (faults.length > 0) return { faults }
    return { values, deletes: deletes === true, secret: password === null ? null : String(password) }
  }
}
