import { MINUTE_MS } from './milliseconds.ts'

/**
 * How many clock minutes are remembered: a mean of 30 minutes that ended 45 minutes ago begins 75 minutes ago. Project choice,
 * decisions/0120.
 */
export const MINUTES_REMEMBERED = 75

/**
 * Heart rates by clock minute: `newest` is the number of the latest minute since 1970, `cells` are its value and those before it,
 * oldest first. A cell is 0 without a value, else twice the whole bpm, and one more where a reading of that minute gave it: the
 * others are carried on from the reading before. Cells are a text, a character each: of every worker one is kept and written with
 * each reading, and a list of numbers took six times the memory.
 */
export type MinuteValues = { readonly newest: number; readonly cells: string }

/** The character of an empty cell: from here on none has to be written as several in JSON. */
const FIRST_CHARACTER = 0x100
const NO_CELLS = String.fromCharCode(FIRST_CHARACTER).repeat(MINUTES_REMEMBERED)

function characterOf(cell: number): string {
  return String.fromCharCode(cell + FIRST_CHARACTER)
}

/** The cell at an index of 0 to 74. */
function cellAt(cells: string, index: number): number {
  return cells.charCodeAt(index) - FIRST_CHARACTER
}

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
  let cells = values?.cells ?? NO_CELLS
  const fill = (minute: number, value: number, isRead: boolean) => {
    onMinute({ newest, cells }, minute)
    const whole = Math.round(value)
    const character = characterOf(whole * 2 + (isRead ? 1 : 0))
    if (minute > newest) {
      const dropped = Math.min(minute - newest, MINUTES_REMEMBERED)
      cells = cells.slice(dropped) + NO_CELLS.slice(0, dropped - 1) + character
      newest = minute
      return
    }
    const index = MINUTES_REMEMBERED - 1 - (newest - minute)
    if (index >= 0 && (isRead || whole > cellAt(cells, index) >> 1)) cells = cells.slice(0, index) + character + cells.slice(index + 1)
  }
  // Counted by steps: of times far outside of any calendar one minute more is the same number.
  const steps = carried === null ? 0 : now - carried.from
  for (let step = 0; carried !== null && step < steps; step++) fill(carried.from + step, carried.bpm, false)
  fill(now, bpm, true)
  return { newest, cells }
}

/** The mean of those of `count` minutes up to the minute `end` that have a value, bpm; `null` where fewer than `fewest` have one. */
export function meanOfMinutes({ newest, cells }: MinuteValues, end: number, count: number, fewest: number): number | null {
  const last = MINUTES_REMEMBERED - 1 - (newest - end)
  let sum = 0
  let known = 0
  for (let index = Math.max(0, last - count + 1); index <= Math.min(last, MINUTES_REMEMBERED - 1); index++) {
    const bpm = cellAt(cells, index) >> 1
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
  const beginning = cellAt(cells, first)
  let found = beginning > 0 && (beginning & 1) === 0 && isBeyond(beginning >> 1) ? 1 : 0
  for (let index = MINUTES_REMEMBERED - 1; index >= first && found < 2; index--) {
    const cell = cellAt(cells, index)
    if ((cell & 1) === 1 && isBeyond(cell >> 1)) found += 1
  }
  return found
}
