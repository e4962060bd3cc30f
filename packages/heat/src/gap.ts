import { MINUTE_MS } from './milliseconds.ts'

/** The shortest time between two readings that counts as a gap. Project choice, decisions/0031. */
const SHORTEST_GAP_MINUTES = 5

/** How many times its own interval a device may send nothing. Project choice, decisions/0031. */
export const INTERVALS_OF_PATIENCE = 2.5

/** `intervalMinutes` where it is a positive, finite number, else `null`. */
export function knownInterval(intervalMinutes: number | null): number | null {
  return intervalMinutes !== null && intervalMinutes > 0 && Number.isFinite(intervalMinutes) ? intervalMinutes : null
}

/**
 * Longest time in ms between two readings of a device that still counts as unbroken.
 * `intervalMinutes` is the device's own; missing or implausible, the least limit holds. Never throws.
 * Source: project choice, decisions/0031.
 */
export function gapLimitMs(intervalMinutes: number | null): number {
  const interval = knownInterval(intervalMinutes) ?? 0
  return Math.max(SHORTEST_GAP_MINUTES, INTERVALS_OF_PATIENCE * interval) * MINUTE_MS
}

/** Whether data last read at `lastAt` (epoch ms, `null` for never) is still current at `now` (epoch ms). */
export function isCurrent(lastAt: number | null, now: number, intervalMinutes: number | null): boolean {
  return lastAt !== null && now - lastAt <= gapLimitMs(intervalMinutes)
}
