import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { clockOf, dateOf } from '../platform/japan-time.ts'

/** 7月21日, of a day YYYY-MM-DD. */
export const dayInWords = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** 7月21日 07:50, of an instant in Japan. */
export const momentOf = (at: string | number): string => {
  const instant = typeof at === 'string' ? Date.parse(at) : at
  return `${dayInWords(dateOf(instant))} ${clockOf(instant)}`
}

const isLanguage = (code: string): code is Language => languages.some((known) => known === code)

/** What a language is called in Japanese; somebody who has chosen none reads Japanese. */
export const languageInWords = (code: string | null): string => languageNames[code !== null && isLanguage(code) ? code : 'ja'].japanese
