import { expect, test } from 'vitest'
import { withWholeWords } from './whole-words.ts'

test('no joiner separates a letter from its vowel or tone, which would be drawn on an empty circle', () => {
  const text = 'သတိပေးချက် အေးသောနေရာတွင် နားပြီး'
  const joined = withWholeWords(text)
  expect(joined.match(/\u2060\p{M}/gu)).toBeNull()
  expect(joined).toContain('\u2060')
  expect(joined.replaceAll('\u2060', '')).toBe(text)
})
