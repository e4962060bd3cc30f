import type { Level } from './alert-level.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts'

/** From which personal level time adds up, and to how many minutes. */
export type EmergencySettings = { emergencyLevel: 1 | 2 | 3; emergencyMinutes: number }

/** Where the master settings hold none. Project choice, decisions/0031. */
export const DEFAULT_EMERGENCY_SETTINGS: EmergencySettings = { emergencyLevel: 3, emergencyMinutes: 15 }

/** An older press of the call button is history, not a call. Project choice, decisions/0031. */
const OLDEST_CALL_MS = DAY_MS

/** How many presses are remembered, to know one that is sent again. */
export const PRESSES_REMEMBERED = 4

/** So long after its last counted minute an emergency of accumulated time calls nobody any more. Project choice, decisions/0080. */
const CALLS_FOR_MS = HOUR_MS

/**
 * An emergency (緊急): since when (epoch ms; of a call, the press) and why. `countedAt`: until when time has counted towards it,
 * epoch ms; `isLate` (後着): this was too long ago when it was received.
 */
export type Emergency = {
  readonly since: number
  readonly cause: 'accumulated' | 'call'
  readonly countedAt?: number
  readonly isLate?: boolean
}

/**
 * A call button that is down: of which device, in how many of its latest readings in a row (2 means two or more), and when the
 * latest of them was received, epoch ms.
 */
export type ButtonDown = { readonly deviceId: number; readonly readings: 1 | 2; readonly receivedAt: number }

/** A time from one epoch ms to another. */
export type TimeSpan = readonly [from: number, to: number]

/**
 * Emergency part of a worker's state, times in epoch ms. `spans`: the time of the last hour that counts, oldest first, at most
 * one for each time that the level came to count; `counting`: the latest reading at which the level is known was such that time
 * counts; `closedAt`: when a person last closed an emergency; `presses`: readings with the button
 * down that were seen last; `down`: the button of the device whose latest reading is one.
 */
export type EmergencyState = {
  readonly spans: readonly TimeSpan[]
  readonly counting: boolean
  readonly open: Emergency | null
  readonly closedAt: number | null
  readonly presses: readonly number[]
  readonly down: ButtonDown | null
}

export const NO_EMERGENCY: EmergencyState = { spans: [], counting: false, open: null, closedAt: null, presses: [], down: null }

/** A reading with the call button down at `at`, received at `receivedAt`, epoch ms; `held`: the reading before was one, too. */
export type CallPress = { at: number; receivedAt: number; held: boolean }

/** How far back time counts towards an emergency. Project choice, decisions/0120. */
const COUNTED_MS = HOUR_MS

/** Whether a worker's personal level, as shown, counts towards the emergency. Source: project choice, decisions/0031 and 0120. */
export function countsTowardsEmergency(personal: Level | null, settings: EmergencySettings): boolean {
  return personal !== null && personal >= settings.emergencyLevel
}

/**
 * `emergency` with the time between two neighbouring readings at which the level is known, at `from` (null for none) and `at`,
 * added where the earlier one counted and no gap lies between them; what lies before a closing, or over an hour back, adds
 * nothing. Source: project choice, decisions/0031 and 0120.
 */
export function accumulate(emergency: EmergencyState, from: number | null, at: number, gapLimitMs: number): EmergencyState {
  const isCounted = from !== null && emergency.counting && at - from <= gapLimitMs
  const begin = Math.max(from ?? at, emergency.closedAt ?? Number.NEGATIVE_INFINITY)
  if (!isCounted || begin >= at) return withRecentSpans(emergency, emergency.spans, at)
  const open = emergency.open?.cause === 'accumulated' ? { ...emergency.open, countedAt: at } : emergency.open
  const last = emergency.spans.at(-1)
  const spans: readonly TimeSpan[] =
    last !== undefined && last[1] === begin ? [...emergency.spans.slice(0, -1), [last[0], at]] : [...emergency.spans, [begin, at]]
  return withRecentSpans(open === emergency.open ? emergency : { ...emergency, open }, spans, at)
}

function withRecentSpans(emergency: EmergencyState, spans: readonly TimeSpan[], at: number): EmergencyState {
  const since = at - COUNTED_MS
  const first = spans[0]
  if (first === undefined || first[0] >= since) return spans === emergency.spans ? emergency : { ...emergency, spans }
  const recent = spans.flatMap(([from, to]): TimeSpan[] => (to <= since ? [] : [[Math.max(from, since), to]]))
  return { ...emergency, spans: recent }
}

/** The time (ms) of the hour before `at` (epoch ms) that counts towards an emergency. Source: project choice, decisions/0120. */
export function countedMs({ spans }: Pick<EmergencyState, 'spans'>, at: number): number {
  const since = at - COUNTED_MS
  return spans.reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(from, since)), 0)
}

/**
 * `emergency` as it is to be announced at `receivedAt` (epoch ms), the receipt of the readings that it was judged from. One of
 * accumulated time whose last counted minute lies too long back is late (後着) where it opens with them, `opens`; a late one that
 * counts on until shortly before is no longer late. Never throws. Source: project choice, decisions/0080.
 */
export function received(emergency: EmergencyState, receivedAt: number, opens: boolean): EmergencyState {
  const { open } = emergency
  if (open === null || open.cause === 'call') return emergency
  const isLate = receivedAt - (open.countedAt ?? open.since) > CALLS_FOR_MS
  if (opens) return isLate ? { ...emergency, open: { ...open, isLate } } : emergency
  return open.isLate === true && !isLate ? { ...emergency, open: punctual(open) } : emergency
}

/** The same emergency, not late. */
export function punctual({ isLate: _, ...open }: Emergency): Emergency {
  return open
}

/** `emergency` once the shift is over: time starts from zero. Source: project choice, decisions/0031. */
export function restarted(emergency: EmergencyState): EmergencyState {
  return { ...emergency, spans: [], counting: false }
}

/** `emergency` after a reading at `at` at which the level is known, opened where the time added up is enough; `counts`: it counts now. */
export function openAccumulated(emergency: EmergencyState, at: number, counts: boolean, settings: EmergencySettings): EmergencyState {
  const after = emergency.counting === counts ? emergency : { ...emergency, counting: counts }
  const isAnswered = emergency.closedAt !== null && at <= emergency.closedAt
  if (after.open !== null || isAnswered || !(counts || after.spans.length > 0)) return after
  if (!(countedMs(after, at) >= settings.emergencyMinutes * MINUTE_MS)) return after
  return { ...after, open: { since: at, cause: 'accumulated', countedAt: at } }
}

/**
 * `emergency` after a reading with the call button down, in whatever order it arrives: accepted unless it is too old at
 * receipt, a repeat, or continues with a press that is known. Source: project choice, decisions/0031.
 */
export function acceptCall(
  emergency: EmergencyState,
  { at, receivedAt, held }: CallPress,
): { emergency: EmergencyState; accepted: boolean } {
  const isTooOld = receivedAt - at > OLDEST_CALL_MS
  if (!Number.isFinite(at) || isTooOld || emergency.presses.includes(at)) return { emergency, accepted: false }
  const presses = [...emergency.presses.slice(1 - PRESSES_REMEMBERED), at]
  const called: Emergency = emergency.open === null ? { since: at, cause: 'call' } : punctual(emergency.open)
  const open = held ? emergency.open : called
  return { emergency: { ...emergency, open, presses }, accepted: !held }
}

/**
 * Whether a press that continues with `down` calls for help again: a person closed the emergency between the two, and two readings
 * in a row do not yet show that the button is held or stuck. Source: domain rule for calls, decisions/0031.
 */
export function isPressedAgain({ down, closedAt }: Pick<EmergencyState, 'down' | 'closedAt'>, receivedAt: number): boolean {
  if (down === null || closedAt === null || down.readings > 1) return false
  return down.receivedAt <= closedAt && receivedAt > closedAt
}

/**
 * `emergency` closed by a person at `at` (epoch ms), the time added up zeroed. The same closing once more changes nothing,
 * so a state from before it may be brought past it. Source: project choice, decisions/0031.
 */
export function closed(emergency: EmergencyState, at: number): EmergencyState {
  if (emergency.closedAt !== null && at <= emergency.closedAt) return emergency
  return { ...emergency, open: null, spans: [], closedAt: at }
}
