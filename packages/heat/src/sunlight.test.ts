import { expect, test } from 'vitest'
import { naturalWetBulb } from './natural-wet-bulb.ts'
import { sunlightAt } from './sunlight.ts'

const tokyo = { latitude: 35.65, longitude: 139.74 }
const elevation = (at: string, place = tokyo) => 90 - (Math.acos(sunlightAt(Date.parse(at), 500, place).cosZenith) * 180) / Math.PI

// National Astronomical Observatory of Japan: the sun's height at its highest in Tokyo is 77.8° at the June solstice, 54.3° at the equinox.
test('the sun is where the observatory says', () => {
  expect(elevation('2026-06-21T11:43:00+09:00')).toBeCloseTo(77.8, 1)
  expect(elevation('2026-03-20T11:48:00+09:00')).toBeCloseTo(54.3, 0)
})

test('a clear sky sends most of the light straight from the sun, a cloudy one none', () => {
  const noon = Date.parse('2026-07-20T12:00:00+09:00')
  expect(sunlightAt(noon, 950).directShare).toBeGreaterThan(0.6)
  expect(sunlightAt(noon, 150).directShare).toBeLessThan(0.01)
  expect(sunlightAt(noon, 0)).toMatchObject({ radiation: 0, directShare: 0 })
})

test('with the sun down or low all light is the sky’s, and more than the clearest air lets through is not believed', () => {
  expect(sunlightAt(Date.parse('2026-07-20T22:00:00+09:00'), 30)).toMatchObject({ radiation: 30, directShare: 0 })
  expect(sunlightAt(Date.parse('2026-07-20T05:20:00+09:00'), 100)).toMatchObject({ radiation: 100, directShare: 0 })
  expect(sunlightAt(Date.parse('2026-07-20T12:00:00+09:00'), 1_900).radiation).toBeLessThan(1_150)
})

test('wherever in Japan a meter is, the middle of Japan does for its sun', () => {
  const hours = [5, 6, 7, 8].flatMap((month) => [...Array(13).keys()].map((hour) => Date.UTC(2026, month, 15, hour - 3)))
  const differences = [
    { latitude: 26.2, longitude: 127.7 },
    { latitude: 43.1, longitude: 141.3 },
  ].flatMap((place) =>
    hours.flatMap((at) =>
      [0.2, 0.5, 0.85].flatMap((clearness) => {
        const there = sunlightAt(at, 2_000, place)
        if (there.directShare === 0) return []
        const watts = (there.radiation / 0.85) * clearness
        return [0.13, 1].map((windSpeed) => {
          const wick = { air: 33, humidity: 60, windSpeed }
          return Math.abs(naturalWetBulb(wick, sunlightAt(at, watts, place)) - naturalWetBulb(wick, sunlightAt(at, watts)))
        })
      }),
    ),
  )
  expect(Math.max(...differences)).toBeLessThan(1.2)
  expect(differences.toSorted((one, other) => one - other)[Math.floor(differences.length / 2)]).toBeLessThan(0.15)
})
