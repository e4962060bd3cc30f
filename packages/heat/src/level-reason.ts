import type { Level } from './alert-level.ts'
import type { Emergency } from './emergency.ts'
import type { HeartReasonKind } from './heart-reason.ts'
import { keptExcess, type KeptHeat } from './kept-heat.ts'
import type { WorkerSettings } from './worker-state.ts'

/**
 * A limit that was passed: its value (bpm, for `heat` °C, for `accumulated` the level), by how much, and for how many
 * minutes (for `accumulated` those that make an emergency). `compared` (bpm) where the limit lies above the own peak or mean, or
 * the shift's mean.
 */
export type LevelReason = {
  kind: HeartReasonKind | 'heat' | 'call' | 'accumulated'
  limit: number
  over: number
  minutes: number
  compared?: number
}

/** What a heat level rests on; `null` at 0 or none. */
export function heatReason(heat: Level | null, keptHeat: KeptHeat, { referenceWbgt }: WorkerSettings): LevelReason | null {
  const over = keptExcess(keptHeat)
  return heat === null || heat === 0 || over === null ? null : { kind: 'heat', limit: referenceWbgt, over, minutes: 0 }
}

/** Why an emergency is open. */
export function emergencyReason(open: Emergency | null, settings: WorkerSettings): LevelReason | null {
  if (open === null) return null
  const { cause } = open
  switch (cause) {
    case 'call':
      return { kind: cause, limit: 0, over: 0, minutes: 0 }
    case 'accumulated':
      return { kind: cause, limit: settings.emergencyLevel, over: 0, minutes: settings.emergencyMinutes }
    default:
      return cause satisfies never
  }
}
