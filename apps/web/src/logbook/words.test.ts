import { expect, test } from 'vitest'
import { gapOf, lineOf } from './test-lines.ts'
import { heatStepOf, whenOf } from './words.ts'

test('a value is of a moment, a stretch of a time', () => {
  expect(whenOf(lineOf('13:31'))).toBe('07/21 13:31')
  expect(whenOf(gapOf('10:20', '11:40'))).toBe('07/21 10:20〜11:40')
  expect(whenOf(lineOf('23:50', { until: '2026-07-22T00:00:00+09:00' }))).toBe('07/21 23:50〜24:00')
  expect(whenOf(lineOf('23:50', { until: '2026-07-22T00:20:00+09:00' }))).toBe('07/21 23:50〜07/22 00:20')
  expect(whenOf(lineOf('13:00', { until: '2026-07-24T00:00:00+09:00' }))).toBe('07/21 13:00〜07/24 00:00')
})

test('a value is marked from 28 and from 31', () => {
  expect([27.9, 28, 30.9, 31].map(heatStepOf)).toEqual([undefined, 28, 28, 31])
})
