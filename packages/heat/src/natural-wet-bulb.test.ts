import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { saturationHpa } from './moist-air.ts'
import { naturalWetBulb, naturalWetBulbByGlobe } from './natural-wet-bulb.ts'
import { sunlightAt } from './sunlight.ts'

/** A case of the authors' own program, WBGT 1.1 of Argonne National Laboratory, run for 36°N 138°E in 2026. */
type Case = {
  readonly at: string
  readonly air: number
  readonly humidity: number
  readonly windSpeed: number
  readonly radiation: number
  readonly hpa?: number
  readonly globe: number
  readonly wetBulb: number
}

const published: readonly Case[] = [
  { at: '07-20T12:00', air: 33, humidity: 60, windSpeed: 1.5, radiation: 850, globe: 49.58, wetBulb: 28.54 },
  { at: '07-20T12:00', air: 33, humidity: 60, windSpeed: 0.13, radiation: 850, globe: 64.8, wetBulb: 34.24 },
  { at: '07-20T09:30', air: 30, humidity: 75, windSpeed: 2, radiation: 500, hpa: 1_005, globe: 40.57, wetBulb: 27.84 },
  { at: '08-10T15:00', air: 36, humidity: 45, windSpeed: 3, radiation: 600, hpa: 1_000, globe: 46.08, wetBulb: 27 },
  { at: '07-20T12:00', air: 28, humidity: 90, windSpeed: 0.5, radiation: 150, globe: 33.21, wetBulb: 27.84 },
  { at: '07-20T22:00', air: 27, humidity: 85, windSpeed: 1, radiation: 0, globe: 26.35, wetBulb: 24.92 },
  { at: '07-20T12:00', air: 40, humidity: 20, windSpeed: 1, radiation: 900, globe: 58.17, wetBulb: 25.18 },
  { at: '10-10T11:00', air: 22, humidity: 50, windSpeed: 4, radiation: 700, globe: 31.93, wetBulb: 17.02 },
  { at: '07-20T13:00', air: 31, humidity: 100, windSpeed: 1, radiation: 400, globe: 42.78, wetBulb: 32.75 },
]

const timeOf = ({ at }: Case) => Date.parse(`2026-${at}:00+09:00`)

describe('with wind and sun', () => {
  it.each(published)('$at $air °C $humidity % $windSpeed m/s $radiation W/m²: $wetBulb °C, as the authors’ program says', (sample) => {
    const light = sunlightAt(timeOf(sample), sample.radiation)
    // Their program ends as soon as a step is below 0.02 °C; ours continues.
    expect(Math.abs(naturalWetBulb(sample, light, sample.hpa) - sample.wetBulb)).toBeLessThan(0.05)
  })

  // HeatStress.jl, validation/fixtures/liljegren_reference.csv: at 256 bits, with newer formulas for air than Liljegren's.
  it.each([
    ['by day', 20, 800, 25.81],
    ['by night', 20, 0, 22.88],
    ['in saturated air', 30, 800, 32.21],
  ])('is that of another implementation %s', (_, dewPoint, radiation, expected) => {
    const humidity = (100 * saturationHpa(dewPoint)) / saturationHpa(30)
    const light = { radiation, directShare: 0.7, cosZenith: Math.cos((23.44 * Math.PI) / 180) }
    expect(Math.abs(naturalWetBulb({ air: 30, humidity, windSpeed: 1 }, light, 1_010) - expected)).toBeLessThan(0.1)
  })
})

describe('by the globe', () => {
  it.each(published.filter(({ windSpeed }) => windSpeed > 0.13))(
    '$at $air °C $humidity % $radiation W/m²: WBGT within 1.5 °C of that with wind and sun, and no more than 0.5 °C below it',
    (sample) => {
      const difference = 0.7 * (naturalWetBulbByGlobe({ ...sample, windSpeed: 0.5 }, sample.globe) - sample.wetBulb)
      expect(difference).toBeGreaterThan(-0.5)
      expect(difference).toBeLessThan(1.5)
    },
  )
})

const air = fc.double({ min: -20, max: 60, noNaN: true })
const humidity = fc.double({ min: 1, max: 100, noNaN: true })
const windSpeed = fc.double({ min: 0, max: 100, noNaN: true })
const radiation = fc.double({ min: 0, max: 2_000, noNaN: true })
const aboveAir = fc.double({ min: -5, max: 40, noNaN: true })
const anyTime = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })

/** Wet bulb of a sling psychrometer in °C, by the formula of Sprung: where evaporation just cools the air. */
const slingWetBulb = (temperature: number, percent: number): number => {
  let [low, high] = [-80, temperature]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    const vapour = saturationHpa(middle) - 0.000662 * 1_013.25 * (temperature - middle)
    if (vapour < (percent / 100) * saturationHpa(temperature)) low = middle
    else high = middle
  }
  return low
}

test('in warm air it is near or above the wet bulb of a sling psychrometer, and below the globe', () => {
  fc.assert(
    fc.property(fc.double({ min: 10, max: 45, noNaN: true }), humidity, windSpeed, aboveAir, (temperature, percent, wind, above) => {
      const wick = { air: temperature, humidity: percent, windSpeed: wind }
      const radiant = Math.max(above, 0)
      const wetBulb = naturalWetBulbByGlobe(wick, temperature + radiant)
      // The balance of the standard lies a little below Sprung's in dry air.
      expect(wetBulb).toBeGreaterThan(slingWetBulb(temperature, percent) - 2)
      expect(wetBulb).toBeLessThan(temperature + radiant + 0.1)
    }),
  )
})

test("in still air the globe's own convection counts where it is greater than that of the least wind", () => {
  const calm = { air: 33, humidity: 50, windSpeed: 0 }
  // ISO 7726's natural convection in the balance of ISO 7243, solved apart; forced convection alone gives 28.6.
  expect(naturalWetBulbByGlobe(calm, 50)).toBeCloseTo(28.8, 1)
})

test('wetter air, a hotter globe and more sun never make it lower', () => {
  fc.assert(
    fc.property(
      fc.record({ air, humidity, windSpeed }),
      aboveAir,
      radiation,
      anyTime,
      fc.double({ min: 0, max: 5, noNaN: true }),
      (wick, above, watts, at, more) => {
        const wetter = { ...wick, humidity: Math.min(wick.humidity + more, 100) }
        const byGlobe = naturalWetBulbByGlobe(wick, wick.air + above)
        expect(naturalWetBulbByGlobe(wetter, wick.air + above)).toBeGreaterThanOrEqual(byGlobe - 1e-5)
        expect(naturalWetBulbByGlobe(wick, wick.air + above + more)).toBeGreaterThanOrEqual(byGlobe - 1e-5)
        const light = sunlightAt(at, watts)
        const inSun = naturalWetBulb(wick, light)
        expect(naturalWetBulb(wetter, light)).toBeGreaterThanOrEqual(inSun - 1e-5)
        expect(naturalWetBulb(wick, { ...light, radiation: light.radiation + more })).toBeGreaterThanOrEqual(inSun - 1e-5)
      },
    ),
  )
})

test('whatever is plausible has a number', () => {
  fc.assert(
    fc.property(fc.record({ air, humidity, windSpeed }), aboveAir, radiation, anyTime, (wick, above, watts, at) => {
      for (const wetBulb of [naturalWetBulbByGlobe(wick, wick.air + above), naturalWetBulb(wick, sunlightAt(at, watts))]) {
        expect(wetBulb).toBeGreaterThan(-60)
        expect(wetBulb).toBeLessThan(90)
      }
    }),
  )
})
