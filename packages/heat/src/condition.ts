import type { Level } from './alert-level.ts'
import { MINUTE_MS } from './milliseconds.ts'

/** How long the personal level must have been 0 before a worker's episode ends. Project choice, decisions/0031. */
const CALM_MS = 15 * MINUTE_MS

/**
 * A worker's open episode; `calmSince` is the first reading (epoch ms) of those at personal level 0 without a gap, `level` the one
 * that the episode carries.
 */
export type Condition = { readonly calmSince: number | null; readonly level: Level | null }

/** How an episode ended: the epoch ms since which it is over, and whether calm readings or lost ones ended it. */
export type ConditionEnd = { readonly at: number; readonly ending: 'recovered' | 'lost' }

type Step = { readonly condition: Condition | null; readonly end: ConditionEnd | null }

/** One reading as an episode takes it. */
type Judged = {
  /** Epoch ms. */
  readonly at: number
  /** The personal level shown. */
  readonly personal: Level | null
  /** It brought what the personal level is judged by, and no gap lies before it. */
  readonly isKnown: boolean
  readonly unbroken: boolean
}

/**
 * A worker's episode after a reading: open while the personal level is at least 1, which it carries; over once that has been 0
 * for its time at readings that show it and that no gap parts. Source: project choice, decisions/0031 and 0120.
 */
export function followLevel(condition: Condition | null, { at, personal, isKnown, unbroken }: Judged): Step {
  if (personal !== null && personal >= 1) return { condition: { calmSince: null, level: personal }, end: null }
  if (condition === null) return { condition, end: null }
  // That nothing is known is not calm.
  if (personal === null) return { condition: { calmSince: null, level: null }, end: null }
  if (!isKnown) return { condition, end: null }
  const calmSince = unbroken ? (condition.calmSince ?? at) : at
  if (at - calmSince >= CALM_MS) return { condition: null, end: { at: calmSince, ending: 'recovered' } }
  return { condition: { calmSince, level: 0 }, end: null }
}
