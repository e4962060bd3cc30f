import type { Level } from './alert-level.ts'
import type { HeartLimits } from './heart-rate.ts'
import type { OwnMeasure } from './own-measure.ts'
import { type Shift, UNCOMPARED_MS } from './shift.ts'

// All of it project choice, decisions/0120, unless a source is named.

/** bpm above the own measure by the heat level in force, 0 to 3; without one. */
const MARGINS = [15, 12, 8, 5] as const
const MARGIN_UNKNOWN = 12

/** The own peak raises the limit no further above the instantaneous one, the own mean none above the sustained one. */
const MOST_ABOVE = 30

/** At heat level 0, and else: the heart rate (bpm) at which the estimate of Buller 2013 settles at 38.5 °C. */
const MEAN_LIMIT_COOL = 145
const MEAN_LIMIT = 137

/** bpm above 180 − age while a shift has no mean of its own, and above that mean, at heat level 0 and else. */
const ABOVE_SUSTAINED = { cool: 15, else: 10 } as const
const ABOVE_SHIFT_MEAN = { cool: 17, else: 12 } as const

/**
 * The margin (bpm) above a worker's own measure at a heat level in force; 要注意 by the morning check takes the smallest. Source:
 * project choice, decisions/0120.
 */
export function marginOf(heat: Level | null, hasAttention = false): number {
  if (hasAttention) return MARGINS[3]
  return heat === null ? MARGIN_UNKNOWN : MARGINS[heat]
}

/** The limit (bpm) for four minutes that a worker's own peak makes. Source: project choice, decisions/0120. */
export function peakLimit({ instantaneous }: HeartLimits, own: OwnMeasure, heat: Level | null, hasAttention = false): number {
  return Math.max(instantaneous, Math.min(own.peak + marginOf(heat, hasAttention), instantaneous + MOST_ABOVE))
}

/**
 * The limit (bpm) of the mean of the last 30 minutes for a shift at `at` (epoch ms), and what it is compared with: the own mean, the
 * shift's highest mean before, or only the age. Sources: 180 − A of ACGIH and ISO 9886; the rest is project choice, decisions/0120.
 */
export function meanLimit(
  { sustained }: HeartLimits,
  { own, began, highestMean }: Shift,
  at: number,
  heat: Level | null,
  hasAttention = false,
): { limit: number; compared: number | null } {
  const key = heat === 0 ? 'cool' : 'else'
  const compared = own?.mean ?? (at - began < UNCOMPARED_MS ? null : highestMean)
  if (compared === null) return { limit: sustained + ABOVE_SUSTAINED[key], compared }
  const above = compared + (own === null ? ABOVE_SHIFT_MEAN[key] : marginOf(heat, hasAttention))
  const least = Math.min(sustained, heat === 0 ? MEAN_LIMIT_COOL : MEAN_LIMIT)
  return { limit: Math.min(sustained + MOST_ABOVE, Math.max(least, above)), compared }
}
