import { naturalWetBulb, naturalWetBulbByGlobe } from './natural-wet-bulb.ts'
import { sunlightAt } from './sunlight.ts'
import { wbgtInSun } from './wbgt.ts'

// What counts as measured, °C: beyond it, or with a globe so far below the air, a sensor has failed. An estimate from a failed sensor
// could hide a danger. Project choice, decisions/0147.
const LOWEST_AIR = -20
const HIGHEST_AIR = 60
const HIGHEST_GLOBE = 100
const GLOBE_BELOW_AIR = 5

// Relative humidity in percent. Capacitive sensors in wet air say a little over 100; 0 is what a failed one says.
const LOWEST_HUMIDITY = 1
const HIGHEST_HUMIDITY = 110

/** Wind in m/s where none is measured: light air, in which the estimate is seldom too low. Project choice, decisions/0147. */
const UNKNOWN_WIND = 0.5

/**
 * What a meter without WBGT measured: air, globe in °C, relative humidity in percent, wind in m/s (0 or more), solar radiation in W/m²
 * (0 or more); null where it did not. `at`: epoch ms.
 */
export type MeterValues = {
  readonly at: number
  readonly temperature: number | null
  readonly humidity: number | null
  readonly globe: number | null
  readonly windSpeed: number | null
  readonly solarRadiation: number | null
}

/**
 * WBGT (推定) in °C to a tenth, by the formula in the sun, of what a meter measured instead: with wind and sun by the natural wet bulb
 * of Liljegren et al., else by that of ISO 7243. Null without plausible air, humidity and globe: there is no estimate then. Never
 * throws, never NaN. Source: project choice, decisions/0147.
 */
export function estimatedWbgt({ at, temperature, humidity, globe, windSpeed, solarRadiation }: MeterValues): number | null {
  if (temperature === null || humidity === null || globe === null) return null
  const isPlausible =
    temperature >= LOWEST_AIR &&
    temperature <= HIGHEST_AIR &&
    humidity >= LOWEST_HUMIDITY &&
    humidity <= HIGHEST_HUMIDITY &&
    globe >= temperature - GLOBE_BELOW_AIR &&
    globe <= HIGHEST_GLOBE
  if (!isPlausible) return null
  const wick = { air: temperature, humidity: Math.min(humidity, 100), windSpeed: windSpeed ?? UNKNOWN_WIND }
  const wetBulb =
    windSpeed === null || solarRadiation === null
      ? naturalWetBulbByGlobe(wick, globe)
      : naturalWetBulb(wick, sunlightAt(at, solarRadiation))
  return Math.round(wbgtInSun({ naturalWetBulb: wetBulb, globe, air: temperature }) * 10) / 10
}
