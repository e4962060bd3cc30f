import { describe, expect, it } from 'vitest'
import {
  type Clothing,
  clothingAdjustment,
  effectiveWbgt,
  type MetabolicClass,
  metabolicRateWatts,
  referenceWbgt,
  wbgtExcess,
  wbgtInSun,
  wbgtWithoutSun,
} from './wbgt.ts'

describe('WBGT from temperatures', () => {
  it('weighs wet bulb, globe and air in the sun', () => {
    expect(wbgtInSun({ naturalWetBulb: 25, globe: 45, air: 33 })).toBeCloseTo(29.8, 10)
  })

  it('weighs wet bulb and globe without sun', () => {
    expect(wbgtWithoutSun({ naturalWetBulb: 25, globe: 45 })).toBeCloseTo(31, 10)
  })
})

describe('metabolic table', () => {
  it.each<[MetabolicClass, number, number, number]>([
    [0, 115, 33, 32],
    [1, 180, 30, 29],
    [2, 300, 28, 26],
    [3, 415, 26, 23],
    [4, 520, 25, 20],
  ])('class %i: %i W, reference %i °C acclimatised, %i °C not', (metabolicClass, watts, acclimatised, not) => {
    expect(metabolicRateWatts(metabolicClass)).toBe(watts)
    expect(referenceWbgt(metabolicClass, true)).toBe(acclimatised)
    expect(referenceWbgt(metabolicClass, false)).toBe(not)
  })
})

describe('clothing table', () => {
  it.each<[Clothing, number]>([
    ['workClothes', 0],
    ['clothCoverall', 0],
    ['smsCoverall', 0],
    ['polyolefinCoverall', 2],
    ['doubleWoven', 3],
    ['coverallWithLongImpermeableApron', 4],
    ['impermeableCoverall', 10],
    ['impermeableCoverallWithHood', 11],
    ['impermeableOverClothes', 12],
    ['workClothesWithHood', 1],
    ['clothCoverallWithHood', 1],
    ['smsCoverallWithHood', 1],
    ['polyolefinCoverallWithHood', 3],
    ['doubleWovenWithHood', 4],
    ['coverallWithLongImpermeableApronWithHood', 5],
    ['impermeableOverClothesWithHood', 13],
  ])('%s: %i °C', (clothing, adjustment) => {
    expect(clothingAdjustment(clothing)).toBe(adjustment)
  })
})

describe('excess', () => {
  it('is the WBGT with clothing over the reference', () => {
    expect(effectiveWbgt(29.4, 2)).toBe(31.4)
    expect(wbgtExcess(29.4, 2, 28)).toBe(3.4)
  })

  it('has no rounding noise at a boundary', () => {
    expect(32.3 - 31.3).toBeLessThan(1)
    expect(wbgtExcess(32.3, 0, 31.3)).toBe(1)
    expect(wbgtExcess(31.8, 1, 29.8)).toBe(3)
    expect(Object.is(wbgtExcess(27.9999999, 0, 28), 0)).toBe(true)
  })
})
