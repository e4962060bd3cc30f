import { languages } from '@mimamori/contract/language'
import { allTexts, textsIn } from '@mimamori/texts'
import { expect, test } from 'vitest'
import { createTranslator } from './translator.ts'

const translator = createTranslator({ language: 'ja', texts: allTexts.ja }, (text) => text)
for (const language of languages) translator.addTexts(language, allTexts[language])

/** Texts by any key, which the console's types know only as far as there are texts. */
type Read = (key: string, options?: object) => string

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? keysOf(inner, `${path}${name}.`)
      : [`${path}${name}`.replace(/_(?:one|two|few|many|other)$/, '')],
  )
const keys = [...new Set(keysOf(allTexts.ja))]
const values = Object.fromEntries(
  [...JSON.stringify(allTexts.ja).matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(({ 1: name = '' }) => [name, `<${name} $1>`]),
)

test.each(languages)('every text in %s is the same as on the server, in each plural form and with the readings too', (language) => {
  const own = translator.getFixedT(language) as unknown as Read
  const server = textsIn(language) as unknown as Read
  for (const key of keys)
    for (const options of [...[0, 1, 2, 5, 21].map((count) => ({ ...values, count })), { ...values, furigana: 'keep' }, {}])
      expect(own(key, options), `${key} ${JSON.stringify(options)}`).toBe(server(key, options))
})

test('a text that a language lacks is Japanese, and a change of language is announced', () => {
  const small = createTranslator({ language: 'ja', texts: { a: '{休|やす}む', b: 'ja' } }, (text, language) => `${text} (${language})`)
  const read = small.t as unknown as Read
  small.addTexts('my', { a: 'my' })
  const heard: string[] = []
  const stop = small.subscribe(() => heard.push(small.current().i18n.language))
  small.changeLanguage('my')
  expect([read('a'), read('b'), read('c')]).toEqual(['my (my)', 'ja (ja)', 'c'])
  expect(read('a', { lng: 'ja', furigana: 'keep' })).toBe('{休|やす}む (ja)')
  small.changeLanguage('ja-Hrkt')
  expect(read('a')).toBe('休む (ja)')
  stop()
  small.changeLanguage('ja')
  expect(heard).toEqual(['my', 'ja-Hrkt'])
})
