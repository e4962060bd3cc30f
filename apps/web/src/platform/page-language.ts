import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { isAmong } from '@mimamori/contract/typed-lists'

/** Japanese with the readings of the Kanji above them, as a BCP 47 code. Only the pages know it: on record it is Japanese. */
export const furiganaJapanese = 'ja-Hrkt'

/** How a page can be shown: in a language, or in easy Japanese with readings. In the order of the list to choose from. */
export const pageLanguages = ['ja', furiganaJapanese, ...languages.filter((code) => code !== 'ja')] as const

export type PageLanguage = (typeof pageLanguages)[number]

/** The language that a stored or chosen text names; undefined where it names none. */
export const readPageLanguage = (text: unknown): PageLanguage | undefined => (isAmong(pageLanguages, text) ? text : undefined)

/** The language of a page, as people's records have it. */
export const languageOf = (shown: PageLanguage): Language => (shown === furiganaJapanese ? 'ja' : shown)

/** What it is called in the list, and in the little room that shows the present one. */
export const pageLanguageName = (shown: PageLanguage): { readonly listed: string; readonly short: string } => {
  if (shown === furiganaJapanese) return { listed: 'やさしい日本語（ふりがな）', short: 'にほんご' }
  const { own } = languageNames[shown]
  return { listed: own, short: own }
}
