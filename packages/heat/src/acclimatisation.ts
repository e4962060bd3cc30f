import { DAY_MS } from './milliseconds.ts'

/** Exposure to heat at work: the first day ever, and the last day before and first day after the latest absence. */
export type ExposureHistory = { firstExposureOn: string; lastExposureOn?: string | null; returnedOn?: string | null }

/** A worker's state: on which schedule, on which day of it (from 1), and the share of a full day's heat exposure. */
export type Acclimatisation = {
  acclimatised: boolean
  phase: 'new' | 'returning' | 'acclimatised'
  day: number
  exposurePercent: number
}

/** Days of rising exposure after which a worker is acclimatised. Ministry of Health guide. */
const DAYS_TO_ACCLIMATISE = 7

/** Days away after which it begins to fade. Ministry of Health guide. */
const DAYS_AWAY_BEFORE_FADING = 4

/** Days away after which it is gone; the guide says three to four weeks, the earlier is the safe side. Decisions/0004. */
const DAYS_AWAY_UNTIL_GONE = 21

/** Share of a day in heat, in percent, on the first days of a new worker. NIOSH 2016-106. */
const NEW_SCHEDULE = [20, 40, 60, 80, 100] as const

/** The same for a worker who comes back. NIOSH 2016-106. */
const RETURNING_SCHEDULE = [50, 60, 80, 100] as const

/**
 * State of acclimatisation (暑熱順化) on a day. All days are YYYY-MM-DD in Asia/Tokyo. A worker whose acclimatisation
 * has begun to fade counts as not acclimatised until the returning schedule is through; one still away is taken as
 * coming back on `day`. Throws RangeError for text that is no date.
 * Source: Ministry of Health guide, NIOSH 2016-106; the use of the reference values is project choice, decisions/0004.
 */
export function acclimatisationOn(day: string, history: ExposureHistory): Acclimatisation {
  const today = dayNumber(day)
  const first = dayNumber(history.firstExposureOn)
  if (!history.lastExposureOn) return asNew(today - first)
  const left = dayNumber(history.lastExposureOn)
  const returned = history.returnedOn ? dayNumber(history.returnedOn) : today
  const daysAway = returned - left - 1
  if (daysAway <= DAYS_AWAY_BEFORE_FADING) return asNew(today - first)
  // The last day before the absence was itself a day of exposure.
  const wasAcclimatised = left - first + 1 >= DAYS_TO_ACCLIMATISE
  return wasAcclimatised && daysAway < DAYS_AWAY_UNTIL_GONE ? asReturning(today - returned) : asNew(today - returned)
}

function asNew(daysSince: number): Acclimatisation {
  const days = Math.max(0, daysSince)
  const acclimatised = days >= DAYS_TO_ACCLIMATISE
  return {
    acclimatised,
    phase: acclimatised ? 'acclimatised' : 'new',
    day: days + 1,
    exposurePercent: NEW_SCHEDULE[days] ?? 100,
  }
}

function asReturning(daysSince: number): Acclimatisation {
  const days = Math.max(0, daysSince)
  const acclimatised = days >= RETURNING_SCHEDULE.length
  return {
    acclimatised,
    phase: acclimatised ? 'acclimatised' : 'returning',
    day: days + 1,
    exposurePercent: RETURNING_SCHEDULE[days] ?? 100,
  }
}

function dayNumber(day: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(instant)) throw new RangeError(`not a date (YYYY-MM-DD): ${day}`)
  return instant / DAY_MS
}
