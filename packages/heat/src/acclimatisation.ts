import { DAY_MS } from './milliseconds.ts'

/** Minutes of readings at or above the 非順化 reference that make a day one of exposure. Project choice, decisions/0035. */
export const EXPOSURE_DAY_MINUTES = 120

/** Days of exposure that make somebody acclimatised. Ministry of Health guide. */
const DAYS_TO_ACCLIMATISE = 7

/**
 * The days looked back on: seven among them make, none among them takes it back. The guide says gone after three to four
 * weeks; the earlier is the safe side. Project choice, decisions/0035.
 */
export const EXPOSURE_WINDOW_DAYS = 21

/** Days without exposure after which it begins to fade. Ministry of Health guide. */
const DAYS_BEFORE_FADING = 4

/** The days of somebody's first and last exposure, where on record. */
export type KnownExposure = { readonly firstOn?: string | null; readonly lastOn?: string | null }

/**
 * Whether a worker is acclimatised (暑熱順化) by what was measured, at the start of `day`: `before` as it was the day
 * before, null where nothing was known. `exposureDays` are the days of exposure, of which those from three weeks before
 * `day` to the day before it count; `known` are the days of the first and the last exposure on record. With none in three
 * weeks, a person who was in the heat before that is not acclimatised any more, and of whom nothing is known nothing becomes
 * known. All are YYYY-MM-DD in Asia/Tokyo. Throws RangeError for text that is no date.
 * Source: Ministry of Health guide; the counting is project choice, decisions/0035.
 */
export function observeAcclimatisation(
  before: boolean | null,
  exposureDays: readonly string[],
  day: string,
  known: KnownExposure = {},
): boolean | null {
  const today = dayNumber(day)
  const counted = new Set(exposureDays.map(dayNumber).filter((one) => one < today && one >= today - EXPOSURE_WINDOW_DAYS))
  if (counted.size >= DAYS_TO_ACCLIMATISE) return true
  if (counted.size > 0) return before
  const isLongAgo = [known.firstOn, known.lastOn].some((one) => one != null && today - dayNumber(one) > EXPOSURE_WINDOW_DAYS)
  return before === true || isLongAgo ? false : before
}

/**
 * Days on end without exposure before `day`, where somebody acclimatised may begin to lose it; null where there are fewer
 * than four, or no day of exposure is known. Days as above. Throws RangeError for text that is no date.
 * Source: Ministry of Health guide.
 */
export function fadingDays(lastExposureOn: string | null, day: string): number | null {
  if (lastExposureOn === null) return null
  const days = dayNumber(day) - dayNumber(lastExposureOn) - 1
  return days >= DAYS_BEFORE_FADING ? days : null
}

/**
 * Whether somebody whose first day in the heat is given counts as acclimatised on `day`, as long as nothing was measured:
 * from the eighth day on. Days as above. Throws RangeError for text that is no date. Source: Ministry of Health guide.
 */
export function acclimatisedSince(firstExposureOn: string, day: string): boolean {
  return dayNumber(day) - dayNumber(firstExposureOn) >= DAYS_TO_ACCLIMATISE
}

function dayNumber(day: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(instant)) throw new RangeError(`not a date (YYYY-MM-DD): ${day}`)
  return instant / DAY_MS
}
