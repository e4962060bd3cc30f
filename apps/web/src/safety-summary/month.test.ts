import { expect, test } from 'vitest'
import { chosenMonth, isSunday, monthInWords, monthOf } from './month.ts'

const endOfJuly = Date.parse('2026-07-31T23:59:00+09:00')

test('the month is that of Japan', () => {
  expect(monthOf(endOfJuly)).toBe('2026-07')
  expect(monthOf(endOfJuly + 60_000)).toBe('2026-08')
})

test('the running month is shown where none is asked for, or one that has not come', () => {
  expect(chosenMonth(undefined, endOfJuly)).toBe('2026-07')
  expect(chosenMonth('2026-08', endOfJuly)).toBe('2026-07')
  expect(chosenMonth('2025-12', endOfJuly)).toBe('2025-12')
})

test('a month and its Sundays in words', () => {
  expect(monthInWords('2026-07')).toBe('2026年7月')
  expect(isSunday('2026-07-05')).toBe(true)
  expect(isSunday('2026-07-06')).toBe(false)
})
