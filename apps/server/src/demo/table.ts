// Full-width signs take two columns of a terminal (Unicode UAX 11, the ranges that occur in Japanese text).
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu

/** The columns that a text takes on a terminal. */
export const columnsOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0)

/** A table of text whose columns line up, the first row set apart as its head. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - columnsOf(cell)))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('──')
  return rows.map((row, index) => (index === 0 ? `${line(row)}\n${rule}` : line(row))).join('\n')
}
