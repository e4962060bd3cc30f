import { describe, expect, it } from 'vitest'
import { gapLimitMs, isCurrent } from './gap.ts'
import { MINUTE_MS } from './milliseconds.ts'

describe('gap', () => {
  it.each([
    [null, 5],
    [1, 5],
    [2, 5],
    [3, 7.5],
    [10, 25],
    [0, 5],
    [-10, 5],
    [Number.NaN, 5],
    [Number.POSITIVE_INFINITY, 5],
  ])('at an interval of %s minutes begins after %d', (interval, minutes) => {
    expect(gapLimitMs(interval)).toBe(minutes * MINUTE_MS)
  })

  it.each([
    [0, 5, 1, true],
    [0, 5.01, 1, false],
    [0, 25, 10, true],
    [0, 25.01, 10, false],
    [null, 0, 1, false],
  ])('data of %s is current %d minutes on at interval %i: %s', (lastAt, minutes, interval, current) => {
    expect(isCurrent(lastAt, minutes * MINUTE_MS, interval)).toBe(current)
  })
})
