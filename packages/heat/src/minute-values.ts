import { MINUTE_MS } from './milliseconds.ts'

/**
 * How many clock minutes are remembered: a mean of 30 minutes that ended 45 minutes ago begins 75 minutes ago. Project choice,
 * decisions/0120.
 */
export const MINUTES_REMEMBERED = 75

/**
 * Heart rates by clock minute: `newest` is the number of the latest minute since 1970, `cells` are its value and those before it,
 * oldest first. A cell is 0 without a value, else twice the whole bpm, and one more where a reading of that minute gave it: the
 * others are carried on from the reading before.
 */
export type MinuteValues = { readonly newest: number; readonly cells: readonly number[] }

const NO_CELLS: readonly number[] = Array.from({ length: MINUTES_REMEMBERED }, () => 0)

/** The number of the clock minute that an instant (epoch ms) lies in: 59.9 seconds belong to their own. */
export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS)
}

/** Minutes from one on that take a heart rate, bpm, until the next reading's. */
export type CarriedMinutes = { readonly from: number; readonly bpm: number }

/**
 * `values` after a reading that gives the minute `now` its heart rate, bpm. `carried` are minutes before that take the value of the
 * reading before, unless another device has given them a higher one; without them those between have none. `onMinute` sees the
 * values before each minute that is carried, and before `now`.
 */
export function recordMinute(
  values: MinuteValues | null,
  now: number,
  bpm: number,
  carried: CarriedMinutes | null,
  onMinute: (values: MinuteValues, minute: number) => void,
): MinuteValues {
  let newest = values?.newest ?? now
  const cells = (values?.cells ?? NO_CELLS).slice()
  const fill = (minute: number, value: number, isRead: boolean) => {
    onMinute({ newest, cells }, minute)
    if (minute > newest) {
      dropOldest(cells, minute - newest)
      newest = minute
    }
    const index = MINUTES_REMEMBERED - 1 - (newest - minute)
    const whole = Math.round(value)
    if (index >= 0 && (isRead || whole > (cells[index] ?? 0) >> 1)) cells[index] = whole * 2 + (isRead ? 1 : 0)
  }
  // Counted by steps: of times far outside of any calendar one minute more is the same number.
  const steps = carried === null ? 0 : now - carried.from
  for (let step = 0; carried !== null && step < steps; step++) fill(carried.from + step, carried.bpm, false)
  fill(now, bpm, true)
  return { newest, cells }
}

function dropOldest(cells: number[], count: number): void {
  const dropped = Math.min(count, MINUTES_REMEMBERED)
  cells.splice(0, dropped)
  for (let step = 0; step < dropped; step++) cells.push(0)
}

/** The mean of those of `count` minutes up to the minute `end` that have a value, bpm; `null` where fewer than `fewest` have one. */
export function meanOfMinutes({ newest, cells }: MinuteValues, end: number, count: number, fewest: number): number | null {
  const last = MINUTES_REMEMBERED - 1 - (newest - end)
  let sum = 0
  let known = 0
  for (let index = Math.max(0, last - count + 1); index <= Math.min(last, MINUTES_REMEMBERED - 1); index++) {
    const bpm = (cells[index] ?? 0) >> 1
    if (bpm === 0) continue
    sum += bpm
    known += 1
  }
  return known < fewest ? null : sum / known
}

/**
 * In how many of the latest `count` minutes a reading gave a value beyond a limit, at most two; one before them counts, too, if it
 * fills their beginning.
 */
export function readingsBeyond({ cells }: MinuteValues, count: number, isBeyond: (bpm: number) => boolean): number {
  const first = MINUTES_REMEMBERED - count
  const beginning = cells[first] ?? 0
  let found = beginning > 0 && (beginning & 1) === 0 && isBeyond(beginning >> 1) ? 1 : 0
  for (let index = MINUTES_REMEMBERED - 1; index >= first && found < 2; index--) {
    const cell = cells[index] ?? 0
    if ((cell & 1) === 1 && isBeyond(cell >> 1)) found += 1
  }
  return found
}
