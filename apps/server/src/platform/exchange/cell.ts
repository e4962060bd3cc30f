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

// Eras by their first day; the first year of an era may be written 元.
const eras = [
  { names: ['令和', 'R'], from: '2019-05-01', yearBefore: 2018 },
  { names: ['平成', 'H'], from: '1989-01-08', yearBefore: 1988 },
  { names: ['昭和', 'S'], from: '1926-12-25', yearBefore: 1925 },
] as const

const written = /^(令和|平成|昭和|R|H|S)?\s*(\d{1,4}|元)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/i

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}

/**
 * A day as people write it in Japan (2026-7-5, 2026/07/05, 2026年7月5日, 20260705, 令和8年7月5日, R8.7.5) as YYYY-MM-DD.
 * What is no day comes back as it is, for the schema to refuse.
 */
export const readDay = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const [, eraName, yearText = '', month, day] = written.exec(plain) ?? []
  if (yearText === '') return text
  const era = eras.find(({ names }) => (names as readonly string[]).includes(eraName?.toUpperCase() ?? ''))
  // Two digits without an era could be any century.
  if (eraName === undefined ? yearText.length !== 4 : era === undefined) return text
  const year = (yearText === '元' ? 1 : Number(yearText)) + (era?.yearBefore ?? 0)
  const found = dayOf(year, Number(month), Number(day))
  return found === undefined || (era !== undefined && found < era.from) ? text : found
}

/** Reads one of some words, in any width; what is none of them comes back as it is, for the schema to refuse. */
export const readWord =
  (words: Readonly<Record<string, string | number | boolean>>) =>
  (text: string): unknown => {
    const word = text.normalize('NFKC').trim()
    return Object.hasOwn(words, word) ? words[word] : word
  }
