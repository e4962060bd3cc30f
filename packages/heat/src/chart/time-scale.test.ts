import { expect, test } from 'vitest'
import { spaced, timeTicks } from './time-scale.ts'

const clockOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 16)

const at = (time: string) => Date.parse(`2026-07-20T${time}:00+09:00`)

test.each([
  ['11:32', '12:32', 6, ['11:40', '11:50', '12:00', '12:10', '12:20', '12:30']],
  ['11:30', '23:30', 12, ['12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00', '21:00', '22:00', '23:00']],
  ['11:30', '23:30', 5, ['13:00', '15:00', '17:00', '19:00', '21:00', '23:00']],
])('from %s to %s at most %i times are labelled, all of them round', (from, to, most, labelled) => {
  expect(timeTicks({ from: at(from), to: at(to) }, most).map(clockOf)).toEqual(labelled)
})

test('numbers that would cover each other are moved apart, in order and within bounds', () => {
  const bounds = { min: 0, max: 100 }
  expect(spaced([], 20, bounds)).toEqual([])
  expect(spaced([10, 12, 60], 20, bounds)).toEqual([10, 30, 60])
  expect(spaced([90, 95, 99], 20, bounds)).toEqual([60, 80, 100])
  expect(spaced([50, 50, 50], 80, bounds)).toEqual([0, 50, 100])
})
