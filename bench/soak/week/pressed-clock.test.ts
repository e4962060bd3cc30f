import { expect, test } from 'vitest'
import { nextMonday, pressedAt, pressWeek, realOf } from './pressed-clock.ts'

const hourMs = 3_600_000
const begin = Date.parse('2026-11-30T00:00:00+09:00')
const realBegin = Date.parse('2026-11-27T12:00:00Z')

test('a week passes in two hours, most of them working hours, and then time passes as it does', () => {
  const knots = pressWeek({ realBegin, begin, hours: 2 })
  expect(pressedAt(knots, realBegin)).toBe(begin)
  expect(pressedAt(knots, realBegin + 2 * hourMs)).toBe(begin + 7 * 24 * hourMs)
  expect(pressedAt(knots, realBegin + 2 * hourMs + 5_000)).toBe(begin + 7 * 24 * hourMs + 5_000)
  const noon = begin + 2 * 24 * hourMs + 12 * hourMs
  expect(pressedAt(knots, realOf(knots, noon))).toBe(noon)
  const ofHour = (at: number) => realOf(knots, at + hourMs) - realOf(knots, at)
  expect(ofHour(noon)).toBeCloseTo(6 * ofHour(noon + 10 * hourMs), 3)
})

test('it begins on a Monday of Japan that has not come', () => {
  expect(nextMonday(realBegin)).toBe(begin)
  expect(nextMonday(begin)).toBe(begin)
  expect(nextMonday(begin + 1)).toBe(begin + 7 * 24 * hourMs)
})
