import { type Language, language } from '@mimamori/contract'
import { japaneseTexts, loadTexts } from '@mimamori/texts/load'
import { furiganaProcessor, textOptions } from '@mimamori/texts/options'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** The texts of the workers' pages: Japanese from the start, others when they are chosen. */
export const texts = createInstance()
texts.use(furiganaProcessor)
texts.use(initReactI18next)
void texts.init({ ...textOptions, lng: 'ja', resources: { ja: { texts: japaneseTexts } }, react: { useSuspense: false } })

/** The language that the workers' pages are in now. */
export const currentLanguage = (): Language => language.catch('ja').parse(texts.language)

/**
 * Loads the texts of a language and shows the pages in it.
 * @throws what the browser says when the file cannot be loaded; the language stays as it was
 */
export const showLanguage = async (chosen: Language): Promise<void> => {
  if (!texts.hasResourceBundle(chosen, 'texts')) texts.addResourceBundle(chosen, 'texts', await loadTexts(chosen))
  await texts.changeLanguage(chosen)
  document.documentElement.lang = chosen
}
