import { isEmptyMonth } from '@mimamori/contract/safety-summary'
import { expect, test } from 'vitest'
import { emptySummary, summaryOf } from './test-summary.ts'
import { dayAndClock, hoursOf } from './words.ts'

test('minutes are said as hours to a tenth', () => {
  expect([0, 510, 5_760, 74_040].map(hoursOf)).toEqual(['0', '8.5', '96', '1,234'])
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
