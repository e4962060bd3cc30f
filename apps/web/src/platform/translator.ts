import { withoutFurigana } from '@mimamori/texts/furigana'
import type { TFunction } from 'i18next'

/** How one text is asked for: the values of its placeholders, `count` for its plural form, `lng` for another language than the page's. */
type Options = Readonly<Record<string, unknown>> & { readonly furigana?: 'keep'; readonly lng?: string }

/** What the pages' texts are in now; another object after each change. */
export type Translation = { readonly t: TFunction; readonly i18n: { readonly language: string } }

type Translator = {
  readonly language: string
  readonly t: TFunction
  /** The texts of a language, whatever the page is in; Japanese where it has none. */
  readonly getFixedT: (language: string) => TFunction
  readonly hasTexts: (language: string) => boolean
  readonly addTexts: (language: string, texts: object) => void
  readonly changeLanguage: (language: string) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly current: () => Translation
}

const lookUp = (texts: object | undefined, key: string): string | undefined => {
  let found: unknown = texts
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return typeof found === 'string' ? found : undefined
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const inWords = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/**
 * The texts of the console's translated pages, by the files and the rules that i18next reads on the server (`textsIn`), which a test
 * compares: nested keys, plural forms by `count`, placeholders, Japanese where a language lacks a text. i18next itself is a tenth of what
 * the sign-in page may load (decisions/0176).
 * @param fallback the language that has every text, and its texts
 * @param finish what is done to a text of a language at the end
 */
export const createTranslator = (
  fallback: { readonly language: string; readonly texts: object },
  finish: (text: string, language: string) => string,
): Translator => {
  const known = new Map([[fallback.language, fallback.texts]])
  const listeners = new Set<() => void>()

  const formOf = (language: string, key: string, count: unknown): string | undefined => {
    const texts = known.get(language)
    if (texts === undefined) return undefined
    const plural = typeof count === 'number' ? lookUp(texts, `${key}_${new Intl.PluralRules(language).select(count)}`) : undefined
    return plural ?? lookUp(texts, key)
  }

  const translate = (language: string, key: string, options: Options): string => {
    const own = formOf(language, key, options['count'])
    const text = own ?? formOf(fallback.language, key, options['count'])
    if (text === undefined) return key
    const filled = text.replaceAll(placeholder, (whole, name: string) => (name in options ? inWords(options[name]) : whole))
    const read = options.furigana === 'keep' ? filled : withoutFurigana(filled)
    return finish(read, own === undefined ? fallback.language : language)
  }
  const getFixedT = (language: string) =>
    ((key: string, options: Options = {}) => translate(options.lng ?? language, key, options)) as unknown as TFunction

  const shownIn = (language: string): Translation => ({ t: getFixedT(language), i18n: { language } })
  let shown = shownIn(fallback.language)
  return {
    get language() {
      return shown.i18n.language
    },
    t: ((key: string, options: Options = {}) => translate(options.lng ?? shown.i18n.language, key, options)) as unknown as TFunction,
    getFixedT,
    hasTexts: (language) => known.has(language),
    addTexts: (language, texts) => void known.set(language, texts),
    changeLanguage: (language) => {
      shown = shownIn(language)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => shown,
  }
}
