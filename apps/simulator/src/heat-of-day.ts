import { wbgtInSun, wbgtWithoutSun } from '@mimamori/heat'
import { chance, smoothNoise } from './random.ts'
import type { Exposure } from './scenario.ts'
import type { SiteTime } from './site-clock.ts'

/** The heat at a place: WBGT, air and globe temperature in °C, relative humidity in %. */
export type Heat = { readonly wbgt: number; readonly temperature: number; readonly humidity: number; readonly globe: number }

/**
 * What an exposure does to the open air, in °C at full sun: to the air, to the globe above that air, to the natural
 * wet bulb above the psychrometric one. Project choice, set so that a hot afternoon reads about 31 on a scaffold
 * behind its netting, 29 in a half-shaded yard, 27 in a basement and 24 in a cooled rest area.
 */
type Reach = {
  readonly air: number
  readonly globe: number
  readonly wetBulb: number
  readonly sunny: boolean
  /** A room held at a temperature (°C) and humidity (%), with what leaks in of each degree outside. */
  readonly held?: { readonly celsius: number; readonly percent: number; readonly leak: number }
}

const reaches: Record<Exposure, Reach> = {
  scaffold: { air: 0.6, globe: 13, wetBulb: 1.3, sunny: true },
  roof: { air: 0.3, globe: 11.5, wetBulb: 0.7, sunny: true },
  yard: { air: 0, globe: 8, wetBulb: 0.2, sunny: true },
  shade: { air: -0.3, globe: 2.4, wetBulb: 0.2, sunny: false },
  indoor: { air: 0, globe: 0.6, wetBulb: 0.1, sunny: false, held: { celsius: 29.2, percent: 68, leak: 0.22 } },
  cooled: { air: 0, globe: 0.5, wetBulb: 0.1, sunny: false, held: { celsius: 27.4, percent: 62, leak: 0.12 } },
}

// A Tokyo heat wave: 27 °C before dawn, 33 °C early in the afternoon, with a dew point near 23 °C all day.
const nightCelsius = 26.8
const swingCelsius = 6.4
const hottestMinute = 14 * 60
const coolestMinute = 5 * 60
const sunriseMinute = 4 * 60 + 45
const sunsetMinute = 18 * 60 + 50
const vapourHectopascal = 27.6
// Where a closed room's leak balances: the mean of the day outside.
const meanCelsius = 30

const coolerDayCelsius = 1.6
const weatherCelsius = 0.25
const cloudShare = 0.08

/** Saturation vapour pressure over water in hPa at °C (Magnus formula, WMO No. 8). */
const saturation = (celsius: number): number => 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius))

/** Psychrometric wet bulb in °C from air temperature (°C) and humidity (%): Stull 2011, J. Appl. Meteor. Climatol. 50. */
export const wetBulb = (celsius: number, percent: number): number =>
  celsius * Math.atan(0.151977 * Math.sqrt(percent + 8.313659)) +
  Math.atan(celsius + percent) -
  Math.atan(percent - 1.676331) +
  0.00391838 * percent ** 1.5 * Math.atan(0.023101 * percent) -
  4.686035

/** 0 at the coolest minute, 1 at the hottest: a half cosine up the morning and another down the long evening. */
const warmth = (minute: number): number => {
  const since = (minute - coolestMinute + 1_440) % 1_440
  const rise = hottestMinute - coolestMinute
  const phase = since <= rise ? since / rise : 1 + (since - rise) / (1_440 - rise)
  return (1 - Math.cos(Math.PI * phase)) / 2
}

/** The sun's strength, 0 at night to 1 at noon. */
export const sunshine = (minute: number): number => {
  const share = (minute - sunriseMinute) / (sunsetMinute - sunriseMinute)
  return share <= 0 || share >= 1 ? 0 : Math.sin(Math.PI * share) ** 0.8
}

/** How much cooler a day is than the hot one, in °C, blended from midnight to midnight so that no day begins with a step. */
const coolness = (seed: number, { day, minute }: SiteTime, hotDay: number): number => {
  const of = (someDay: number): number => (someDay === hotDay ? 0 : chance(seed, 'day', someDay) * coolerDayCelsius)
  // Full value from 8 to 18 o'clock; the change happens in the night between.
  const evening = Math.max(0, (minute - 1_080) / 840)
  const morning = Math.max(0, (480 - minute) / 840)
  if (evening > 0) return of(day) + (of(day + 1) - of(day)) * evening
  return of(day) + (of(day - 1) - of(day)) * morning
}

/**
 * The heat at a place at a moment of the shifted day. Continuous in time; WBGT by the formulas of JIS Z 8504 out of
 * air, humidity and sun.
 *
 * @param hotDay the day that is not cooled: the one the demo starts on.
 */
export const heatAt = (seed: number, placeName: string, exposure: Exposure, time: SiteTime, hotDay: number): Heat => {
  const reach = reaches[exposure]
  const hours = time.day * 24 + time.minute / 60
  const weather = weatherCelsius * smoothNoise(seed, 'weather', hours / 3) - coolness(seed, time, hotDay)
  const local = 0.12 * smoothNoise(seed, `place ${placeName}`, hours * 2)
  const openAir = nightCelsius + swingCelsius * warmth(time.minute) + weather
  const sun = sunshine(time.minute) * (1 - cloudShare * (1 + smoothNoise(seed, 'cloud', hours * 4)) * 0.5)
  const { held } = reach
  const temperature = (held ? held.celsius + held.leak * (openAir - meanCelsius) : openAir + reach.air * sun) + local
  const humidity = held ? held.percent : Math.min(96, (100 * vapourHectopascal) / saturation(temperature))
  const globe = temperature + (held ? reach.globe : reach.globe * sun)
  const naturalWetBulb = wetBulb(temperature, humidity) + (held ? reach.wetBulb : reach.wetBulb * sun)
  // At dusk a sunny place passes from one formula to the other gradually, with the light.
  const inSun = wbgtInSun({ naturalWetBulb, globe, air: temperature })
  const outOfSun = wbgtWithoutSun({ naturalWetBulb, globe })
  const lit = reach.sunny ? Math.min(1, sun * 4) : 0
  return { wbgt: outOfSun + (inSun - outOfSun) * lit, temperature, humidity, globe }
}
