/** A device's battery is low at this level of 0–5 or below, and well again from the other on. Project choice, decisions/0036. */
const LOW_AT_MOST = 1
const WELL_FROM = 3

/**
 * Whether a battery is low after a level of 0–5: yes, no, or as it was before (`kept`), since a level that wavers between
 * low and well is one episode.
 */
export type BatteryVerdict = 'low' | 'well' | 'kept'

/** Judges a battery's level (0–5). */
export function judgeBattery(level: number): BatteryVerdict {
  if (level <= LOW_AT_MOST) return 'low'
  return level >= WELL_FROM ? 'well' : 'kept'
}
