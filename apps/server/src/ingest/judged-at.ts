import type { Recent } from './load-state.ts'

const clockToleranceMs = 60_000

/** A clock that runs ahead does not push its worker into the future: such a reading is judged when it came. */
export const judgedAt = (reading: { at: number; receivedAt: number }): number =>
  reading.at - reading.receivedAt > clockToleranceMs ? reading.receivedAt : reading.at

/** The newest of a source's values that stood at an instant, clocks being a little apart. */
export const newestAt = (recent: readonly Recent[], at: number): Recent | undefined =>
  recent.findLast(([time]) => time <= at + clockToleranceMs)
