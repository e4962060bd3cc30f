import { dayMs } from '@mimamori/contract/day'
import type { Db } from '../../../platform/context.ts'
import { daysFromTo, japanDay, japanDayBefore } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { publicStation } from './checked-day.ts'
import { type MeasuredDay, readMeasuredDays } from './measured-hours.ts'

const yearsBack = 3
/** With fewer hours it is no picture of a day where another has more. */
const leastHours = 6

const sameDayYearsBefore = (date: string, years: number): string => {
  const day = new Date(`${date}T00:00:00Z`)
  const month = day.getUTCMonth()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  // 29 February in a year that has none.
  if (day.getUTCMonth() !== month) day.setUTCDate(0)
  return day.toISOString().slice(0, 10)
}

const dayBefore = (date: string, days: number): string => new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10)

/**
 * The days that can replace a forecast of `date`: the same day of the last years, the nearest first; then the same day of the last week,
 * then its other days.
 */
export const measuredDaysFor = (date: string, now: Date): string[] => {
  const years = Array.from({ length: yearsBack }, (_, index) => sameDayYearsBefore(date, index + 1))
  const week = daysFromTo(japanDayBefore(now, 7), japanDayBefore(now, 1)).toReversed()
  return [...new Set([...years, dayBefore(date, 7), ...week])].filter((day) => day < japanDay(now))
}

const hoursOf = (days: readonly MeasuredDay[]): number => Math.max(...days.map(({ wbgt }) => wbgt.filter((value) => value !== null).length))

/** What the watchers measured on a day; the public station's values where no watcher did. */
const preferWatchers = (days: readonly MeasuredDay[]): readonly MeasuredDay[] => {
  const watchers = days.filter(({ deviceId }) => deviceId !== publicStation)
  return watchers.length > 0 ? watchers : days
}

/**
 * What a site measured on the first of these days of which enough is known, an entry a device; empty where nothing was measured on any.
 */
export const findMeasuredDay = async (
  db: Db,
  office: OfficeKey,
  candidates: readonly string[],
  now: Date,
): Promise<readonly MeasuredDay[]> => {
  const byDay = Map.groupBy(await readMeasuredDays(db, office, candidates, now), ({ day }) => day)
  const measured = candidates.map((day) => preferWatchers(byDay.get(day) ?? [])).filter((days) => days.length > 0)
  return measured.find((days) => hoursOf(days) >= leastHours) ?? measured[0] ?? []
}
