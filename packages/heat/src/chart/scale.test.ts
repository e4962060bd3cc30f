import { expect, test } from 'vitest'
import { heartAxis, spread, yOf } from './scale.ts'

test('the axis ends at 200 until a peak passes 175, then 25 above it', () => {
  expect(heartAxis([])).toEqual({ min: 40, max: 200 })
  expect(heartAxis([90, null, 175]).max).toBe(200)
  expect(heartAxis([176]).max).toBe(201)
  expect(heartAxis([228]).max).toBe(253)
})

test('a slow heart is not cut off below', () => {
  expect(heartAxis([34, 80]).min).toBe(20)
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
