import { describe, expect, it } from 'vitest'
import { ageForLimits, heartLimits, validHeartRate } from './heart-rate.ts'

describe('limits by age', () => {
  it.each([
    [20, 160, 172, 200],
    [40, 140, 159, 180],
    [58, 122, 147.3, 162],
    [60, 120, 146, 160],
  ])('at %i: %d, %d, %d bpm', (age, sustained, instantaneous, maximum) => {
    const limits = heartLimits(age)
    expect(limits.sustained).toBe(sustained)
    expect(limits.instantaneous).toBeCloseTo(instantaneous, 10)
    expect(limits.maximum).toBe(maximum)
  })

  it('takes the maximum by Tanaka where asked', () => {
    expect(heartLimits(40, 'tanaka')).toEqual({ ...heartLimits(40), maximum: 180 })
    expect(heartLimits(60, 'tanaka').maximum).toBe(166)
  })
})

describe('age', () => {
  it.each([
    ['1986-07-20', 40],
    ['1986-07-21', 39],
    ['1986-12-31', 39],
    ['2026-07-20', 0],
  ])('born %s is %i on 2026-07-20', (born, ageYears) => {
    expect(ageForLimits(born, '2026-07-20')).toEqual({ ageYears, assumed: false })
  })

  it.each([null, '', '20.7.1986', '2027-01-01', '1880-01-01'])('is assumed 60, and marked, for %j', (born) => {
    expect(ageForLimits(born, '2026-07-20')).toEqual({ ageYears: 60, assumed: true })
  })
})

describe('plausible heart rate', () => {
  it.each([30, 90, 240])('%d bpm counts', (bpm) => {
    expect(validHeartRate(bpm)).toBe(bpm)
  })

  it.each([null, 0, -1, 29.9, 240.1, Number.NaN, Number.POSITIVE_INFINITY])('%s is no heart rate', (bpm) => {
    expect(validHeartRate(bpm)).toBeNull()
  })
})
