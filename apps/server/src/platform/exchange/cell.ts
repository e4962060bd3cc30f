/*
 * A spreadsheet runs a cell that begins like a formula, and the cell's text is what somebody typed into a form. An
 * apostrophe before it makes it text; the import takes exactly that apostrophe away again.
 */
const likeFormula = /^'*[=+\-@\t\r＝＋－＠]/
const neutralised = /^'+[=+\-@\t\r＝＋－＠]/

/** A cell's text as files carry it. */
export const neutralise = (text: string): string => (likeFormula.test(text) ? `'${text}` : text)

/** What `neutralise` was given. */
export const restore = (text: string): string => (neutralised.test(text) ? text.slice(1) : text)

/** An instant, given in ISO 8601 with an offset, as a file says it: 2026/07/20 12:00:00, of that offset. */
export const writeInstant = (iso: string): string => iso.slice(0, 19).replace('T', ' ').replaceAll('-', '/')

/** Reads one of some words, in any width; what is none of them comes back as it is, for the schema to refuse. */
export const readWord =
  (words: Readonly<Record<string, string | number | boolean>>) =>
  (text: string): unknown => {
    const word = text.normalize('NFKC').trim()
    return Object.hasOwn(words, word) ? words[word] : word
  }
