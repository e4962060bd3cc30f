import { expect, test } from 'vitest'
import { axisOf, heightOf, tickText } from './scale.ts'

test('an axis has whole steps, at most five, and holds every value', () => {
  expect(axisOf([0, 23]).ticks).toEqual([0, 5, 10, 15, 20, 25])
  expect(axisOf([24.5, 31, 28]).ticks).toEqual([24, 26, 28, 30, 32])
  expect(axisOf([-3.2, 2]).ticks).toEqual([-4, -2, 0, 2])
  expect(axisOf([0, 1_234]).ticks).toEqual([0, 500, 1_000, 1_500])
})

test('an axis of one value, or of nothing but zero, still has an extent', () => {
  expect(axisOf([28])).toMatchObject({ min: 28, max: 29 })
  expect(axisOf([0, 0])).toMatchObject({ min: 0, max: 1 })
})

test('a value is placed in proportion, and beyond the axis at its edge', () => {
  const plot = { top: 10, height: 100 }
  expect([0, 5, 10, 12].map((value) => heightOf(value, { min: 0, max: 10, ticks: [] }, plot))).toEqual([110, 60, 10, 10])
  expect(tickText(-5)).toBe('−5')
})
