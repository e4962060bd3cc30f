import { expect, test } from 'vitest'
import { heartAxis, spread, stack, windowOf, yOf } from './chart-layout.ts'
import { startOfDay } from '../platform/japan-time.ts'

test('the axis ends at 200 until a peak passes 175, then 25 above it', () => {
  expect(heartAxis([])).toEqual({ min: 40, max: 200 })
  expect(heartAxis([90, null, 175]).max).toBe(200)
  expect(heartAxis([176]).max).toBe(201)
  expect(heartAxis([228]).max).toBe(253)
})

test('a slow heart is not cut off below', () => {
  expect(heartAxis([34, 80]).min).toBe(20)
})

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

test('a value beyond the axis stays at the edge of its plot', () => {
  const [axis, plot] = [
    { min: 40, max: 200 },
    { top: 10, height: 160 },
  ]
  expect([40, 120, 200, 230].map((value) => yOf(value, axis, plot))).toEqual([170, 90, 10, 10])
})

test('labels that would cover each other move up, the lowest stays', () => {
  expect(spread([100, 50, 90], 20)).toEqual([100, 50, 80])
  expect(spread([100, 95, 98], 20)).toEqual([100, 60, 80])
  expect(spread([10, 60], 20)).toEqual([10, 60])
})

test('a mark that would cover an earlier one is lifted above it, as far as there is room', () => {
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
  ).toEqual([60, 60, 33, 16])
  expect(
    stack(
      [
        { x: 0.1, y: 10 },
        { x: 0.1, y: 10 },
      ],
      0.2,
      22,
    ),
  ).toEqual([10, 10])
})
