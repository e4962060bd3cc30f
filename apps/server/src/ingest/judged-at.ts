import type { Recent } from './device-judge.ts'

const clockToleranceMs = 60_000

/** The time that a reading is judged at: its own, or its receipt where the device's clock is ahead. */
export const judgedAt = (reading: { at: number; receivedAt: number }): number =>
  reading.at - reading.receivedAt > clockToleranceMs ? reading.receivedAt : reading.at

/** The newest of a source's values at an instant, allowing for clocks that differ a little. */
export const newestAt = (recent: readonly Recent[], at: number): Recent | undefined =>
  recent.findLast(([time]) => time <= at + clockToleranceMs)

/** Orders readings by the time they are judged at. */
export const byTime = <Reading extends { at: number; receivedAt: number }>(one: Reading, other: Reading): number =>
  judgedAt(one) - judgedAt(other)
