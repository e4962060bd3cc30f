import { expect, test } from 'vitest'
import { wbgtRange } from './wbgt-axis.ts'

test('the axis holds all values in steps of three and has 25, 28 and 31 on it', () => {
  expect(wbgtRange([29.9])).toEqual({ min: 25, max: 31, ticks: [25, 28, 31] })
  expect(wbgtRange([20.1, 31.4])).toEqual({ min: 19, max: 34, ticks: [19, 22, 25, 28, 31, 34] })
  expect(wbgtRange([22, 31])).toEqual({ min: 22, max: 31, ticks: [22, 25, 28, 31] })
})
