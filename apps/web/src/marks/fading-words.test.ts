import { expect, it } from 'vitest'
import { fadingWords } from './fading-words.ts'

it.each([
  [4, '暑さの中での作業が4日間ありません。暑さへの慣れがうすれ始めていることがあります。'],
  [5, '暑さの中での作業が5日間ありません。暑さへの慣れがうすれています。短い時間から慣らしてください。'],
  [20, '暑さの中での作業が20日間ありません。暑さへの慣れがうすれています。短い時間から慣らしてください。'],
  [21, '暑さの中での作業が3週間以上ありません。暑さへの慣れがうすれています。短い時間から慣らしてください。'],
])('%i days without work in the heat: %s', (days, words) => {
  expect(fadingWords(days)).toBe(words)
})
