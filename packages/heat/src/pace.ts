import { knownInterval } from './gap.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { insertSorted } from './sorted-numbers.ts'

// All of it project choice, decisions/0031.
const SPACINGS_REMEMBERED = 9
const FEWEST_SPACINGS = 3
const LONGEST_MEDIAN_MINUTES = 60

/**
 * The ms between each two of a device's last valid heart rates, oldest first, after one more.
 * Source: project choice, decisions/0031.
 */
export function markSpacing(spacings: readonly number[], spacingMs: number): readonly number[] {
  // A list that grows by one gets room for more, which each worker's state would keep.
  return spacings.slice(1 - SPACINGS_REMEMBERED).concat(spacingMs)
}

/**
 * The interval of a device in minutes: the larger of what its reading declares and the median of its spacings (ms), of an even
 * number the larger; `null` where nothing is declared and too few are known. Source: project choice, decisions/0031.
 */
export function intervalOf(spacings: readonly number[], declaredMinutes: number | null): number | null {
  const declared = knownInterval(declaredMinutes)
  if (spacings.length < FEWEST_SPACINGS) return declared
  const median = Math.min(upperMedian(spacings) / MINUTE_MS, LONGEST_MEDIAN_MINUTES)
  return Math.max(declared ?? 0, median)
}

function upperMedian(values: readonly number[]): number {
  const sorted: number[] = []
  for (const value of values) {
    insertSorted(sorted, value)
  }
  return sorted[sorted.length >> 1] ?? Number.NaN
}
