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
