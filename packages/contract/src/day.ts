import { isAmong } from './typed-lists.ts'

/** Milliseconds of a day of 24 hours, as every day of Japan is. */
export const dayMs = 86_400_000

// Eras by their first day; the first year of an era may be written 元.
const eras = [
  { names: ['令和', 'R'], from: '2019-05-01', yearBefore: 2018 },
  { names: ['平成', 'H'], from: '1989-01-08', yearBefore: 1988 },
  { names: ['昭和', 'S'], from: '1926-12-25', yearBefore: 1925 },
] as const

const written = /^(令和|平成|昭和|R|H|S)?\s*(\d{1,4}|元)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/i

const dayOf = (year: number, month: number, day: number): string | undefined => {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
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
  const era = eras.find(({ names }) => isAmong<string>(names, eraName?.toUpperCase()))
  // Two digits without an era could be any century.
  if (eraName === undefined ? yearText.length !== 4 : era === undefined) return text
  const year = (yearText === '元' ? 1 : Number(yearText)) + (era?.yearBefore ?? 0)
  const found = dayOf(year, Number(month), Number(day))
  return found === undefined || (era !== undefined && found < era.from) ? text : found
}
