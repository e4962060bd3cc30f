import type { Language } from '@mimamori/contract/language'
import japanese from '@mimamori/texts/ja.json'

type Loaded = { readonly default: object }

const loaders: Readonly<Record<Language, () => Promise<Loaded>>> = {
  ja: () => Promise.resolve({ default: japanese }),
  en: () => import('@mimamori/texts/en.json'),
  vi: () => import('@mimamori/texts/vi.json'),
  'zh-Hans': () => import('@mimamori/texts/zh-hans.json'),
  id: () => import('@mimamori/texts/id.json'),
  fil: () => import('@mimamori/texts/fil.json'),
  my: () => import('@mimamori/texts/my.json'),
  ne: () => import('@mimamori/texts/ne.json'),
}

/** The texts of one language: Japanese is there from the start, each other one is a file that is loaded when it is chosen. */
export const loadTexts = async (language: Language): Promise<object> => (await loaders[language]()).default

export { japanese as japaneseTexts }
