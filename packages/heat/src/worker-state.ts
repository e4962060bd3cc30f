import type { Level } from './alert-level.ts'
import { type CallPress, closed, type EmergencySettings, type EmergencyState, acceptCall, NO_EMERGENCY } from './emergency.ts'
import { isCurrent } from './gap.ts'
import { type HeartSettings, type HeartState, NO_HEART } from './heart-level.ts'
import { type LevelTimes, NO_LEVEL_TIMES } from './hold.ts'

/** What a worker is judged by: the site's durations, the worker's limits (bpm), reference value and clothing (°C). */
export type WorkerSettings = HeartSettings & EmergencySettings & { referenceWbgt: number; clothingAdjustment: number }

/**
 * One reading of a worker. `at`: epoch ms, already clamped to receipt; `heartRate`: bpm as sent; `wbgt`: °C, the value
 * usable at `at`; `intervalMinutes`: the device's own, where known; `wearId`: the spell of wearing it belongs to, a
 * change of which begins every streak anew.
 */
export type WorkerReading = {
  at: number
  receivedAt: number
  heartRate: number | null
  wbgt: number | null
  call: boolean
  intervalMinutes: number | null
  wearId: number
}

/**
 * All that judging a worker's next reading needs. Plain JSON of bounded size at any input rate; times in epoch ms.
 * `at`: newest reading judged; `spell`: last valid heart rate, or first reading since a gap if that is later; `total`:
 * level as shown; `stale`: some level is kept only because data was lost.
 */
export type WorkerState = {
  readonly at: number | null
  readonly wearId: number | null
  readonly interval: number | null
  readonly spell: number | null
  readonly heart: HeartState
  readonly heat: Level | null
  readonly total: Level | null
  readonly totalTimes: LevelTimes
  readonly stale: boolean
  readonly emergency: EmergencyState
}

/** The state of a worker without any reading. */
export const NEW_WORKER: WorkerState = {
  at: null,
  wearId: null,
  interval: null,
  spell: null,
  heart: NO_HEART,
  heat: null,
  total: null,
  totalTimes: NO_LEVEL_TIMES,
  stale: false,
  emergency: NO_EMERGENCY,
}

/** `state` with the open emergency closed by a person and its accumulated time zeroed. Never throws. */
export function closeEmergency(state: WorkerState): WorkerState {
  const emergency = closed(state.emergency)
  return emergency === state.emergency ? state : { ...state, emergency }
}

/**
 * `state` after a press of a call button that brings no heart rate reading, such as a belt's. `accepted` is false for
 * a repeat or a press too old; `started` is true where it opened the emergency. Never throws.
 */
export function pressCall(state: WorkerState | null, press: CallPress): { state: WorkerState; accepted: boolean; started: boolean } {
  const before = state ?? NEW_WORKER
  const emergency = acceptCall(before.emergency, press)
  const accepted = emergency !== before.emergency
  return {
    state: accepted ? { ...before, emergency } : before,
    accepted,
    started: accepted && before.emergency.open === null,
  }
}

/**
 * What to show of a worker at `now` (epoch ms), between readings: the level as judged while data is current; after
 * that a level of at least 1 stays, marked stale, and 0 becomes none. Source: project choice, decisions/0004.
 */
export function shownAt(state: WorkerState, now: number): { totalLevel: Level | null; stale: boolean } {
  if (isCurrent(state.at, now, state.interval)) return { totalLevel: state.total, stale: state.stale }
  const kept = state.total === 0 ? null : state.total
  return { totalLevel: kept, stale: kept !== null }
}
