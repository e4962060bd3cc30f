/** How many bad rows of a file are reported one by one. */
export const faultsShown = 200

export type RowFault = { readonly row: number; readonly text: string }

/** What is wrong with a file, row by row; `badRows` also counts those that are not reported. */
export type Faults = { readonly messages: Readonly<Record<string, string[]>>; readonly badRows: number }

/** Texts by row: the first rows in order, and how many more there are. */
const firstRows = (byRow: ReadonlyMap<number, string[]>, count: number, moreRows: string): Record<string, string[]> => {
  const shown = [...byRow].toSorted(([a], [b]) => a - b).slice(0, faultsShown)
  const more = count - shown.length
  if (more > 0) shown.at(-1)?.[1].push(`ほかに、${moreRows}が${more.toLocaleString('ja-JP')}行あります。`)
  return Object.fromEntries(shown)
}

type RowTexts = readonly (readonly [row: number, texts: readonly string[]])[]

const byRowOf = (read: RowTexts, found: readonly RowFault[]): Map<number, string[]> => {
  const byRow = new Map<number, string[]>(read.map(([row, texts]) => [row, [...texts]]))
  for (const { row, text } of found) {
    const texts = byRow.get(row)
    if (texts === undefined) byRow.set(row, [text])
    else texts.push(text)
  }
  return byRow
}

/** Joins the warnings that the reading and the database have about an imported file, by row; undefined where there are none. */
export const gatherWarnings = (
  read: { readonly warnings: RowTexts; readonly warnedRows: number },
  found: readonly RowFault[],
): Record<string, string[]> | undefined => {
  const byRow = byRowOf(read.warnings, found)
  const count = byRow.size + read.warnedRows - read.warnings.length
  return count === 0 ? undefined : firstRows(byRow, count, '確認の必要な行')
}

/** Joins the faults that the reading and the database found: the first rows in order, and how many more there are. */
export const gatherFaults = (read: { readonly faults: RowTexts; readonly badRows: number }, found: readonly RowFault[]): Faults => {
  const byRow = byRowOf(read.faults, found)
  // A row that could not be read was never staged, so the database has found nothing wrong with it.
  const badRows = read.badRows + new Set(found.map(({ row }) => row)).size
  return { messages: firstRows(byRow, badRows, '誤りのある行'), badRows }
}
