import { expect, test } from 'vitest'
import { shareOf, waitInWords } from './figure-words.ts'

test('a wait is said as finely as it matters', () => {
  const waits = [0, 45, 60, 192, 600, 780, 3_540, 4_800, 174_000, 180_000].map((seconds) => Object.values(waitInWords(seconds)).join(''))
  expect(waits).toEqual(['0秒', '45秒', '1分', '3.2分', '10分', '13分', '59分', '1.3時間', '2日', '2.1日'])
})

test('what rounds to an hour is an hour', () => {
  expect(waitInWords(3_590)).toEqual({ value: '1', unit: '時間' })
})

test('a share of nothing is none', () => {
  expect(shareOf(140, 183)).toBe('77%')
  expect(shareOf(0, 0)).toBe('―')
})
