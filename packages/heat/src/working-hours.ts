import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts'

/** Working hours of a site in minutes after midnight, Asia/Tokyo, from inclusive, to exclusive; may cross midnight. */
export type WorkingHours = { fromMinute: number; toMinute: number }

/** Where a site has none set. Project choice, decisions/0004. */
export const DEFAULT_WORKING_HOURS: WorkingHours = { fromMinute: 6 * 60, toMinute: 20 * 60 }

const minuteOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** The working hours between two times of day in words: "07:30", with seconds or without. */
export const workingHoursOf = (opensAt: string, closesAt: string): WorkingHours => ({
  fromMinute: minuteOf(opensAt),
  toMinute: minuteOf(closesAt),
})

// Japan has no daylight saving time.
const TOKYO_OFFSET_MS = 9 * HOUR_MS

const midnightBefore = (at: number): number => Math.floor((at + TOKYO_OFFSET_MS) / DAY_MS) * DAY_MS - TOKYO_OFFSET_MS

/** Whether `at` (epoch ms) lies in a site's working hours; from equal to to is the whole day. Project choice, decisions/0004. */
export function isWorkingTime(at: number, { fromMinute, toMinute }: WorkingHours): boolean {
  const minute = (at - midnightBefore(at)) / MINUTE_MS
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute
  return minute >= fromMinute || minute < toMinute
}

/** The instant (epoch ms) at which the site opened last, at or before `at`. */
export function lastOpening(at: number, { fromMinute }: WorkingHours): number {
  const midnight = midnightBefore(at)
  const opening = midnight + fromMinute * MINUTE_MS
  return opening <= at ? opening : opening - DAY_MS
}

/**
 * What a chart of a site's heat spans at a time, in whole hours (epoch ms): while the site works, these working hours from their
 * opening on, also across midnight; else the calendar day, since the heat is measured at night as well. Project choice.
 */
export function shownHours(at: number, hours: WorkingHours): { readonly from: number; readonly to: number } {
  if (!isWorkingTime(at, hours)) return { from: midnightBefore(at), to: midnightBefore(at) + DAY_MS }
  const opening = lastOpening(at, hours)
  const closing = closingAfter(opening, hours)
  return { from: Math.floor(opening / HOUR_MS) * HOUR_MS, to: Math.ceil(closing / HOUR_MS) * HOUR_MS }
}

function closingAfter(opening: number, { fromMinute, toMinute }: WorkingHours): number {
  const lasts = (toMinute - fromMinute) * MINUTE_MS
  return opening + (lasts > 0 ? lasts : lasts + DAY_MS)
}

/**
 * When the shift of `at` (epoch ms) ends: with the working hours that hold it or, for who comes early, that begin later in the working
 * day; after them with the working day. Project choice.
 */
export function shiftEnd(at: number, hours: WorkingHours): number {
  if (isWorkingTime(at, hours)) return closingAfter(lastOpening(at, hours), hours)
  const { from, to } = workingDayAt(at, hours)
  const opening = from + earlyMs(hours)
  return at < opening ? closingAfter(opening, hours) : to
}

/** A working day of a site: its date in Japan, on which the site opens, and its instants (epoch ms), half-open. */
export type WorkingDay = { readonly date: string; readonly from: number; readonly to: number }

const dateOf = (at: number): string => new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, 10)

/**
 * The working day that holds `at` (epoch ms). It changes in the middle of the hours in which the site is closed, so that people who
 * come early and people who leave late belong to the day they work on, across midnight too. Project choice, decisions/0125.
 */
export function workingDayAt(at: number, hours: WorkingHours): WorkingDay {
  const from = workingDayFrom(at, hours)
  return { date: dateOf(from + earlyMs(hours)), from, to: from + DAY_MS }
}

/** The instant (epoch ms) at which the working day that holds `at` began. */
export function workingDayFrom(at: number, hours: WorkingHours): number {
  const early = earlyMs(hours)
  return lastOpening(at + early, hours) - early
}

/** How long before its opening a site's working day begins. */
function earlyMs({ fromMinute, toMinute }: WorkingHours): number {
  const dayMinutes = DAY_MS / MINUTE_MS
  return (((fromMinute - toMinute + dayMinutes) % dayMinutes) / 2) * MINUTE_MS
}

/** The working day of a date in Japan, YYYY-MM-DD. */
export const workingDayOn = (date: string, hours: WorkingHours): WorkingDay =>
  workingDayAt(Date.parse(`${date}T00:00:00+09:00`) + hours.fromMinute * MINUTE_MS, hours)
