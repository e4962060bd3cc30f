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

// A negative number begins like a formula: it is told apart by its type, or spreadsheets would take it for text.
const plain = (cell: string | number): string => (typeof cell === 'number' ? String(cell) : neutralise(cell))

/** A line of a file: every cell quoted, none a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => `"${plain(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
