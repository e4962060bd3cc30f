import type { Language } from '@mimamori/contract/language'
import { createInstance, type TFunction } from 'i18next'
import en from './en.json' with { type: 'json' }
import fil from './fil.json' with { type: 'json' }
import id from './id.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import my from './my.json' with { type: 'json' }
import ne from './ne.json' with { type: 'json' }
import { furiganaProcessor, textOptions } from './options.ts'
import vi from './vi.json' with { type: 'json' }
import zhHans from './zh-hans.json' with { type: 'json' }

/** The texts of each language. */
export const allTexts = { ja, en, vi, 'zh-Hans': zhHans, id, fil, my, ne } satisfies Record<Language, object>

const instance = createInstance()
instance.use(furiganaProcessor)
await instance.init({
  ...textOptions,
  lng: 'ja',
  resources: Object.fromEntries(Object.entries(allTexts).map(([code, texts]) => [code, { texts }])),
})

/**
 * The texts in a language, for the server: `textsIn('vi')('signIn.next')`. The console loads languages one by one instead.
 * @param language null where the person has not chosen one: Japanese
 */
export const textsIn = (language: Language | null): TFunction => instance.getFixedT(language ?? 'ja', 'texts')
