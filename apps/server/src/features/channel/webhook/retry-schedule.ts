const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The waits after each attempt that failed, by the schedule that Standard Webhooks recommends; 75 hours in all. */
const waitsMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs]

/** So much of a wait, either way, is left to chance: receivers that come back are not met by everything at once. */
const jitter = 0.1

/**
 * How long an event waits after its so many attempts, ms; undefined where it is given up.
 * @param chance from 0 to 1
 */
export const retryWaitMs = (attempts: number, chance: number): number | undefined => {
  const wait = waitsMs[attempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (1 + jitter * (2 * chance - 1)))
}
