import { CLOCK_TOLERANCE_MS } from '@mimamori/heat'
import type { Recent } from '../model.ts'

/** The newest of a source's values at an instant, allowing for clocks that differ a little. */
export const newestAt = (recent: readonly Recent[], at: number): Recent | undefined =>
  recent.findLast(([time]) => time <= at + CLOCK_TOLERANCE_MS)

/** Orders readings by their time. */
export const byTime = (one: { at: number }, other: { at: number }): number => one.at - other.at
