import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heatLevel } from './heat-level.ts'
import { type RestAdvice, restAdvice } from './rest.ts'

describe('heat level', () => {
  it.each([
    [-20, 0],
    [-0.01, 0],
    [0, 1],
    [0.99, 1],
    [1, 2],
    [2.99, 2],
    [3, 3],
    [12, 3],
  ])('excess %d °C is level %i', (excess, level) => {
    expect(heatLevel(excess)).toBe(level)
  })

  it.each([null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('is none for %s', (excess) => {
    expect(heatLevel(excess)).toBeNull()
  })

  it('never falls as the excess rises', () => {
    const excess = fc.double({ min: -50, max: 50, noNaN: true })
    fc.assert(
      fc.property(excess, excess, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        expect(heatLevel(high)).toBeGreaterThanOrEqual(heatLevel(low) as number)
      }),
    )
  })
})

describe('rest an hour', () => {
  const rest = (minutesPerHour: number): RestAdvice => ({ kind: 'rest', minutesPerHour })
  it.each<[number, RestAdvice]>([
    [-1, { kind: 'none' }],
    [0, { kind: 'none' }],
    [0.1, rest(15)],
    [1, rest(15)],
    [1.1, rest(30)],
    [2, rest(30)],
    [2.1, rest(45)],
    [3, rest(45)],
    [3.0000000001, rest(45)],
    [3.1, { kind: 'stop' }],
    [20, { kind: 'stop' }],
  ])('excess %d °C', (excess, advice) => {
    expect(restAdvice(excess)).toEqual(advice)
  })

  it('refuses an excess that is no number', () => {
    expect(() => restAdvice(Number.NaN)).toThrow(RangeError)
  })
})
