import { itemAt } from '@mimamori/contract/typed-lists'
import { DEFAULT_HEAT_ALONE_MAX_LEVEL, higherLevel, type Level, lowerLevel, totalLevelOf } from './alert-level.ts'
import { silenceLimitMs } from './alive.ts'
import { hasAttention } from './attention.ts'
import { type ConditionEnd, followLevel } from './condition.ts'
import { accumulate, countedMs, countsTowardsEmergency, type Emergency, isPressedAgain, openAccumulated } from './emergency.ts'
import { followExposure, isHeatWork } from './exposure-clock.ts'
import { gapLimitMs } from './gap.ts'
import { HEART_KEPT_MS, heartLostAfterMs, type HeartState, isHeartLost, markHeartRate, markNoHeartRate } from './heart-level.ts'
import { heartReason } from './heart-reason.ts'
import { validHeartRate } from './heart-rate.ts'
import { heldLevel, markLevel } from './hold.ts'
import { keepHeat, keptHeatLevel } from './kept-heat.ts'
import { emergencyReason, heatReason, type LevelReason } from './level-reason.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { watchMissing } from './missing-heart-rate.ts'
import { intervalOf } from './pace.ts'
import { inTimeOrder } from './reading-order.ts'
import { isPlausibleWbgt } from './usable-heat.ts'
import { wbgtExcess } from './wbgt.ts'
import { DEFAULT_WORKING_HOURS, workingDayFrom } from './working-hours.ts'
import {
  expiresAt,
  NEW_WORKER,
  personalKnownAt,
  personalLevelOf,
  pressCall,
  withoutExpired,
  type WorkerReading,
  type WorkerSettings,
  type WorkerState,
} from './worker-state.ts'

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
  /** Whether this person needs somebody: the heart level, with 心拍で判断しない the heat level. */
  personalLevel: Level | null
  conditionOpen: boolean
  /** The level that the open episode carries; null where none is open, or nothing is known. */
  conditionLevel: Level | null
  /** How the episode that was open before this reading ended; another one may be open by now. */
  conditionEnd: ConditionEnd | null
  emergency: Emergency | null
  emergencyStarted: boolean
  /** This reading's press of the call button was taken for a new call, whether or not an emergency was open. */
  callAccepted: boolean
  accumulatedMinutes: number
  noHeartRate: boolean
  /** データ途絶 at this reading: what was there before, and is not now. */
  lost: { heartRate: boolean; wbgt: boolean }
  /** The device's interval in force, minutes; null while it is not known. */
  intervalMinutes: number | null
  /** After which time (epoch ms) a level or the episode no longer counts without a further reading. */
  expiresAt: number | null
  /** What the heart level rests on. */
  reason: LevelReason | null
  /** What the heat level rests on. */
  heatReason: LevelReason | null
  /** The reason of the open emergency. */
  emergencyReason: LevelReason | null
}

/**
 * Judges one reading of a worker; `state` is null for one of whom nothing has been read, and `held` says of a reading
 * that is late whether its device's reading before it had the button down, too. Never throws: values out of range or
 * not finite count as missing. Source: project choice, decisions/0031.
 */
export function judgeReading(
  state: WorkerState | null,
  reading: WorkerReading,
  general: WorkerSettings,
  held = false,
): { state: WorkerState; assessment: WorkerAssessment } {
  const settings = settingsAt(reading.at, general)
  const before = state ?? NEW_WORKER
  const fresh = Number.isFinite(reading.at) && (before.at === null || reading.at > before.at)
  const heartRate = validHeartRate(reading.heartRate)
  const excess = excessOf(reading, settings)
  const judged = fresh ? advance(before, reading, { heartRate, excess }, settings) : { state: before, end: null }
  const isHeld = fresh ? isOnePress(before, reading, judged.state.interval) : held
  const called =
    reading.call && reading.isAnswered !== true
      ? pressCall(judged.state, { at: reading.at, receivedAt: reading.receivedAt, held: isHeld })
      : { state: judged.state, accepted: false }
  const after = fresh ? withButton(called.state, reading) : called.state
  return {
    state: after,
    assessment: {
      fresh,
      heartRate,
      excess,
      heartLevel: after.heart.hold.shown,
      heatLevel: after.heat,
      totalLevel: after.total,
      personalLevel: personalLevelOf(after),
      conditionOpen: after.condition !== null,
      conditionLevel: after.condition?.level ?? null,
      conditionEnd: judged.end,
      emergency: after.emergency.open,
      emergencyStarted: before.emergency.open === null && after.emergency.open !== null,
      callAccepted: called.accepted,
      accumulatedMinutes: countedMs(after.emergency, fresh ? reading.at : (after.at ?? 0)) / MINUTE_MS,
      noHeartRate: after.missing.open,
      lost: lostOf(after, reading, { heartRate, excess }),
      intervalMinutes: after.interval,
      expiresAt: expiresAt(after),
      reason: heartReason(after.heart, settings.limits),
      heatReason: heatReason(after.heat, after.keptHeat, settings),
      emergencyReason: emergencyReason(after.emergency.open, settings),
    },
  }
}

/**
 * Judges the readings of one worker that came together, in time order whatever order they are in; the assessments
 * are index-aligned with `readings`. Of several at one instant the worst is judged. Never throws.
 */
export function judgeBatch(
  state: WorkerState | null,
  readings: readonly WorkerReading[],
  settings: WorkerSettings,
): { state: WorkerState; assessments: WorkerAssessment[] } {
  const [only] = readings
  // As a rule there is one, thousands of times a second: nothing to put in order.
  if (only !== undefined && readings.length === 1) {
    const judged = judgeReading(state, only, settings)
    return { state: judged.state, assessments: [judged.assessment] }
  }
  const order = readings.map((_, index) => index)
  order.sort((one, other) => inTimeOrder(itemAt(readings, one), itemAt(readings, other)))
  const assessments = Array.from<WorkerAssessment>({ length: readings.length })
  const latest = new Map<number, WorkerReading>()
  let current = state ?? NEW_WORKER
  for (const index of order) {
    const reading = itemAt(readings, index)
    const judged = judgeReading(current, reading, settings, latest.get(reading.deviceId)?.call ?? false)
    latest.set(reading.deviceId, reading)
    current = judged.state
    assessments[index] = judged.assessment
  }
  return { state: current, assessments }
}

/** What a worker is judged by at `at` (epoch ms): while they are 要注意 by the values of the not acclimatised. */
function settingsAt(at: number, settings: WorkerSettings): WorkerSettings {
  const { attention } = settings
  if (attention === undefined || !hasAttention(attention.periods, at)) return settings
  return { ...settings, referenceWbgt: attention.referenceWbgt, hasAttention: true }
}

/** Of a reading what could be used: bpm and °C. */
type Usable = { heartRate: number | null; excess: number | null }

function advance(
  earlier: WorkerState,
  reading: WorkerReading,
  { heartRate, excess }: Usable,
  settings: WorkerSettings,
): { state: WorkerState; end: ConditionEnd | null } {
  const { at, wbgtRank, intervalMinutes, deviceId } = reading
  const { state: before, end: lostEnd } = withoutExpired(earlier, at)
  const { validAt } = before.heart
  const keptHeat = excess === null ? before.keptHeat : keepHeat(before.keptHeat, wbgtRank, excess, at)
  const heat = keptHeatLevel(keptHeat, excess !== null)

  const { heart, interval } = markHeart(before, { at, heartRate, deviceId, declaredMinutes: intervalMinutes }, heat, settings)
  const limitMs = gapLimitMs(interval)

  const { heatAloneMaxLevel = DEFAULT_HEAT_ALONE_MAX_LEVEL, heartJudged = true } = settings
  const isHeartRead = heartJudged && heart.validAt !== null && !isHeartLost(heart, at, heartLostAfterMs(limitMs, intervalMinutes))
  const totalOf = (level: Level | null) => totalLevelOf({ heart: level, heat, heatAloneMaxLevel, intervalMinutes: interval, isHeartRead })
  const judgedTotal = totalOf(heart.hold.judged)
  const totalTimes = markLevel(before.totalTimes, judgedTotal, at)
  const held = heldLevel(totalTimes, at)
  const shown = held === 0 ? judgedTotal : held
  const keptHeart = heartRate === null ? heart.hold.shown : null
  // Without a heart rate the hold runs out on no evidence: the total falls no lower than what the kept levels make.
  const total = keptHeart === null ? shown : higherLevel(shown, lowerLevel(before.total, totalOf(keptHeart)))

  const judgedBy = heartJudged ? 'heart' : 'heat'
  const personal = personalLevelOf({ judgedBy, heart, heat })
  const isKnown = (heartJudged ? heartRate : excess) !== null
  const knownAt = personalKnownAt({ judgedBy, heart: before.heart, keptHeat: before.keptHeat })
  const unbroken = knownAt !== null && at - knownAt <= limitMs
  const { condition, end } = followLevel(before.condition, { at, personal, isKnown, unbroken })
  // The pace is that of valid heart rates alone: between readings without any, only a silence parts.
  const patienceMs = before.at === validAt ? limitMs : silenceLimitMs(interval)
  const missing = watchMissing(before.missing, at, heartRate !== null, {
    unbroken: before.at !== null && at - before.at <= patienceMs,
    gapLimitMs: limitMs,
  })
  const emergency = isKnown
    ? openAccumulated(accumulate(before.emergency, knownAt, at, limitMs), at, countsTowardsEmergency(personal, settings), settings)
    : before.emergency
  const spent = before.at !== null && at - before.at <= limitMs ? at - before.at : 0
  const exposure = followExposure(before.exposure, { isHot: isHot(reading), spent, isNewDay: (before.at ?? at) < dayOf(at, settings) })
  const levels = { heart, heat, keptHeat, total, totalTimes, judgedBy, heatAloneMaxLevel } as const
  return { state: { at, interval, ...levels, condition, missing, emergency, exposure }, end: lostEnd ?? end }
}

type HeartReading = {
  readonly at: number
  readonly heartRate: number | null
  readonly deviceId: number
  readonly declaredMinutes: number | null
}

/** The heart after a reading, and the interval in force of the device that took it, minutes. */
function markHeart(
  { heart }: WorkerState,
  { at, heartRate, deviceId, declaredMinutes }: HeartReading,
  heat: Level | null,
  settings: WorkerSettings,
): { heart: HeartState; interval: number | null } {
  if (heartRate !== null) {
    const marked = markHeartRate(heart, { at, bpm: heartRate, deviceId, declaredMinutes }, heat, settings)
    return { heart: marked, interval: marked.streams[0]?.interval ?? null }
  }
  const spacings = heart.streams.find((one) => one.deviceId === deviceId)?.spacings ?? []
  const interval = intervalOf(spacings, declaredMinutes)
  return { heart: markNoHeartRate(heart, at, heartLostAfterMs(gapLimitMs(interval), declaredMinutes)), interval }
}

// Button-down readings of a device that no gap parts are one press, unless somebody closed it meanwhile.
function isOnePress({ at, emergency }: WorkerState, reading: WorkerReading, interval: number | null): boolean {
  const goesOn = emergency.down?.deviceId === reading.deviceId && at !== null && reading.at - at <= gapLimitMs(interval)
  return goesOn && !isPressedAgain(emergency, reading.receivedAt)
}

function withButton(state: WorkerState, { call, deviceId, receivedAt }: WorkerReading): WorkerState {
  const { down } = state.emergency
  const isSame = down?.deviceId === deviceId
  if (!call && !isSame) return state
  return { ...state, emergency: { ...state.emergency, down: call ? { deviceId, readings: isSame ? 2 : 1, receivedAt } : null } }
}

function lostOf(
  { heart, interval, keptHeat }: WorkerState,
  { at, intervalMinutes, expectsWbgt }: WorkerReading,
  { heartRate, excess }: Usable,
): WorkerAssessment['lost'] {
  const lostAfterMs = heartLostAfterMs(gapLimitMs(interval), intervalMinutes)
  const isHeartMissed = heartRate === null && isHeartLost(heart, at, lostAfterMs) && !isHeartLost(heart, at, HEART_KEPT_MS)
  return { heartRate: isHeartMissed, wbgt: excess === null && (expectsWbgt === true || keptHeat.length > 0) }
}

function isHot({ wbgt, airTemperature = null }: WorkerReading): boolean | null {
  return isHeatWork(wbgt !== null && isPlausibleWbgt(wbgt) ? wbgt : null, airTemperature)
}

function dayOf(at: number, { workingHours = DEFAULT_WORKING_HOURS }: WorkerSettings): number {
  return workingDayFrom(at, workingHours)
}

function excessOf({ wbgt }: WorkerReading, settings: WorkerSettings): number | null {
  if (wbgt === null || !isPlausibleWbgt(wbgt)) return null
  const excess = wbgtExcess(wbgt, settings.clothingAdjustment, settings.referenceWbgt)
  return Number.isFinite(excess) ? excess : null
}
