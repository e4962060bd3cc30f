import { expect, test } from 'vitest'
import { stack, windowOf } from './chart-layout.ts'
import { startOfDay } from '../platform/japan-time.ts'

test('the window begins with the chosen hour and stays within the day', () => {
  const midnight = startOfDay('2026-07-21')
  const hoursOf = (chosen: number) => Object.values(windowOf(midnight, chosen)).map((at) => (at - midnight) / 3_600_000)
  expect([0, 10, 20, 22, 23].map(hoursOf)).toEqual([
    [0, 4],
    [10, 14],
    [20, 24],
    [22, 24],
    [23, 24],
  ])
})

test('a mark that would cover an earlier one is lifted above it, or stands below where there is no room', () => {
  const y = 60
  expect(
    stack(
      [
        { x: 0.1, y },
        { x: 0.5, y },
        { x: 0.15, y: 55 },
        { x: 0.12, y },
      ],
      0.2,
      22,
    ),
  ).toEqual([60, 60, 33, 126])
  expect(
    stack(
      [
        { x: 0.1, y: 10 },
        { x: 0.1, y: 10 },
        { x: 0.2, y: 12 },
      ],
      0.2,
      22,
    ),
  ).toEqual([10, 76, 100])
})
