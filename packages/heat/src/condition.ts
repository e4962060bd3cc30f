import type { Level } from './alert-level.ts'
import { MINUTE_MS } from './milliseconds.ts'

/** How long the heart level must have been 0 before a worker's episode ends. Project choice, decisions/0031. */
const CALM_MS = 15 * MINUTE_MS

/** A worker's open episode; `calmSince` is the first reading (epoch ms) of those at heart level 0 without a gap. */
export type Condition = { readonly calmSince: number | null }

/** How an episode ended: the epoch ms since which it is over, and whether calm readings or lost ones ended it. */
export type ConditionEnd = { readonly at: number; readonly ending: 'recovered' | 'lost' }

type Step = { readonly condition: Condition | null; readonly end: ConditionEnd | null }

/**
 * A worker's episode after a reading at `at` (epoch ms) whose heart level shown is `heart`: open while that is at least 1,
 * over once it has been 0 for its time at valid heart rates (`isValid`) that no gap parts (`unbroken`: none before this one).
 * Source: project choice, decisions/0031.
 */
export function followHeart(condition: Condition | null, heart: Level | null, at: number, isValid: boolean, unbroken: boolean): Step {
  if (heart !== null && heart >= 1) return { condition: STIRRED, end: null }
  if (condition === null) return { condition, end: null }
  // That nothing is known is not calm.
  if (heart === null) return { condition: STIRRED, end: null }
  if (!isValid) return { condition, end: null }
  const calmSince = unbroken ? (condition.calmSince ?? at) : at
  if (at - calmSince < CALM_MS) return { condition: { calmSince }, end: null }
  return { condition: null, end: { at: calmSince, ending: 'recovered' } }
}

const STIRRED: Condition = { calmSince: null }
