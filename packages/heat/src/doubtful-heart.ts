import { gapLimitMs, knownInterval } from './gap.ts'
import { MINUTE_MS } from './milliseconds.ts'

// All of it project choice, decisions/0119.
const NARROW_BPM = 20
const NARROW_SHARE = 0.9
const FEWEST_MINUTES = 4 * 60
const DIFFERENT_BPM = 20
const DIFFERENT_MINUTES = 10
const LONGEST_MEDIAN_MINUTES = 60

/** On so many days, and for so many wearers, values must lie close together until a device makes them up. */
export const NARROW_DAYS = 3
export const NARROW_WEARERS = 2
/** Days that count, and for which differing heart rates are shown. */
export const NARROW_WITHIN_DAYS = 30
export const DIFFERENT_WITHIN_DAYS = 3

/**
 * The heart rates of a device on one wearer on one day: the median of each minute that has one, in time order. `minute` counts from 1970;
 * `saidMinutes` is the interval that the readings say, `null` where they say none.
 */
export type DayOfHeart = {
  readonly values: readonly { readonly minute: number; readonly bpm: number }[]
  readonly saidMinutes: number | null
}

/** Each minute with a value: between two values without a gap the earlier one holds. */
function heldMinutes({ values, saidMinutes }: DayOfHeart): ReadonlyMap<number, number> {
  const spacings = values.slice(1).map(({ minute }, index) => minute - (values[index]?.minute ?? minute))
  const median = spacings.toSorted((one, other) => one - other)[spacings.length >> 1] ?? 0
  const interval = Math.max(knownInterval(saidMinutes) ?? 0, Math.min(median, LONGEST_MEDIAN_MINUTES))
  const gapMinutes = gapLimitMs(interval) / MINUTE_MS
  const held = new Map<number, number>()
  values.forEach(({ minute, bpm }, index) => {
    const next = values[index + 1]?.minute ?? minute + 1
    const until = next - minute <= gapMinutes ? next : minute + 1
    for (let one = minute; one < until; one++) held.set(one, bpm)
  })
  return held
}

/**
 * Whether 90 % of a day's minutes (at least four hours of them) lie within 20 bpm: a heart at work moves more, and some bands make values
 * up. One such day, or one person, proves nothing. Never throws. Source: project choice, decisions/0119.
 */
export function isNarrowDay(day: DayOfHeart): boolean {
  const sorted = [...heldMinutes(day).values()].toSorted((one, other) => one - other)
  if (sorted.length < FEWEST_MINUTES) return false
  const within = Math.ceil(sorted.length * NARROW_SHARE)
  return sorted.some((least, index) => (sorted[index + within - 1] ?? Number.POSITIVE_INFINITY) - least <= NARROW_BPM)
}

/**
 * Whether two devices on one person differ by 20 bpm or more for ten minutes in a row. Minutes in which one of them has no value end the
 * run. Never throws. Source: project choice, decisions/0119.
 */
export function areDifferent(one: DayOfHeart, other: DayOfHeart): boolean {
  const [first, second] = [heldMinutes(one), heldMinutes(other)]
  const apart = [...first].filter(([minute, bpm]) => Math.abs(bpm - (second.get(minute) ?? bpm)) >= DIFFERENT_BPM)
  let run = 0
  return apart.some(([minute], index) => {
    run = apart[index - 1]?.[0] === minute - 1 ? run + 1 : 1
    return run >= DIFFERENT_MINUTES
  })
}
