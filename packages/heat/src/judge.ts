import { combineLevels, higherLevel, type Level, lowerLevel } from './alert-level.ts'
import { accumulate, countsTowardsEmergency, type Emergency, openAccumulated } from './emergency.ts'
import { gapLimitMs, knownInterval } from './gap.ts'
import {
  markHeartRate,
  HEART_RATE_MISSING_MS,
  type HeartReasonKind,
  heartReason,
  isHeartRateMissing,
  markNoHeartRate,
  restartHeart,
} from './heart-level.ts'
import { validHeartRate } from './heart-rate.ts'
import { heatLevel, keepHeatLevel } from './heat-level.ts'
import { heldLevel, markLevel } from './hold.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { isPlausibleWbgt } from './usable-heat.ts'
import { wbgtExcess } from './wbgt.ts'
import { NEW_WORKER, pressCall, type WorkerReading, type WorkerSettings, type WorkerState } from './worker-state.ts'

/** A limit that was passed, with its value (bpm; for `accumulated` the level) and duration in minutes (0 for a call). */
export type LevelReason = { kind: HeartReasonKind | 'call' | 'accumulated'; limit: number; minutes: number }

/** The result of judging one reading of a worker. Levels are as shown; those of a reading that is not fresh are the state's. */
export type WorkerAssessment = {
  /** False: repeated, or older than the state, which then stays unchanged. */
  fresh: boolean
  /** Valid heart rate of this reading, bpm. */
  heartRate: number | null
  /** WBGT excess of this reading, °C. */
  excess: number | null
  heartLevel: Level | null
  heatLevel: Level | null
  totalLevel: Level | null
  conditionOpen: boolean
  emergency: Emergency | null
  emergencyStarted: boolean
  /** This reading's press of the call button was taken for a new call, whether or not an emergency was open. */
  callAccepted: boolean
  accumulatedMinutes: number
  noHeartRate: boolean
  /** データ途絶: a level is kept only because heart rate or WBGT was lost. */
  stale: boolean
  /** The reason of the heart level. */
  reason: LevelReason | null
  /** The reason of the open emergency. */
  emergencyReason: LevelReason | null
}

/**
 * Judges one reading of a worker; `state` is null for one of whom nothing has been read. Never throws: values out of
 * range or not finite count as missing. Source: project choice, decisions/0004.
 */
export function judgeReading(
  state: WorkerState | null,
  reading: WorkerReading,
  settings: WorkerSettings,
): { state: WorkerState; assessment: WorkerAssessment } {
  const before = state ?? NEW_WORKER
  const fresh = Number.isFinite(reading.at) && (before.at === null || reading.at > before.at)
  const heartRate = validHeartRate(reading.heartRate)
  const excess = excessOf(reading, settings)
  const judged = fresh ? advance(before, reading, heartRate, excess, settings) : before
  const called = reading.call ? pressCall(judged, reading) : { state: judged, accepted: false }
  const after = fresh ? withAccumulated(called.state, reading.at, settings) : called.state
  return {
    state: after,
    assessment: {
      fresh,
      heartRate,
      excess,
      heartLevel: after.heart.hold.shown,
      heatLevel: after.heat,
      totalLevel: after.total,
      conditionOpen: after.heart.hold.shown !== null && after.heart.hold.shown >= 1,
      emergency: after.emergency.open,
      emergencyStarted: before.emergency.open === null && after.emergency.open !== null,
      callAccepted: called.accepted,
      accumulatedMinutes: after.emergency.spentMs / MINUTE_MS,
      noHeartRate: after.at !== null && after.spell !== null && after.at - after.spell >= HEART_RATE_MISSING_MS,
      stale: after.stale,
      reason: heartReason(after.heart, settings),
      emergencyReason: emergencyReason(after.emergency.open, settings),
    },
  }
}

/**
 * Judges the readings of one worker that came together, in time order whatever order they stand in; the assessments
 * are index-aligned with `readings`. Of several at one instant the worst is judged. Never throws.
 */
export function judgeBatch(
  state: WorkerState | null,
  readings: readonly WorkerReading[],
  settings: WorkerSettings,
): { state: WorkerState; assessments: WorkerAssessment[] } {
  const order = readings.map((_, index) => index)
  order.sort((one, other) => inTimeOrder(readings[one] as WorkerReading, readings[other] as WorkerReading))
  const assessments = Array.from<WorkerAssessment>({ length: readings.length })
  let current = state ?? NEW_WORKER
  for (const index of order) {
    const judged = judgeReading(current, readings[index] as WorkerReading, settings)
    current = judged.state
    assessments[index] = judged.assessment
  }
  return { state: current, assessments }
}

function advance(
  before: WorkerState,
  { at, intervalMinutes, wearId }: WorkerReading,
  heartRate: number | null,
  excess: number | null,
  settings: WorkerSettings,
): WorkerState {
  const sameWear = before.wearId === wearId
  const interval = knownInterval(intervalMinutes) ?? (sameWear ? before.interval : null)
  const limitMs = gapLimitMs(interval)
  const sinceLastMs = before.at === null ? null : at - before.at
  const unbroken = sameWear && sinceLastMs !== null && sinceLastMs <= limitMs

  const worn = sameWear ? before.heart : restartHeart(before.heart)
  const heart = heartRate === null ? markNoHeartRate(worn, at) : markHeartRate(worn, at, heartRate, limitMs, settings)
  const heatNow = heatLevel(excess)
  const heat = keepHeatLevel(before.heat, heatNow)

  const judgedTotal = combineLevels(heart.hold.judged, heat)
  const totalTimes = markLevel(before.totalTimes, judgedTotal, at)
  const held = heldLevel(totalTimes, at)
  const total = held === 0 ? judgedTotal : held
  const keptHeart = heartRate === null ? heart.hold.shown : null
  const heartIsStale = keptHeart !== null && keptHeart >= 1 && isHeartRateMissing(heart, at)
  const heatIsStale = heatNow === null && heat !== null

  const counted = countsTowardsEmergency(before.total, before.heart.hold.shown, settings)
  return {
    at,
    wearId,
    interval,
    spell: heartRate !== null || !unbroken ? at : before.spell,
    heart,
    heat,
    // Without a heart rate the hold runs out on no evidence: the total falls no lower than what the kept levels make.
    total: keptHeart === null ? total : higherLevel(total, lowerLevel(before.total, combineLevels(keptHeart, heat))),
    totalTimes,
    stale: heartIsStale || heatIsStale,
    emergency: accumulate(before.emergency, sinceLastMs, limitMs, counted),
  }
}

function withAccumulated(state: WorkerState, at: number, settings: WorkerSettings): WorkerState {
  const counts = countsTowardsEmergency(state.total, state.heart.hold.shown, settings)
  const emergency = openAccumulated(state.emergency, at, counts, settings)
  return emergency === state.emergency ? state : { ...state, emergency }
}

function excessOf({ wbgt }: WorkerReading, settings: WorkerSettings): number | null {
  if (wbgt === null || !isPlausibleWbgt(wbgt)) return null
  const excess = wbgtExcess(wbgt, settings.clothingAdjustment, settings.referenceWbgt)
  return Number.isFinite(excess) ? excess : null
}

function emergencyReason(open: Emergency | null, settings: WorkerSettings): LevelReason | null {
  if (open === null) return null
  const { cause } = open
  switch (cause) {
    case 'call':
      return { kind: cause, limit: 0, minutes: 0 }
    case 'accumulated':
      return { kind: cause, limit: settings.emergencyLevel, minutes: settings.emergencyMinutes }
    default:
      return cause satisfies never
  }
}

// Readings at one instant need an order that does not depend on how they arrived: calls first, then the worst.
function inTimeOrder(one: WorkerReading, other: WorkerReading): number {
  const byTime = sortable(one.at) - sortable(other.at)
  if (byTime !== 0) return byTime
  if (one.call !== other.call) return one.call ? -1 : 1
  return (
    (validHeartRate(other.heartRate) ?? 0) - (validHeartRate(one.heartRate) ?? 0) ||
    sortable(other.wbgt) - sortable(one.wbgt) ||
    other.wearId - one.wearId ||
    sortable(other.intervalMinutes) - sortable(one.intervalMinutes) ||
    sortable(one.receivedAt) - sortable(other.receivedAt)
  )
}

function sortable(value: number | null): number {
  return value !== null && Number.isFinite(value) ? value : Number.MIN_SAFE_INTEGER
}
