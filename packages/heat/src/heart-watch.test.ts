import { expect, it } from 'vitest'
import { intervalConcern } from './heart-watch.ts'

it.each([
  [null, null],
  [Number.NaN, null],
  [1, null],
  [5, null],
  // Each five minutes, some seconds more or less.
  [5.1, null],
  [5.5, 'long'],
  [15, 'long'],
  [15.4, 'long'],
  [15.5, 'tooLong'],
  [60, 'tooLong'],
])('an interval of %s minutes is %s', (minutes, concern) => {
  expect(intervalConcern(minutes)).toBe(concern)
})
