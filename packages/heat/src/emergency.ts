import type { Level } from './alert-level.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'

/** From which total level time adds up, and to how many minutes. */
export type EmergencySettings = { emergencyLevel: 1 | 2 | 3; emergencyMinutes: number }

/** Where the master settings hold none. Project choice, decisions/0004. */
export const DEFAULT_EMERGENCY_SETTINGS: EmergencySettings = { emergencyLevel: 3, emergencyMinutes: 15 }

/** Without readings for so long a shift is over; a night shift is one shift. Project choice, decisions/0004. */
const SHIFT_OVER_MS = 4 * HOUR_MS

/** An older press of the call button is history, not a call. Project choice, decisions/0004. */
const OLDEST_CALL_MS = HOUR_MS

/** An emergency (緊急): since when (epoch ms; of a call, the press) and why. */
export type Emergency = { readonly since: number; readonly cause: 'accumulated' | 'call' }

/** Emergency part of a worker's state: time added up in ms, the open emergency, the latest press accepted (epoch ms). */
export type EmergencyState = {
  readonly spentMs: number
  readonly open: Emergency | null
  readonly calledAt: number | null
}

export const NO_EMERGENCY: EmergencyState = { spentMs: 0, open: null, calledAt: null }

/** A press of the call button at `at`, received at `receivedAt`, both epoch ms. */
export type CallPress = { at: number; receivedAt: number }

/** Whether a worker's levels, as shown, count towards the emergency. Source: project choice, decisions/0004. */
export function countsTowardsEmergency(total: Level | null, heart: Level | null, settings: EmergencySettings): boolean {
  return total !== null && total >= settings.emergencyLevel && heart !== null && heart >= 1
}

/**
 * `emergency` with the time between two neighbouring readings added where the earlier one `counted` and no gap lies
 * between them. `sinceLastMs` is null at the first reading. Source: project choice, decisions/0004.
 */
export function accumulate(emergency: EmergencyState, sinceLastMs: number | null, gapLimitMs: number, counted: boolean): EmergencyState {
  if (sinceLastMs === null) return emergency
  if (sinceLastMs >= SHIFT_OVER_MS) return { ...emergency, spentMs: 0 }
  if (!counted || sinceLastMs > gapLimitMs) return emergency
  return { ...emergency, spentMs: emergency.spentMs + sinceLastMs }
}

/** `emergency`, opened at `at` (epoch ms) where the time added up is enough; `counts`: the worker's levels count now. */
export function openAccumulated(emergency: EmergencyState, at: number, counts: boolean, settings: EmergencySettings): EmergencyState {
  if (emergency.open !== null || !(counts || emergency.spentMs > 0)) return emergency
  if (!(emergency.spentMs >= settings.emergencyMinutes * MINUTE_MS)) return emergency
  return { ...emergency, open: { since: at, cause: 'accumulated' } }
}

/**
 * `emergency` after a press of the call button, in whatever order it arrives. A press too old at receipt, or not after
 * the latest one accepted (a repeat), does nothing. Source: project choice, decisions/0004.
 */
export function acceptCall(emergency: EmergencyState, { at, receivedAt }: CallPress): EmergencyState {
  const tooOld = receivedAt - at > OLDEST_CALL_MS
  if (!Number.isFinite(at) || tooOld || (emergency.calledAt !== null && at <= emergency.calledAt)) return emergency
  return { ...emergency, open: emergency.open ?? { since: at, cause: 'call' }, calledAt: at }
}

/** `emergency` closed by a person, the time added up zeroed; unchanged where none is open, so that a second close is harmless. */
export function closed(emergency: EmergencyState): EmergencyState {
  return emergency.open === null ? emergency : { ...emergency, open: null, spentMs: 0 }
}
