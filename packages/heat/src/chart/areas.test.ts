import { expect, test } from 'vitest'
import { areasBetween } from './areas.ts'

const sustained = { low: 120, high: 140, base: 120, above: 'cap' } as const

test('colour begins and ends exactly where the line crosses the limit', () => {
  const points = [
    [0, 110],
    [10, 130],
    [20, 110],
  ] as const
  expect(areasBetween(points, sustained)).toEqual([
    [
      [5, 120],
      [10, 130],
      [15, 120],
      [15, 120],
      [5, 120],
    ],
  ])
})

test('under the next limit the area continues flat', () => {
  const points = [
    [0, 110],
    [10, 150],
    [20, 150],
  ] as const
  expect(areasBetween(points, sustained)).toEqual([
    [
      [2.5, 120],
      [7.5, 140],
      [10, 140],
      [20, 140],
      [20, 120],
      [2.5, 120],
    ],
  ])
})

test('above the limit the area ends where it is cut, and returns', () => {
  const points = [
    [0, 0.5],
    [10, 1.5],
    [20, 0.5],
  ] as const
  expect(areasBetween(points, { low: 0, high: 1, base: 0, above: 'cut' })).toEqual([
    [
      [0, 0.5],
      [5, 1],
      [5, 0],
      [0, 0],
    ],
    [
      [15, 1],
      [20, 0.5],
      [20, 0],
      [15, 0],
    ],
  ])
})

test('a gap ends an area: nothing is filled where nothing was measured', () => {
  const points = [
    [0, 130],
    [10, 130],
    [11, null],
    [30, 130],
    [40, 130],
  ] as const
  expect(areasBetween(points, sustained).map((polygon) => [polygon[0]?.[0], polygon[1]?.[0]])).toEqual([
    [0, 10],
    [30, 40],
  ])
})

test('a single point, and a line below, fill nothing', () => {
  expect(areasBetween([[0, 150]], sustained)).toEqual([])
  expect(
    areasBetween(
      [
        [0, 100],
        [10, 119],
      ],
      sustained,
    ),
  ).toEqual([])
})
