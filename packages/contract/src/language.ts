import { z } from 'zod'

/** The languages of the workers' pages, notices and posters, as BCP 47 codes; Japanese first. All other screens are Japanese. */
export const languages = ['ja', 'en', 'vi', 'zh-Hans', 'id', 'fil', 'my', 'ne'] as const

export const language = z.enum(languages)
export type Language = z.infer<typeof language>

/** What each language is called: by its own speakers, for them to find it, and in Japanese, for people who look after them. */
export const languageNames: Readonly<Record<Language, { readonly own: string; readonly japanese: string }>> = {
  ja: { own: '日本語', japanese: '日本語' },
  en: { own: 'English', japanese: '英語' },
  vi: { own: 'Tiếng Việt', japanese: 'ベトナム語' },
  'zh-Hans': { own: '简体中文', japanese: '中国語（簡体字）' },
  id: { own: 'Bahasa Indonesia', japanese: 'インドネシア語' },
  fil: { own: 'Filipino', japanese: 'フィリピノ語' },
  my: { own: 'မြန်မာဘာသာ', japanese: 'ミャンマー語' },
  ne: { own: 'नेपाली', japanese: 'ネパール語' },
}
