/*
 * What to add to a public forecast at a place of a site: the median of measured minus forecast in the same conditions. [choice]
 * Reasons: decisions/0138-forecasts-for-a-site.md.
 */

/** Days with values that count, the latest. */
export const DIFFERENCE_DAYS = 21
/** A median of fewer days says too little. */
export const LEAST_DIFFERENCE_DAYS = 5
/** °C. A larger difference is an instrument in a wrong place rather than the climate of one. */
export const HIGHEST_DIFFERENCE = 4
/** °C: forecasts below the first, up to the second, and above it have differences of their own. */
export const FORECAST_BAND_LIMITS = [25, 28] as const

const hoursOfDay = 24
const bands = 3

/** A day of a place: WBGT in °C by hour of the day, 24 each; null where there is none. */
export type ComparedDay = {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly forecast: readonly (number | null)[]
  readonly measured: readonly (number | null)[]
}

/** What to add in an hour of the day for forecasts of a band. */
export type SiteDifference = {
  /** °C; null where too few days are known. */
  readonly difference: number | null
  /** Days that it rests on; 0 where there is none. */
  readonly days: number
  /** The hour itself has too few days: its neighbours count with it. */
  readonly isPooled: boolean
}

/** Where in a list of all differences that of an hour and a forecast in °C is. */
export const differenceIndex = (hour: number, forecast: number): number => {
  const [middle, high] = FORECAST_BAND_LIMITS
  const band = forecast < middle ? 0 : forecast <= high ? 1 : 2
  return band * hoursOfDay + hour
}

type Sample = { readonly day: string; readonly by: number }

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

const daysOf = (samples: readonly Sample[]): number => new Set(samples.map(({ day }) => day)).size

const differenceOf = (samples: readonly Sample[], isPooled: boolean): SiteDifference => {
  const median = medianOf(samples.map(({ by }) => by))
  return {
    difference: Math.min(HIGHEST_DIFFERENCE, Math.max(-HIGHEST_DIFFERENCE, median)),
    days: daysOf(samples),
    isPooled,
  }
}

const unknown: SiteDifference = { difference: null, days: 0, isPooled: false }

/** The compared hours of a day: where in the list, and by how much measured was above the forecast. */
const comparedHours = ({ day, forecast, measured }: ComparedDay): (Sample & { readonly index: number })[] =>
  forecast.flatMap((expected, hour) => {
    const actual = measured[hour] ?? null
    return expected === null || actual === null ? [] : [{ day, by: actual - expected, index: differenceIndex(hour, expected) }]
  })

/**
 * The differences of a place: for each band and hour of the day the median over the latest 21 days with values, if it has five;
 * else that of the hour with the hours before and after it; else none.
 * @param days of one place and one station, one entry a day, in any order; hours that are not to count have no measured value
 * @returns 72, to be found by `differenceIndex`
 */
export const siteDifferences = (days: readonly ComparedDay[]): SiteDifference[] => {
  const latest = days
    .map((day) => ({ day: day.day, hours: comparedHours(day) }))
    .filter(({ hours }) => hours.length > 0)
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
    .slice(0, DIFFERENCE_DAYS)
  const samples = Map.groupBy(
    latest.flatMap(({ hours }) => hours),
    ({ index }) => index,
  )
  const at = (band: number, hour: number) => samples.get(band * hoursOfDay + ((hour + hoursOfDay) % hoursOfDay)) ?? []
  return Array.from({ length: bands * hoursOfDay }, (_, index) => {
    const [band, hour] = [Math.floor(index / hoursOfDay), index % hoursOfDay]
    const own = at(band, hour)
    if (daysOf(own) >= LEAST_DIFFERENCE_DAYS) return differenceOf(own, false)
    const pooled = [...at(band, hour - 1), ...own, ...at(band, hour + 1)]
    return daysOf(pooled) >= LEAST_DIFFERENCE_DAYS ? differenceOf(pooled, true) : unknown
  })
}
