import { expect, it } from 'vitest'
import { fadingWords } from './fading-words.ts'

it.each([
  [4, '暑さの中での作業が4日間ありません。暑熱順化がうすれ始めていることがあります。'],
  [20, '暑さの中での作業が20日間ありません。暑熱順化がうすれ始めていることがあります。'],
  [21, '暑さの中での作業が3週間以上ありません。暑熱順化がうすれ始めていることがあります。'],
])('%i days without work in the heat: %s', (days, words) => {
  expect(fadingWords(days)).toBe(words)
})
