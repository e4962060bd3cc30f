import type { Level } from './alert-level.ts'

/** The excess in °C that each level begins at; below the lowest is level 0. Source as below. */
export const HEAT_LEVEL_FROM = { 3: 3, 2: 1, 1: 0 } as const

/**
 * Heat level of a WBGT excess in °C, in the steps of the rest table; `null` where the excess is missing or not finite.
 * Never throws. Source: project choice, decisions/0004, after the rest table of the Ministry of Health guide.
 */
export function heatLevel(excess: number | null): Level | null {
  if (excess === null || !Number.isFinite(excess)) return null
  if (excess >= HEAT_LEVEL_FROM[3]) return 3
  if (excess >= HEAT_LEVEL_FROM[2]) return 2
  if (excess >= HEAT_LEVEL_FROM[1]) return 1
  return 0
}
