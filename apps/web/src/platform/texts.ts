import type { Language } from '@mimamori/contract/language'
import type { Texts } from '@mimamori/texts/options'
import { useSyncExternalStore } from 'react'
import { japaneseTexts, loadTexts } from './load-texts.ts'
import { languageOf, type PageLanguage, readPageLanguage } from './page-language.ts'
import { createTranslator, type Translation } from './translator.ts'
import { withWholeWords } from './whole-words.ts'

/** The texts of the workers' pages: Japanese from the start, others when they are chosen. */
export const texts = createTranslator({ language: 'ja', texts: japaneseTexts satisfies Texts }, (text, language) =>
  language === 'my' ? withWholeWords(text) : text,
)

/** The texts in the language that the page is in, for a part of it: drawn again when another is chosen. */
export const useTranslation = (): Translation => useSyncExternalStore(texts.subscribe, texts.current)

/** How the workers' pages are shown now. */
const shownNow = (): PageLanguage => readPageLanguage(texts.language) ?? 'ja'

/** The language that the workers' pages are in now. */
export const currentLanguage = (): Language => languageOf(shownNow())

const load = async (chosen: Language): Promise<void> => {
  if (!texts.hasTexts(chosen)) texts.addTexts(chosen, await loadTexts(chosen))
}

/**
 * Shows the pages in a language. Where its texts cannot be loaded, they are in Japanese with the readings of the Kanji, until there is a
 * connection again.
 */
export const showLanguage = async (chosen: PageLanguage): Promise<void> => {
  const language = languageOf(chosen)
  await load(language).catch(() => addEventListener('online', () => void showLanguage(shownNow()), { once: true }))
  document.documentElement.lang = language
  texts.changeLanguage(chosen)
}
