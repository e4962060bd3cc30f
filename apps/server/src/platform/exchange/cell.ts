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

/** An instant in ISO 8601 with an offset as files write it: 2026/07/20 12:00:00, in the same offset. */
export const writeInstant = (iso: string): string => iso.slice(0, 19).replace('T', ' ').replaceAll('-', '/')

/** Reads one of the given words, full or half width; any other text is returned unchanged, for the schema to refuse. */
export const readWord =
  (words: Readonly<Record<string, string | number | boolean>>) =>
  (text: string): unknown => {
    const word = text.normalize('NFKC').trim()
    return Object.hasOwn(words, word) ? words[word] : word
  }
