import { isEmptyMonth } from '@mimamori/contract/safety-summary'
import { expect, test } from 'vitest'
import { emptySummary, summaryOf } from './test-summary.ts'
import { dayAndClock, hoursOf, shareOf, waitInWords } from './words.ts'

test('minutes are said as hours to a tenth', () => {
  expect([0, 510, 5_760, 74_040].map(hoursOf)).toEqual(['0', '8.5', '96', '1,234'])
})

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

test('a moment is of its day in Japan', () => {
  expect(dayAndClock('2026-07-20T15:08:00Z')).toBe('21日 00:08')
})

test('a month is empty where nobody wore anything, nothing was measured and nothing happened', () => {
  expect(isEmptyMonth(emptySummary)).toBe(true)
  expect(isEmptyMonth({ ...emptySummary, kinds: [{ kind: 'siteSilent', count: 0 }] })).toBe(true)
  expect(isEmptyMonth({ ...emptySummary, kinds: [{ kind: 'siteSilent', count: 1 }] })).toBe(false)
  expect(isEmptyMonth({ ...emptySummary, people: 1 })).toBe(false)
  expect(isEmptyMonth({ ...emptySummary, heat: summaryOf().heat })).toBe(false)
})
