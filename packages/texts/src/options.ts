import { languages } from '@mimamori/contract/language'
import type { InitOptions, PostProcessorModule } from 'i18next'
import { withoutFurigana } from './furigana.ts'
import ja from './ja.json' with { type: 'json' }

/** All texts of one language. Japanese is complete by definition; a test keeps the others so. */
export type Texts = typeof ja

declare module 'i18next' {
  // Typed keys: `t('signIn.next')`.
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** Takes the readings out of every text, unless `t` is called with `furigana: 'keep'`, as what draws them does. */
export const furiganaProcessor: PostProcessorModule = {
  type: 'postProcessor',
  name: 'furigana',
  process: (value: string, _key, options: { readonly furigana?: unknown }) =>
    options.furigana === 'keep' ? value : withoutFurigana(value),
}

/** How i18next works on the server and in the console: one namespace, Japanese where a text is missing, no HTML in texts. */
export const textOptions = {
  fallbackLng: 'ja',
  supportedLngs: [...languages],
  load: 'currentOnly',
  ns: ['texts'],
  defaultNS: 'texts',
  interpolation: { escapeValue: false },
  postProcess: ['furigana'],
  initAsync: false,
} as const satisfies InitOptions
