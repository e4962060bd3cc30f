import { languageOfBrowser } from './language-of-browser.ts'
import { type PageLanguage, readPageLanguage } from './page-language.ts'
import { safeStorage } from './safe-storage.ts'

/** Where a browser keeps the language that was chosen on it. */
export const languageKey = 'mimamori-language'

/** The language of this device before somebody signs in: the one that was chosen here, or the browser's. */
export const deviceLanguage = (): PageLanguage => readPageLanguage(safeStorage.get(languageKey)) ?? languageOfBrowser(navigator.languages)
