import { type Level, lowerLevel } from './alert-level.ts'
import { MINUTE_MS } from './milliseconds.ts'

/** How long the heart level must have been 0 before a worker's episode ends. Project choice, decisions/0031. */
const CALM_MS = 15 * MINUTE_MS

/**
 * A worker's open episode; `calmSince` is the first reading (epoch ms) of those at heart level 0 without a gap, `level` the one
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
  /** The heart level shown, and the total level. */
  readonly heart: Level | null
  readonly total: Level | null
  /** It brought a valid heart rate, and no gap lies before it. */
  readonly isValid: boolean
  readonly unbroken: boolean
}

/**
 * A worker's episode after a reading: open while the heart level is at least 1, over once it has been 0 for its time at valid
 * heart rates that no gap parts.
 *
 * It carries the total level while the heart level is at least 1. Once that is lower, heat alone no longer raises the episode:
 * its level may fall with the first calm reading, since when it is over if the heart stays calm, and moves again once the
 * heart level comes back. Source: project choice, decisions/0031 and 0079.
 */
export function followHeart(condition: Condition | null, { at, heart, total, isValid, unbroken }: Judged): Step {
  if (heart !== null && heart >= 1) return { condition: { calmSince: null, level: total }, end: null }
  if (condition === null) return { condition, end: null }
  const eased = lowerLevel(condition.level, total)
  // That nothing is known is not calm.
  if (heart === null) return { condition: { calmSince: null, level: eased }, end: null }
  if (!isValid) return { condition, end: null }
  const calmSince = unbroken ? (condition.calmSince ?? at) : at
  if (at - calmSince >= CALM_MS) return { condition: null, end: { at: calmSince, ending: 'recovered' } }
  return { condition: { calmSince, level: calmSince === at ? eased : condition.level }, end: null }
}
