import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { meanOfMinutes, minuteOf, type MinuteValues } from './minute-values.ts'
import { type MeasuredShift, type OwnMeasure, ownMeasureAt } from './own-measure.ts'

// All of it project choice, decisions/0120.
const BEGINS_AFTER_MS = 4 * HOUR_MS
const LONGEST_MS = DAY_MS
const MEAN_MINUTES = 30
const FEWEST_FOR_MEAN = 18
const MEAN_ENDED_MINUTES = 45

/**
 * A worker's shift: when its first valid heart rate was read, epoch ms; the own measure that counts in it; and the highest
 * mean (bpm) of 30 minutes that ended at least 45 minutes ago, looked for up to the minute `searched`; and when the latest heart rate
 * was read at which the mean of 30 minutes passed the strain limit (働きすぎの目安), epoch ms.
 */
export type Shift = {
  readonly began: number
  readonly own: OwnMeasure | null
  readonly highestMean: number | null
  readonly searched: number
  readonly strainedAt: number | null
}

type Running = { readonly validAt: number | null; readonly shift: Shift | null }

/** The mean of the 30 minutes that end with the minute `end`, bpm; `null` where fewer than 18 have a value. */
export function shiftMean(values: MinuteValues, end: number): number | null {
  return meanOfMinutes(values, end, MEAN_MINUTES, FEWEST_FOR_MEAN)
}

/** Whether a valid heart rate at `at` (epoch ms) begins a shift; `validAt` is the one before it. */
export function beginsShift(shift: Pick<Shift, 'began'>, validAt: number | null, at: number): boolean {
  return validAt === null || at - validAt > BEGINS_AFTER_MS || at - shift.began >= LONGEST_MS
}

/**
 * Whether a worker may begin a shift with a valid heart rate at `at` (epoch ms), or between their state's latest and it: what a shift
 * is judged by is read for them.
 */
export function mayBeginShift(state: { readonly heart: Running } | null, at: number): boolean {
  const shift = state?.heart.shift ?? null
  return shift === null || beginsShift(shift, state?.heart.validAt ?? null, at)
}

/** A shift that begins at `at` (epoch ms), with the own measure that shifts before it make. */
export function newShift(at: number, shifts: readonly MeasuredShift[]): Shift {
  return { began: at, own: ownMeasureAt(shifts, at), highestMean: null, searched: minuteOf(at) - 1, strainedAt: null }
}

/**
 * `shift` with the means that ended at least 45 minutes before the minute `now` taken in. `values` hold the minutes as they were at
 * the reading before, of which no more than is remembered may have passed since.
 */
export function searchMeans(shift: Shift, values: MinuteValues, now: number): Shift {
  const until = now - MEAN_ENDED_MINUTES
  const count = Math.min(until - shift.searched, LONGEST_MS / MINUTE_MS)
  if (!(count > 0)) return shift
  let { highestMean } = shift
  for (let step = 1; step <= count; step++) {
    const mean = shiftMean(values, shift.searched + step)
    if (mean !== null && (highestMean === null || mean > highestMean)) highestMean = mean
  }
  return { ...shift, highestMean, searched: until }
}

/** For how long (ms) a shift without an own measure has no mean of its own to be compared with. */
export const UNCOMPARED_MS = 90 * MINUTE_MS
