import type { Level } from './alert-level.ts'

/**
 * Heat level of a WBGT excess in °C, in the steps of the rest table; `null` where the excess is missing or not finite.
 * Never throws. Source: project choice, decisions/0004, after the rest table of the Ministry of Health guide.
 */
export function heatLevel(excess: number | null): Level | null {
  if (excess === null || !Number.isFinite(excess)) return null
  if (excess >= 3) return 3
  if (excess >= 1) return 2
  if (excess >= 0) return 1
  return 0
}

/**
 * Heat level kept across a loss of WBGT: the new one where there is one; else a level of at least 1 stays and a
 * level of 0 becomes none. Source: project choice, decisions/0004.
 */
export function keepHeatLevel(before: Level | null, now: Level | null): Level | null {
  if (now !== null) return now
  return before === 0 ? null : before
}
