import type { Language } from '@mimamori/contract/language'
import { japaneseTexts, loadTexts } from './load-texts.ts'
import { furiganaProcessor, textOptions } from '@mimamori/texts/options'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { furiganaJapanese, languageOf, type PageLanguage, pageLanguage } from './page-language.ts'
import { wholeWordsProcessor } from './whole-words.ts'

/** The texts of the workers' pages: Japanese from the start, others when they are chosen. */
export const texts = createInstance()
texts.use(furiganaProcessor)
texts.use(wholeWordsProcessor)
texts.use(initReactI18next)
void texts.init({
  ...textOptions,
  // Japanese with readings has no texts of its own: they are the Japanese ones.
  supportedLngs: [...textOptions.supportedLngs, furiganaJapanese],
  postProcess: [...textOptions.postProcess, wholeWordsProcessor.name],
  lng: 'ja',
  resources: { ja: { texts: japaneseTexts } },
  react: { useSuspense: false },
})

/** How the workers' pages are shown now. */
const shownNow = (): PageLanguage => pageLanguage.catch('ja').parse(texts.language)

/** The language that the workers' pages are in now. */
export const currentLanguage = (): Language => languageOf(shownNow())

const load = async (chosen: Language): Promise<void> => {
  if (!texts.hasResourceBundle(chosen, 'texts')) texts.addResourceBundle(chosen, 'texts', await loadTexts(chosen))
}

/**
 * Shows the pages in a language. Where its texts cannot be loaded, they are in Japanese with the readings of the Kanji, until there is a
 * connection again.
 */
export const showLanguage = async (chosen: PageLanguage): Promise<void> => {
  const language = languageOf(chosen)
  await load(language).catch(() => addEventListener('online', () => void showLanguage(shownNow()), { once: true }))
  document.documentElement.lang = language
  await texts.changeLanguage(chosen)
}
