import type { Language } from '@mimamori/contract/language'
import ja from './ja.json' with { type: 'json' }

type Loaded = { readonly default: object }

const loaders: Readonly<Record<Language, () => Promise<Loaded>>> = {
  ja: () => Promise.resolve({ default: ja }),
  en: () => import('./en.json', { with: { type: 'json' } }),
  vi: () => import('./vi.json', { with: { type: 'json' } }),
  'zh-Hans': () => import('./zh-hans.json', { with: { type: 'json' } }),
  id: () => import('./id.json', { with: { type: 'json' } }),
  fil: () => import('./fil.json', { with: { type: 'json' } }),
  my: () => import('./my.json', { with: { type: 'json' } }),
  ne: () => import('./ne.json', { with: { type: 'json' } }),
}

/** The texts of one language, for the console: Japanese is loaded with it, each other one is a file that is loaded when it is chosen. */
export const loadTexts = async (language: Language): Promise<object> => (await loaders[language]()).default

export { ja as japaneseTexts }
