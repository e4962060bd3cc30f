import { withoutFurigana } from '@mimamori/texts/furigana'
import { japaneseTexts } from './load-texts.ts'
import type { ParseKeys, TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from './texts.ts'

type Phrase = { readonly key: ParseKeys; readonly pattern: RegExp; readonly places: readonly string[] }

const flat = (value: object, path: string): [key: string, text: string][] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = path === '' ? name : `${path}.${name}`
    return typeof inner === 'object' && inner !== null
      ? flat(inner, key)
      : [[key, withoutFurigana(String(inner))] satisfies [string, string]]
  })

const plain = new Map<string, ParseKeys>()
const patterns: Phrase[] = []

const place = /\{\{(\w+)\}\}/g
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

// The sections that hold what parts shared with the Japanese screens say.
const { common, signIn, condition } = japaneseTexts
const shared = { common, signIn, condition }
for (const [path, text] of flat(shared, '')) {
  const key = path.replace(/_other$/, '') as ParseKeys
  const places = [...text.matchAll(place)].map(({ 1: name = '' }) => name)
  if (places.length === 0) plain.set(text, key)
  else
    patterns.push({
      key,
      places,
      pattern: new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('(.+?)')}$`,
      ),
    })
}

// What has more words of its own is found first: 「継続心拍122を8超過・16分」 before 「16分」.
const ownWords = ({ pattern }: Phrase) => pattern.source.replaceAll('(.+?)', '').length
patterns.sort((one, other) => ownWords(other) - ownWords(one))

type Options = { readonly furigana?: 'keep' }

const translateLine = (t: TFunction, text: string, options: Options): string => {
  const key = plain.get(text)
  if (key !== undefined) return t(key, options)
  for (const { key: found, pattern, places } of patterns) {
    const match = pattern.exec(text)
    if (match === null) continue
    const inside = (value: string) => {
      const known = plain.get(value)
      return known === undefined ? value : t(known, options)
    }
    const values = Object.fromEntries(places.map((name, index) => [name, inside(match[index + 1] ?? '')]))
    const count = Number(values['count'])
    return t(found, { ...values, ...options, ...(Number.isNaN(count) ? {} : { count }) })
  }
  return text
}

const translate = (t: TFunction, text: string, options: Options = {}): string =>
  text
    .split('\n')
    .map((line) => translateLine(t, line, options))
    .join('\n')

/**
 * Translates what parts say that Japanese screens share: a message of the contract or of the server, a label, a button. It is looked
 * up by its Japanese words, line by line; what no language has stays Japanese.
 */
export const usePhrase = (): ((text: string) => string) => {
  const { t, i18n } = useTranslation()
  const isJapanese = i18n.language.startsWith('ja')
  return useCallback((text) => (isJapanese ? text : translate(t, text)), [t, isJapanese])
}

/** The same, with the readings of the Kanji in the text, for what draws them. */
export const useMarkedPhrase = (): ((text: string) => string) => {
  const { t, i18n } = useTranslation()
  const isPlain = i18n.language === 'ja'
  return useCallback((text) => (isPlain ? text : translate(t, text, { furigana: 'keep' })), [t, isPlain])
}
