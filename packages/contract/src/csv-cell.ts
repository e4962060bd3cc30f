/*
 * A spreadsheet evaluates a cell that begins like a formula, and anybody may have typed its text into a form. A leading
 * apostrophe makes it text; the import removes exactly that apostrophe.
 */
const likeFormula = /^'*[=+\-@\t\r＝＋－＠]/
const neutralised = /^'+[=+\-@\t\r＝＋－＠]/

/** A cell's text as files carry it: no spreadsheet takes it for a formula. */
export const neutralise = (text: string): string => (likeFormula.test(text) ? `'${text}` : text)

/** Undoes `neutralise`. */
export const restore = (text: string): string => (neutralised.test(text) ? text.slice(1) : text)

/** What files of ours begin with, so that spreadsheets read them as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** The content of a cell: a text, a number, or a number with a fixed count of decimals. */
export type CsvCell = string | number | { readonly value: number; readonly digits: number }

// A negative number begins like a formula: its type distinguishes it, or spreadsheets would read it as text.
const plain = (cell: CsvCell): string => {
  if (typeof cell === 'string') return neutralise(cell)
  return typeof cell === 'number' ? String(cell) : cell.value.toFixed(cell.digits)
}

/** A line of a file: every cell quoted, none a formula. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => `"${plain(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
