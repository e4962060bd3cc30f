import { expect, test } from 'vitest'
import { growthADay, isTableFlat, trendOf } from './trend.ts'

const points = (valueAt: (day: number) => number) => Array.from({ length: 49 }, (_, n) => ({ day: n / 8, value: valueAt(n / 8) }))

test('a leak shows as a share a day, and an outlier does not', () => {
  expect(growthADay(points((day) => 100 + 10 * day))).toBeCloseTo(10 / 130, 5)
  const withOutlier = points((day) => (day === 3 ? 5_000 : 100))
  expect(growthADay(withOutlier)).toBe(0)
  expect(trendOf(withOutlier, 0.05).isFlat).toBe(true)
  expect(
    trendOf(
      points((day) => 100 + 10 * day),
      0.05,
    ),
  ).toMatchObject({ isFlat: false })
  expect(
    trendOf(
      points((day) => 100 - 10 * day),
      0.05,
    ).isFlat,
  ).toBe(true)
})

test('too few points are not called flat', () => {
  expect(trendOf([], 0.05).isFlat).toBe(false)
  expect(
    trendOf(
      [
        { day: 1, value: 1 },
        { day: 2, value: 1 },
      ],
      0.05,
    ).isFlat,
  ).toBe(false)
})

test('a table that grows each day is found, one that breathes is not', () => {
  expect(isTableFlat([0, 100, 200, 300, 400, 500, 600])).toBe(false)
  expect(isTableFlat([900, 500, 400, 520, 500, 510, 0])).toBe(true)
})
