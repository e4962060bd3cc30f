import { describe, expect, it } from 'vitest'
import { altitudeCm, altitudeUncertaintyCm, rawAltitudeCm } from './altitude.ts'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'

const reference = { at: START, pressurePa: 101_325, temperatureCelsius: 30 }
const terminal = { at: START, pressurePa: 101_302 }

describe('altitude from pressure', () => {
  it('is 2 m for 23 Pa at 30 °C', () => {
    expect(rawAltitudeCm(reference, 101_302)).toBeCloseTo(201.44, 1)
  })

  it('takes the standard temperature where the barometer gives none', () => {
    const cm = rawAltitudeCm({ pressurePa: 100_820.1, temperatureCelsius: null }, 100_512.4)
    expect(cm).toBeCloseTo(2578.1, 0)
  })

  it('is negative below the reference', () => {
    expect(rawAltitudeCm(reference, 101_400)).toBeLessThan(-600)
  })

  it.each([
    [0, 30, 101_302],
    [-5, 30, 101_302],
    [101_325, -300, 101_302],
    [101_325, 30, 0],
    [Number.NaN, 30, 101_302],
    [101_325, 30, Number.NaN],
    [Number.POSITIVE_INFINITY, 30, 101_302],
  ])('is unknown for %d Pa, %d °C, %d Pa', (pressurePa, temperatureCelsius, terminalPa) => {
    expect(rawAltitudeCm({ pressurePa, temperatureCelsius }, terminalPa)).toBeNull()
  })
})

describe('altitude of a pair', () => {
  it('is less the offset: side by side it is 0', () => {
    const offsetCm = rawAltitudeCm(reference, 101_310) ?? Number.NaN
    expect(altitudeCm({ at: START, pressurePa: 101_310 }, reference, offsetCm)).toBe(0)
    expect(altitudeCm(terminal, reference, 50)).toBeCloseTo(151.44, 1)
  })

  it.each([
    [-15, true],
    [-15.01, false],
    [15, true],
    [15.01, false],
  ])('with the barometer %d minutes apart is known: %s', (minutes, known) => {
    const apart = { ...reference, at: START + minutes * MINUTE_MS }
    expect(altitudeCm(terminal, apart, 0) !== null).toBe(known)
  })

  it('is unknown without a barometer or with a time that is none', () => {
    expect(altitudeCm(terminal, null, 0)).toBeNull()
    expect(altitudeCm({ ...terminal, at: Number.NaN }, reference, 0)).toBeNull()
  })
})

it.each([
  [true, 25],
  [false, 100],
])('zeroed %s is sure to ±%i cm', (zeroed, cm) => {
  expect(altitudeUncertaintyCm(zeroed)).toBe(cm)
})
