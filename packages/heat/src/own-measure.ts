import { DAY_MS } from './milliseconds.ts'

// All of it project choice, decisions/0120.
const FEWEST_SHIFTS = 3
const MOST_SHIFTS = 10
const COUNTS_AFTER_MS = DAY_MS
/** How long (ms) before a shift the shifts may have ended that its own measure is counted from. Project choice, decisions/0120. */
export const COUNTED_SHIFTS_MS = 30 * DAY_MS

/**
 * A shift that counts for its worker's own measure: when it ended, epoch ms, the highest mean of 20 minutes (`mean`) and the
 * highest heart rate not gone below in 5 minutes (`peak`), bpm.
 */
export type MeasuredShift = { readonly endedAt: number; readonly mean: number; readonly peak: number }

/** A worker's own measure (本人の目安): own mean and own peak, bpm, and of how many shifts they are the medians. */
export type OwnMeasure = { readonly mean: number; readonly peak: number; readonly shifts: number }

/**
 * The own measure for a shift that begins at `at` (epoch ms): the median of the latest ten shifts that ended over 24 hours
 * before and within 30 days, of an even number the lower; `null` where there are fewer than three. Source: project choice,
 * decisions/0120.
 */
export function ownMeasureAt(shifts: readonly MeasuredShift[], at: number): OwnMeasure | null {
  const counted = shifts
    .filter(({ endedAt }) => at - endedAt > COUNTS_AFTER_MS && at - endedAt <= COUNTED_SHIFTS_MS)
    .toSorted((one, other) => other.endedAt - one.endedAt)
    .slice(0, MOST_SHIFTS)
  if (counted.length < FEWEST_SHIFTS) return null
  const [mean, peak] = [lowerMedian(counted.map((shift) => shift.mean)), lowerMedian(counted.map((shift) => shift.peak))]
  return { mean, peak, shifts: counted.length }
}

/** The own measure as it is once a shift that ended at `endedAt` (epoch ms) counts. */
export function ownMeasureAfter(shifts: readonly MeasuredShift[], endedAt: number): OwnMeasure | null {
  return ownMeasureAt(shifts, endedAt + COUNTS_AFTER_MS + 1)
}

function lowerMedian(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}
