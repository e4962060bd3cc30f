import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts'

/** Working hours of a site in minutes after midnight, Asia/Tokyo, from inclusive, to exclusive; may cross midnight. */
export type WorkingHours = { fromMinute: number; toMinute: number }

/** Where a site has none set. Project choice, decisions/0004. */
export const DEFAULT_WORKING_HOURS: WorkingHours = { fromMinute: 6 * 60, toMinute: 20 * 60 }

// Japan has no daylight saving time.
const TOKYO_OFFSET_MS = 9 * HOUR_MS

/** Whether `at` (epoch ms) lies in a site's working hours; from equal to to is the whole day. Project choice, decisions/0004. */
export function isWorkingTime(at: number, { fromMinute, toMinute }: WorkingHours): boolean {
  const minute = ((((at + TOKYO_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute
  return minute >= fromMinute || minute < toMinute
}

/** The instant (epoch ms) at which the site opened last, at or before `at`. */
export function lastOpening(at: number, { fromMinute }: WorkingHours): number {
  const midnight = Math.floor((at + TOKYO_OFFSET_MS) / DAY_MS) * DAY_MS - TOKYO_OFFSET_MS
  const opening = midnight + fromMinute * MINUTE_MS
  return opening <= at ? opening : opening - DAY_MS
}
