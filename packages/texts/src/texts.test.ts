import { languages } from '@mimamori/contract/language'
import { reportSigns } from '@mimamori/contract/report-signs'
import { reportSignNames } from '@mimamori/contract/self-report'
import { describe, expect, test } from 'vitest'
import { furiganaParts, withoutFurigana } from './furigana.ts'
import { allTexts, textsIn } from './index.ts'

/** Every text with its path: `signIn.next`. */
const flat = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
    : [[path, String(value)]]

const plural = /_(zero|one|two|few|many|other)$/
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(({ 1: name = '' }) => name).toSorted()

const japanese = flat(allTexts.ja)

describe.each(languages)('the texts in %s', (language) => {
  const texts = new Map(flat(allTexts[language]))

  test('have every key, and no other', () => {
    const keys = [...texts.keys()].map((key) => key.replace(plural, ''))
    expect(new Set(keys)).toEqual(new Set(japanese.map(([key]) => key.replace(plural, ''))))
  })

  test('have the plural forms of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = japanese.filter(([key]) => plural.test(key)).map(([key]) => key.replace(plural, ''))
    const missing = counted.flatMap((key) => categories.map((category) => `${key}_${category}`)).filter((key) => !texts.has(key))
    expect(missing).toEqual([])
  })

  test('name the same values', () => {
    const wrong = japanese.flatMap(([key, text]) =>
      [...texts]
        .filter(([own]) => own.replace(plural, '') === key.replace(plural, ''))
        .filter(([, own]) => placeholders(own).join() !== placeholders(text).join())
        .map(([own]) => own),
    )
    expect(wrong).toEqual([])
  })

  test('are not empty, and only Japanese has readings', () => {
    const wrong = [...texts].filter(([, text]) => text.trim() === '' || (language !== 'ja' && withoutFurigana(text) !== text))
    expect(wrong).toEqual([])
  })
})

test('the server tells a person in their language, and in Japanese without readings where none is chosen', () => {
  expect(textsIn('vi')('condition.day.0')).toBe('Hôm nay')
  expect(textsIn(null)('condition.day.0')).toBe('今日')
})

test('readings belong to their Kanji', () => {
  expect(furiganaParts('{休|やす}む{時|とき}')).toEqual([{ text: '休', reading: 'やす' }, { text: 'む' }, { text: '時', reading: 'とき' }])
})

test('a sign has one name, for the one who reports it and for the leader', () => {
  const t = textsIn('ja')
  expect(Object.fromEntries(reportSigns.map((sign) => [sign, t(`siteReport.signs.${sign}`)]))).toEqual(reportSignNames)
})

/** Words that a language must not have beside the one that is used everywhere, and mistakes that had been made. */
const wrongWords: Partial<Record<(typeof languages)[number], RegExp>> = {
  en: /(?<!sub-)\bleader\b/i,
  vi: /đội trưởng/i,
  'zh-Hans': /工长|职长|现场/,
  id: /proyek|denyut|^Tidak enak$/i,
  fil: /\b(lider|leader|po|kard|kumpanya|koneksiyon|emerhensiya)\b|^Masama$/i,
  // သို့ is "to"; "or" is သို့မဟုတ်. Spoken forms are not mixed with written ones.
  my: /119 သို့ (?!ဖုန်း)|(?<!Mimamori|119) သို့ |အလုပ်ကြပ်|ဒီ |တဲ့|နဲ့|ပါတယ်/,
  ne: /फोरमेन|नाइके|टोली (नेता|प्रमुख)|साइट|कन्पन|काम्ने|गाह्रो छ|आपतकाल/,
}

test.each(languages)('the texts in %s have one word for a foreman, a site and an emergency, and one way of speaking', (language) => {
  const wrong = wrongWords[language]
  expect(flat(allTexts[language]).filter(([, text]) => wrong?.test(text) === true)).toEqual([])
})
