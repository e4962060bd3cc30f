import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { type WorkingHours, workingDayOn } from './working-hours.ts'

/** A time in which people work, epoch ms, half-open. */
export type WorkSpan = { readonly from: number; readonly to: number }

const DAY_MINUTES = 1_440

/** How many minutes a time of day is after another, 0 to 1,439. */
const minutesAfter = (minute: number, start: number): number => (minute - start + DAY_MINUTES) % DAY_MINUTES

/** How long hours of work or a break last, in minutes; from equal to to is the whole day. */
const minutesOf = ({ fromMinute, toMinute }: WorkingHours): number => minutesAfter(toMinute, fromMinute) || DAY_MINUTES

/** Whether a break lies within hours of work, both in minutes after midnight and over midnight too. */
export const isWithinHours = (rest: WorkingHours, work: WorkingHours): boolean =>
  minutesAfter(rest.fromMinute, work.fromMinute) + minutesOf(rest) <= minutesOf(work)

/**
 * The spans of work of a site's working day, in order: `work` (the site's own hours unless others are tried) without the breaks, which
 * must lie within it. The hours begin within the working day of the site, however early people come.
 * @param date YYYY-MM-DD in Japan @throws RangeError where it is no date
 */
export function workSpans(date: string, site: WorkingHours, work: WorkingHours = site, breaks: readonly WorkingHours[] = []): WorkSpan[] {
  const day = workingDayOn(date, site)
  if (Number.isNaN(day.from)) throw new RangeError(`not a date (YYYY-MM-DD): ${date}`)
  const opening = Date.parse(`${date}T00:00:00+09:00`) + work.fromMinute * MINUTE_MS
  const dayMs = DAY_MINUTES * MINUTE_MS
  const start = opening < day.from ? opening + dayMs : opening >= day.to ? opening - dayMs : opening
  const pauses = breaks
    .map((one) => {
      const from = start + minutesAfter(one.fromMinute, work.fromMinute) * MINUTE_MS
      return { from, to: from + minutesOf(one) * MINUTE_MS }
    })
    .toSorted((one, other) => one.from - other.from)
  const spans: WorkSpan[] = []
  let at = start
  for (const pause of pauses) {
    if (pause.from > at) spans.push({ from: at, to: pause.from })
    at = Math.max(at, pause.to)
  }
  const end = start + minutesOf(work) * MINUTE_MS
  return end > at ? [...spans, { from: at, to: end }] : spans
}

/** The clock hours (epoch ms at which they begin) from the first span's to the last's, in order. */
export function hoursOfSpans(spans: readonly WorkSpan[]): number[] {
  const from = Math.floor(Math.min(...spans.map((span) => span.from)) / HOUR_MS)
  const to = Math.ceil(Math.max(...spans.map((span) => span.to)) / HOUR_MS)
  return spans.length === 0 ? [] : Array.from({ length: to - from }, (_, index) => (from + index) * HOUR_MS)
}

/** Minutes of work in the clock hour that begins at `hour` (epoch ms). */
export const workMinutes = (spans: readonly WorkSpan[], hour: number): number =>
  spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, hour + HOUR_MS) - Math.max(from, hour)), 0) / MINUTE_MS
