import { languages, type Language } from '@mimamori/contract/language'

// What browsers call some of them: Chinese by its country, Filipino also Tagalog, Indonesian by its former code.
const otherCodes: Readonly<Record<string, Language>> = { zh: 'zh-Hans', tl: 'fil', in: 'id' }

/** The first of a browser's languages that there is, as BCP 47 tags in the person's order; Japanese where there is none. */
export const languageOfBrowser = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const [base = ''] = tag.toLowerCase().split('-')
    const found = otherCodes[base] ?? languages.find((code) => code === base)
    if (found !== undefined) return found
  }
  return 'ja'
}
