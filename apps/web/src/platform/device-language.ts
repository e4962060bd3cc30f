import { language, type Language } from '@mimamori/contract/language'
import { languageOfBrowser } from './language-of-browser.ts'

/** Where a browser keeps the language that was chosen on it. */
export const languageKey = 'mimamori-language'

/** The language of this device before somebody signs in: the one that was chosen here, or the browser's. */
export const deviceLanguage = (): Language =>
  language.safeParse(localStorage.getItem(languageKey)).data ?? languageOfBrowser(navigator.languages)
