import fc from 'fast-check'
import { expect, test } from 'vitest'
import { altitudeCm, altitudeUncertaintyCm, rawAltitudeCm } from './altitude.ts'
import { START } from './fixtures.ts'

// What a barometer at a building site may read, Pa and °C.
const pressure = fc.double({ min: 85_000, max: 108_000, noNaN: true })
const temperature = fc.option(fc.double({ min: -20, max: 45, noNaN: true }), { nil: null })
const raw = (pressurePa: number, temperatureCelsius: number | null, terminalPa: number) =>
  rawAltitudeCm({ pressurePa, temperatureCelsius }, terminalPa) ?? Number.NaN

test('above is below seen from the other side, and heights add up', () => {
  fc.assert(
    fc.property(pressure, pressure, pressure, temperature, (one, two, three, celsius) => {
      expect(raw(one, celsius, two)).toBeCloseTo(-raw(two, celsius, one), 4)
      expect(raw(one, celsius, two) + raw(two, celsius, three)).toBeCloseTo(raw(one, celsius, three), 4)
    }),
  )
})

test('less pressure is higher, the more so the warmer the air', () => {
  fc.assert(
    fc.property(
      pressure,
      fc.double({ min: 1, max: 2_000, noNaN: true }),
      fc.double({ min: -20, max: 44, noNaN: true }),
      (ground, drop, celsius) => {
        expect(raw(ground, celsius, ground - drop)).toBeGreaterThan(0)
        expect(raw(ground, celsius, ground - 2 * drop)).toBeGreaterThan(raw(ground, celsius, ground - drop))
        expect(raw(ground, celsius + 1, ground - drop)).toBeGreaterThan(raw(ground, celsius, ground - drop))
      },
    ),
  )
})

test("zeroing takes a sensor's own error away: up to 50 m it stays within the accuracy that is shown", () => {
  const climb = fc.double({ min: 0, max: 580, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: 95_000, max: 104_000, noNaN: true }),
      temperature,
      climb,
      fc.double({ min: -200, max: 200, noNaN: true }),
      (ground, celsius, drop, error) => {
        const reference = { at: START, pressurePa: ground, temperatureCelsius: celsius }
        const offsetCm = raw(ground, celsius, ground + error)
        expect(altitudeCm({ at: START, pressurePa: ground + error }, reference, offsetCm)).toBe(0)
        const shown = altitudeCm({ at: START, pressurePa: ground - drop + error }, reference, offsetCm) ?? Number.NaN
        expect(Math.abs(shown - raw(ground, celsius, ground - drop))).toBeLessThan(altitudeUncertaintyCm(true))
      },
    ),
  )
})
