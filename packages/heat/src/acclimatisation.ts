import { DAY_MS } from './milliseconds.ts'

/** Minutes at or above the 非順化 reference that make a day one of exposure. Project choice, decisions/0116. */
export const EXPOSURE_DAY_MINUTES = 120

/** Days of exposure that make somebody acclimatised. Source: ISO 7243, JIS Z 8504. */
const DAYS_TO_ACCLIMATISE = 7

/** Days of exposure that make somebody acclimatised again after a short break. Source: NIOSH. */
const DAYS_TO_RETURN = 4

/** Days on end without exposure that are a break. Marked loss begins after four. Source: NIOSH. */
const BREAK_DAYS = 5

/** The longest break after which somebody returns; after a longer one they are new. Source: NIOSH. */
const LONGEST_BREAK_DAYS = 20

/** Days without exposure from which it may begin to fade. Source: NIOSH. */
const DAYS_BEFORE_FADING = 4

/**
 * Days before `day` that decide for all but few: a present series of seven exposure days or more shows seven of them here,
 * however far apart they are. See `needsEarlierDays`.
 */
export const EXPOSURE_WINDOW_DAYS = DAYS_TO_ACCLIMATISE * BREAK_DAYS

/**
 * Whether a worker is acclimatised (順化者) at the start of `day` by their exposure days: seven of them, no two neighbours
 * parted by five or more days without; after a break of 5 to 20 days four make it again. A break is the time since the
 * last exposure day on which they were acclimatised. Only days before `day` count, in any order, repeats as one. All are
 * YYYY-MM-DD in Asia/Tokyo. Throws RangeError for text that is no date.
 * Source: ISO 7243, JIS Z 8504, NIOSH; the counting is project choice, decisions/0116.
 */
export function isAcclimatisedBy(exposureDays: readonly string[], day: string): boolean {
  const last = lastAcclimatisedDay(exposureDays, day)
  return last !== null && !isBreak(last, day)
}

/**
 * The last exposure day before `day` at whose end a worker was acclimatised, by the rule of `isAcclimatisedBy`; null where they never were.
 * Days as above. Throws RangeError for text that is no date.
 */
export function lastAcclimatisedDay(exposureDays: readonly string[], day: string): string | null {
  let last: number | null = null
  for (const days of seriesBefore(exposureDays, dayNumber(day))) {
    const first = days[0]
    const isReturn = last !== null && first !== undefined && daysBetween(last, first) <= LONGEST_BREAK_DAYS
    if (days.length >= (isReturn ? DAYS_TO_RETURN : DAYS_TO_ACCLIMATISE)) last = days.at(-1) ?? last
  }
  return last === null ? null : dayOfNumber(last)
}

/** Whether between two days lie so many that they are a break. Throws RangeError for text that is no date. */
export function isBreak(from: string, to: string): boolean {
  return daysBetween(dayNumber(from), dayNumber(to)) >= BREAK_DAYS
}

/** Whether a break between two days makes somebody new. Throws RangeError for text that is no date. */
export function isLongBreak(from: string, to: string): boolean {
  return daysBetween(dayNumber(from), dayNumber(to)) > LONGEST_BREAK_DAYS
}

/**
 * Whether `isAcclimatisedBy` and `lastAcclimatisedDay` may depend on days before those given, all of `EXPOSURE_WINDOW_DAYS` before `day`: a series may have
 * begun earlier, or be the return of somebody who was acclimatised earlier. Days as above. Throws RangeError for text that is no date.
 */
export function needsEarlierDays(exposureDays: readonly string[], day: string): boolean {
  const windowFrom = dayNumber(day) - EXPOSURE_WINDOW_DAYS
  const series = seriesBefore(exposureDays, dayNumber(day))
  if (series.some((days) => days.length >= DAYS_TO_ACCLIMATISE)) return false
  const first = series[0]?.[0]
  return (first !== undefined && first - windowFrom < BREAK_DAYS) || series.some((days) => days.length >= DAYS_TO_RETURN)
}

/**
 * Days on end without exposure before `day`, where acclimatisation may have begun to fade; null where there are fewer
 * than four, or no day of exposure is known. Days as above. Throws RangeError for text that is no date. Source: NIOSH.
 */
export function fadingDays(lastExposureOn: string | null, day: string): number | null {
  if (lastExposureOn === null) return null
  const days = daysBetween(dayNumber(lastExposureOn), dayNumber(day))
  return days >= DAYS_BEFORE_FADING ? days : null
}

/**
 * What somebody's first day in the heat says of `day`: not acclimatised for a week, then acclimatised, as long as nothing
 * was measured; null once it is over 20 days ago, for a break as long would make them new. Days as above. Throws RangeError
 * for text that is no date. Source: Ministry of Health guide, NIOSH.
 */
export function acclimatisedSince(firstExposureOn: string, day: string): boolean | null {
  const first = dayNumber(firstExposureOn)
  const today = dayNumber(day)
  if (daysBetween(first, today) > LONGEST_BREAK_DAYS) return null
  return today - first >= DAYS_TO_ACCLIMATISE
}

/** The exposure days before `today`, earliest first, cut at each break. */
function seriesBefore(exposureDays: readonly string[], today: number): number[][] {
  const days = [...new Set(exposureDays.map(dayNumber))].filter((day) => day < today).toSorted((one, other) => one - other)
  const series: number[][] = []
  for (const day of days) {
    const current = series.at(-1)
    const last = current?.at(-1)
    if (current === undefined || last === undefined || daysBetween(last, day) >= BREAK_DAYS) series.push([day])
    else current.push(day)
  }
  return series
}

/** The days between two, neither of them counted. */
function daysBetween(earlier: number, later: number): number {
  return later - earlier - 1
}

/** A day (YYYY-MM-DD) as a number of days. Throws RangeError for text that is no date. */
export function dayNumber(day: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(instant)) throw new RangeError(`not a date (YYYY-MM-DD): ${day}`)
  return instant / DAY_MS
}

function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}
