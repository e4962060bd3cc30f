import { DEFAULT_HEAT_ALONE_MAX_LEVEL, type Level, totalLevelOf } from './alert-level.ts'
import type { AttentionPeriod } from './attention.ts'
import type { Condition, ConditionEnd } from './condition.ts'
import { acceptCall, type CallPress, closed, type EmergencySettings, type EmergencyState, NO_EMERGENCY, restarted } from './emergency.ts'
import type { ExposureClock } from './exposure-clock.ts'
import { HEART_KEPT_MS, type HeartSettings, type HeartState, isHeartLost, NO_HEART, withoutHeartLevel } from './heart-level.ts'
import { type LevelTimes, markLevel, NO_LEVEL_TIMES } from './hold.ts'
import { HEAT_KEPT_MS, heatExpiry, type KeptHeat, keptHeatLevel, latestHeatAt, unexpiredHeat } from './kept-heat.ts'
import { type MissingHeartRate, NOT_MISSING } from './missing-heart-rate.ts'
import type { HeatRank } from './usable-heat.ts'
import type { WorkingHours } from './working-hours.ts'

/**
 * What a worker is judged by: the site's durations, the worker's limits (bpm), reference value and clothing (°C), the highest
 * total level that heat alone makes, the site's working hours, by which their day begins, and when they are 要注意 (`attention`), with
 * the reference value that holds then.
 */
export type WorkerSettings = HeartSettings &
  EmergencySettings & {
    referenceWbgt: number
    clothingAdjustment: number
    heatAloneMaxLevel?: 2 | 3
    workingHours?: WorkingHours
    attention?: { readonly periods: readonly AttentionPeriod[]; readonly referenceWbgt: number }
  }

/**
 * One reading of a worker. `at`: epoch ms, corrected for the device's clock; `heartRate`: bpm as sent; `wbgt`: °C, the
 * value usable at `at`, `airTemperature` with it where its source measures that, and `wbgtRank` how near it is; `intervalMinutes`: as the reading says, where it does;
 * `isAnswered`: of one judged again, that a person has closed what its press was, so that it calls nobody a second time; `expectsWbgt`: the site has
 * a watcher, so that no usable value means that one was lost.
 */
export type WorkerReading = {
  at: number
  receivedAt: number
  heartRate: number | null
  wbgt: number | null
  wbgtRank: HeatRank
  airTemperature?: number | null
  call: boolean
  isAnswered?: boolean
  expectsWbgt?: boolean
  intervalMinutes: number | null
  deviceId: number
}

/**
 * All that judging a worker's next reading needs. Plain JSON of bounded size at any input rate; times in epoch ms.
 * `at`: newest reading judged; `interval`: the one in force at it, in minutes; `heat`: level at it, kept ones included;
 * `total`: level as shown; `judgedBy`: what the personal level is, the heart's or, with 心拍で判断しない, the heat's.
 */
export type WorkerState = {
  readonly at: number | null
  readonly interval: number | null
  readonly heart: HeartState
  readonly heat: Level | null
  readonly keptHeat: KeptHeat
  readonly total: Level | null
  readonly totalTimes: LevelTimes
  readonly condition: Condition | null
  readonly missing: MissingHeartRate
  readonly emergency: EmergencyState
  readonly judgedBy: 'heart' | 'heat'
  readonly heatAloneMaxLevel: 2 | 3
  readonly exposure: ExposureClock | null
}

/** The state of a worker without any reading. */
export const NEW_WORKER: WorkerState = {
  at: null,
  interval: null,
  heart: NO_HEART,
  heat: null,
  keptHeat: [],
  total: null,
  totalTimes: NO_LEVEL_TIMES,
  condition: null,
  missing: NOT_MISSING,
  emergency: NO_EMERGENCY,
  judgedBy: 'heart',
  heatAloneMaxLevel: DEFAULT_HEAT_ALONE_MAX_LEVEL,
  exposure: null,
}

/**
 * The personal level, which says whether this person, now, needs somebody: the heart level, or for somebody whose heart is not
 * judged the heat level; `null` where nothing is known. Source: project choice, decisions/0120.
 */
export function personalLevelOf({ judgedBy, heart, heat }: Pick<WorkerState, 'judgedBy' | 'heart' | 'heat'>): Level | null {
  return judgedBy === 'heart' ? heart.hold.shown : heat
}

/** When what the personal level is judged by was last read, epoch ms; `null` for never. */
export function personalKnownAt({ judgedBy, heart, keptHeat }: Pick<WorkerState, 'judgedBy' | 'heart' | 'keptHeat'>): number | null {
  return judgedBy === 'heart' ? heart.validAt : latestHeatAt(keptHeat)
}

/** `state` with the open emergency closed by a person at `at` (epoch ms) and its accumulated time zeroed. Never throws. */
export function closeEmergency(state: WorkerState, at: number): WorkerState {
  const emergency = closed(state.emergency, at)
  return emergency === state.emergency ? state : { ...state, emergency }
}

/**
 * `state` after a press of a call button that brings no heart rate reading, such as a belt's. `accepted` is false for
 * a repeat, a press too old and one that continues; `started` is true where it opened the emergency. Never throws.
 */
export function pressCall(state: WorkerState | null, press: CallPress): { state: WorkerState; accepted: boolean; started: boolean } {
  const before = state ?? NEW_WORKER
  const { emergency, accepted } = acceptCall(before.emergency, press)
  return {
    state: emergency === before.emergency ? before : { ...before, emergency },
    accepted,
    started: accepted && before.emergency.open === null,
  }
}

/**
 * `state` without the levels that no longer count at `now` (epoch ms), and the end of the episode that rested on them, which
 * is lost, never recovered. Without what the personal level is judged by for so long the time towards an emergency starts from
 * zero, too. The same object where all counts. Source: project choice, decisions/0031.
 */
export function withoutExpired(state: WorkerState, now: number): { state: WorkerState; end: ConditionEnd | null } {
  const isHeartOver = hasHeartToLose(state) && isHeartLost(state.heart, now, HEART_KEPT_MS)
  const keptHeat = unexpiredHeat(state.keptHeat, now)
  if (!isHeartOver && keptHeat === state.keptHeat) return { state, end: null }
  const heart = isHeartOver ? withoutHeartLevel(state.heart) : state.heart
  const heat = keptHeat === state.keptHeat ? state.heat : keptHeatLevel(keptHeat, false)
  // An entry that made no level, such as a nearer source's from long ago, takes nothing away.
  const isLevelOver = isHeartOver || (heat ?? 0) !== (state.heat ?? 0)
  const isPersonalOver = state.judgedBy === 'heart' ? isHeartOver : keptHeat.length === 0
  const { heatAloneMaxLevel, interval } = state
  return {
    state: {
      ...state,
      heart,
      heat,
      keptHeat,
      total: totalLevelOf({ heart: heart.hold.shown, heat, heatAloneMaxLevel, intervalMinutes: interval }),
      // What was judged with a level that is over holds no longer; what heart and heat were judged at by themselves does.
      totalTimes: !isLevelOver || state.at === null ? state.totalTimes : markLevel(heart.hold.times, heat, state.at),
      condition: isPersonalOver ? null : state.condition,
      emergency: isPersonalOver ? restarted(state.emergency) : state.emergency,
    },
    end: isPersonalOver && state.condition !== null ? { at: personalExpiry(state), ending: 'lost' } : null,
  }
}

/** Epoch ms until which the personal level counts without a further reading. */
function personalExpiry(state: WorkerState): number {
  return (personalKnownAt(state) ?? 0) + (state.judgedBy === 'heart' ? HEART_KEPT_MS : HEAT_KEPT_MS)
}

function hasHeartToLose({ heart, condition, emergency, judgedBy }: WorkerState): boolean {
  const { shown, times } = heart.hold
  const isJudged = judgedBy === 'heart' && (condition !== null || emergency.spans.length > 0 || emergency.counting)
  return shown !== null || times[0] !== null || isJudged
}

/** Epoch ms after which the next of a state's levels or its episode no longer counts; `null` if there is none. */
export function expiresAt(state: WorkerState): number | null {
  const { heart, condition, keptHeat } = state
  const isHeartKept = heart.hold.shown !== null && heart.hold.shown >= 1
  const heartEnds = isHeartKept && heart.validAt !== null ? heart.validAt + HEART_KEPT_MS : Number.POSITIVE_INFINITY
  const conditionEnds = condition !== null && personalKnownAt(state) !== null ? personalExpiry(state) : Number.POSITIVE_INFINITY
  const next = Math.min(heartEnds, conditionEnds, heatExpiry(keptHeat))
  return Number.isFinite(next) ? next : null
}
