import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { marginOf, meanLimit, peakLimit } from './heart-limits.ts'
import { heartLimits } from './heart-rate.ts'
import { MINUTE_MS } from './milliseconds.ts'
import type { Shift } from './shift.ts'

// Somebody of 40: 140, 159, 180 bpm.
const limits = heartLimits(40)
const shift = (changes: Partial<Shift> = {}): Shift => ({
  began: START,
  own: null,
  highestMean: null,
  searched: 0,
  strainedAt: null,
  ...changes,
})
const later = START + 120 * MINUTE_MS

describe('the margin above the own measure', () => {
  it.each([
    [0, 15],
    [1, 12],
    [2, 8],
    [3, 5],
    [null, 12],
  ] as const)('is at heat level %s %i bpm', (heat, margin) => {
    expect(marginOf(heat)).toBe(margin)
  })
})

describe('the limit of the own peak', () => {
  it.each([
    [150, 2, 159],
    [155, 2, 163],
    [170, 0, 185],
    [185, 0, 189],
  ] as const)('of %i bpm at heat level %s is %i: never below the instantaneous limit, nor 30 above it', (peak, heat, limit) => {
    expect(peakLimit(limits, { mean: 120, peak, shifts: 3 }, heat)).toBe(limit)
  })
})

describe('the limit of the mean', () => {
  const own = (mean: number) => shift({ own: { mean, peak: 150, shifts: 3 } })

  it.each([
    [110, 1, 137],
    [110, 0, 140],
    [131, 2, 139],
    [150, 1, 162],
    [165, 1, 170],
  ] as const)('with an own mean of %i at heat level %s is %i', (mean, heat, limit) => {
    expect(meanLimit(limits, own(mean), later, heat)).toEqual({ limit, compared: mean })
  })

  it('never lies above 180 − age where the own mean is low', () => {
    // Of 60: 120.
    expect(meanLimit(heartLimits(60), own(90), later, 1).limit).toBe(120)
    expect(meanLimit(heartLimits(60), own(90), later, 0).limit).toBe(120)
  })

  it('without an own measure follows the age, until the shift has a mean of its own after 90 minutes', () => {
    const at = START + 89 * MINUTE_MS
    expect(meanLimit(limits, shift({ highestMean: 120 }), at, 1)).toEqual({ limit: 150, compared: null })
    expect(meanLimit(limits, shift({ highestMean: 120 }), at, 0)).toEqual({ limit: 155, compared: null })
    expect(meanLimit(limits, shift(), later, 1)).toEqual({ limit: 150, compared: null })
    expect(meanLimit(limits, shift({ highestMean: 130 }), later, 1)).toEqual({ limit: 142, compared: 130 })
    expect(meanLimit(limits, shift({ highestMean: 130 }), later, 0)).toEqual({ limit: 147, compared: 130 })
    expect(meanLimit(limits, shift({ highestMean: 100 }), later, null)).toEqual({ limit: 137, compared: 100 })
    expect(meanLimit(limits, shift({ highestMean: 169 }), later, 1)).toEqual({ limit: 170, compared: 169 })
  })
})
