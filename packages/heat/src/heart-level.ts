import type { Level } from './alert-level.ts'
import { knownInterval } from './gap.ts'
import { peakLimit } from './heart-limits.ts'
import { judgeMeans, type JudgedMeans, roundToTenth } from './heart-mean.ts'
import type { HeartLimits } from './heart-rate.ts'
import {
  type HeartReason,
  type HeartReasonKind,
  type HeartReasons,
  isOfMean,
  levelOf,
  limitOfAge,
  LOW_BPM,
  withReason,
} from './heart-reason.ts'
import {
  type ContinuedStream,
  continueStream,
  type HeartStreaks,
  type HeartStream,
  levelOfOthers,
  medianOfOthers,
  NO_STREAKS,
  type Pulse,
  withStream,
} from './heart-stream.ts'
import { type Hold, holdJudged, holdLost, NO_HOLD } from './hold.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { minuteOf, type MinuteValues, recordMinute } from './minute-values.ts'
import type { MeasuredShift, OwnMeasure } from './own-measure.ts'
import { medianPulse } from './pulse-window.ts'
import { beginsShift, newShift, searchMeans, type Shift } from './shift.ts'

/**
 * Limits in bpm and for how many minutes each must be passed. `heartJudged`: false for somebody whose heart says little
 * (心拍で判断しない). `shifts`: those that the own measure of a shift that begins is counted from. `hasAttention`: 要注意 by the
 * morning check.
 */
export type HeartSettings = {
  limits: HeartLimits
  sustainedMinutes: number
  instantaneousMinutes: number
  maximumMinutes: number
  heartJudged?: boolean
  shifts?: readonly MeasuredShift[]
  hasAttention?: boolean
}

/** Durations in minutes where the master settings hold none. Project choice, decisions/0031 and 0120. */
export const DEFAULT_HEART_DURATIONS = { sustainedMinutes: 5, instantaneousMinutes: 2, maximumMinutes: 4 } as const

// Project choice, decisions/0031 and 0120: too slow a heart, and limits passed for too long.
const LOW_MINUTES = 3
const SUSTAINED_LONG_FACTOR = 3
const INSTANTANEOUS_LONG_FACTOR = 5
const PEAK_MINUTES = 4
/** Without an own measure nobody knows this person's peak: so long above the instantaneous limit is as much. */
const INSTANTANEOUS_UNMEASURED_MINUTES = 5

/** A heart rate is carried on for no longer than a heart level counts, in minutes. Project choice, decisions/0120. */
const MOST_CARRIED = 240

/** How long a heart level counts after the last valid heart rate; a night shift is one shift. Project choice, decisions/0031. */
export const HEART_KEPT_MS = 4 * HOUR_MS

/** After this time without a valid heart rate it is lost, where the readings do not say their interval. Project choice, decisions/0112. */
const LOST_UNDECLARED_MS = 30 * MINUTE_MS

/** Time in ms without a valid heart rate after which it counts as lost; `declaredMinutes` is the interval that the reading declares. */
export function heartLostAfterMs(gapLimitMs: number, declaredMinutes: number | null): number {
  return knownInterval(declaredMinutes) === null ? Math.min(gapLimitMs, LOST_UNDECLARED_MS) : gapLimitMs
}

/**
 * Heart part of a worker's state; `validAt` is the last valid heart rate, epoch ms. `streams`: of each device worn, the one heard
 * last first. Reasons are null without any.
 */
export type HeartState = {
  readonly validAt: number | null
  readonly streams: readonly HeartStream[]
  readonly minutes: MinuteValues | null
  readonly shift: Shift | null
  readonly hold: Hold
  readonly reasons: HeartReasons | null
}

export const NO_HEART: HeartState = { validAt: null, streams: [], minutes: null, shift: null, hold: NO_HOLD, reasons: null }

/** Whether a worker has been without a valid heart rate for longer than `limitMs` at `at` (epoch ms); never is not so. */
export function isHeartLost({ validAt }: Pick<HeartState, 'validAt'>, at: number, limitMs: number): boolean {
  return validAt !== null && at - validAt > limitMs
}

/** `heart` without its level, which has counted as long as it may; streaks stay, for a gap of their own to break. */
export function withoutHeartLevel(heart: HeartState): HeartState {
  const streams = heart.streams.map((stream): HeartStream => ({ ...stream, judged: 0, floor: 0 }))
  return { ...heart, streams, hold: NO_HOLD, reasons: null }
}

/**
 * `heart` after a valid heart rate, with the heat level in force at it; a time above the gap limit since the last valid one breaks
 * streaks, and the heart rate's stream is the first of `streams` afterwards.
 *
 * After such a time, and while the interval is not known, nobody knows how long a limit has been passed: one that is
 * passed keeps a level of at least 1 as high as it may come to, until the heart rate falls below it, and makes the level
 * none instead of 0, until its duration could be judged. A level that rests on a mean stays while the heart rate is beyond the
 * mean's limit, until the mean can be formed. Source: project choice, decisions/0031, 0112 and 0120.
 */
export function markHeartRate(heart: HeartState, pulse: Pulse, heat: Level | null, settings: HeartSettings): HeartState {
  const { at, deviceId } = pulse
  const continued = continueStream(heart.streams, pulse)
  const { stream, median, before } = continued
  const { shift, minutes } = markMinutes(heart, pulse, continued, settings)
  if (settings.heartJudged === false) {
    const streams = withStream(heart.streams, { ...stream, streaks: null, judged: 0, floor: 0 })
    return { validAt: at, streams, minutes, shift, hold: NO_HOLD, reasons: null }
  }
  const { hasAttention } = settings
  const limits = { ...settings.limits, peak: shift.own === null ? null : peakLimit(settings.limits, shift.own, heat, hasAttention) }
  const streaks = markStreaks(before?.streaks ?? NO_STREAKS, at, median, limits)
  const means = judgeMeans(minutes, shift, settings.limits, at, heat, hasAttention)
  const kind = passedLimit(streaks, at, settings, shift.own)
  const isKnown = stream.interval !== null
  const ahead = isMeanAhead(heart, median, means) ? 3 : levelAhead(streaks)
  const stood = before !== null && isKnown ? before.floor : (heart.hold.shown ?? 0)
  const floor = ahead < stood ? ahead : stood
  const judged = higherOf(kind === null ? 0 : levelOf(kind), floor)
  const level = means.reason === null ? higherOf(judged, levelOfOthers(heart.streams, deviceId, at)) : 3
  const isBeyond = levelAhead(streaks) > 0
  const isAfterGap = heart.validAt !== null && (before === null || heart.hold.judged === null)
  const isUnclear = level === 0 && isBeyond && (!isKnown || isAfterGap)
  const hold = isUnclear ? holdLost(heart.hold, at, true) : holdJudged(heart.hold, level, at)
  const passed = { median, at, streaks, limits: settings.limits, peak: limits.peak, own: shift.own }
  return {
    validAt: at,
    streams: withStream(heart.streams, { ...stream, streaks: isBeyond ? streaks : null, judged, floor }),
    minutes,
    shift: means.isStrained ? { ...shift, strainedAt: at } : shift,
    hold,
    reasons: (hold.shown ?? 0) === 0 ? null : reasonsAfter(heart.reasons, kind, means, passed),
  }
}

/**
 * `heart` after a reading at `at` (epoch ms) without a valid heart rate: it neither breaks a streak nor lengthens it.
 * Once it is lost, after `lostAfterMs`, the level counts as kept: one of 0 becomes none.
 */
export function markNoHeartRate(heart: HeartState, at: number, lostAfterMs: number): HeartState {
  return { ...heart, hold: holdLost(heart.hold, at, heart.validAt === null || isHeartLost(heart, at, lostAfterMs)) }
}

/** The minutes and the shift after a valid heart rate: those since the one before take its value where no gap lies between. */
function markMinutes(
  heart: HeartState,
  { at, deviceId }: Pulse,
  { median, before }: ContinuedStream,
  { shifts }: HeartSettings,
): { minutes: MinuteValues; shift: Shift } {
  const now = minuteOf(at)
  const isNew = heart.shift === null || beginsShift(heart.shift, heart.validAt, at)
  let shift = heart.shift === null || isNew ? newShift(at, shifts ?? []) : heart.shift
  const isSearched = !isNew && shift.own === null
  const carriedFrom = before === null ? now : Math.max(minuteOf(before.validAt) + 1, now - MOST_CARRIED)
  const carried = before === null || carriedFrom >= now ? null : { from: carriedFrom, bpm: medianPulse(before.pulses) }
  const bpm = Math.max(median, medianOfOthers(heart.streams, deviceId, now))
  const minutes = recordMinute(heart.minutes, now, bpm, carried, (values, minute) => {
    if (isSearched) shift = searchMeans(shift, values, minute)
  })
  return { minutes, shift }
}

type StreakLimits = HeartLimits & { readonly peak: number | null }

function markStreaks(before: HeartStreaks, at: number, median: number, limits: StreakLimits): HeartStreaks {
  return {
    sustained: median > limits.sustained ? (before.sustained ?? at) : null,
    instantaneous: median > limits.instantaneous ? (before.instantaneous ?? at) : null,
    maximum: median > limits.maximum ? (before.maximum ?? at) : null,
    low: median < LOW_BPM ? (before.low ?? at) : null,
    peak: limits.peak !== null && median > limits.peak ? (before.peak ?? at) : null,
  }
}

function higherOf(one: Level, other: Level): Level {
  return one > other ? one : other
}

/** The level that running streaks come to at most, once they have lasted. */
function levelAhead({ sustained, instantaneous, maximum, low }: HeartStreaks): Level {
  if (maximum !== null || instantaneous !== null) return 3
  return sustained === null && low === null ? 0 : 2
}

/** Whether a level that rests on a mean stays: the mean cannot be formed, and the heart rate is beyond its limit. */
function isMeanAhead({ reasons }: HeartState, median: number, { limit, isFormed, isLowFormed }: JudgedMeans): boolean {
  const kind = reasons?.[2]?.kind
  if (kind === undefined || !isOfMean(kind)) return false
  return kind === 'lowMean' ? !isLowFormed && median < LOW_BPM : !isFormed && median > limit
}

type Passed = {
  readonly median: number
  readonly at: number
  readonly streaks: HeartStreaks
  readonly limits: HeartLimits
  readonly peak: number | null
  readonly own: OwnMeasure | null
}

function reasonsAfter(reasons: HeartReasons | null, kind: HeartReasonKind | null, means: JudgedMeans, passed: Passed): HeartReasons | null {
  const byStreak = kind === null ? reasons : withReason(reasons, streakReason(kind, passed))
  // A limit passed for its time is the plainer reason.
  return means.reason === null || (kind !== null && levelOf(kind) === 3) ? byStreak : withReason(byStreak, means.reason)
}

function streakReason(kind: HeartReasonKind, { median, at, streaks, limits, peak, own }: Passed): HeartReason {
  const minutes = Math.floor((at - (streaks[streakOf(kind)] ?? at)) / MINUTE_MS)
  if (kind === 'ownPeak' && peak !== null && own !== null)
    return { kind, over: roundToTenth(median - peak), minutes, limit: roundToTenth(peak), compared: own.peak }
  return { kind, over: Math.abs(roundToTenth(median - limitOfAge(kind, limits))), minutes }
}

function passedLimit(streaks: HeartStreaks, at: number, settings: HeartSettings, own: OwnMeasure | null): HeartReasonKind | null {
  const { sustained, instantaneous, maximum, low, peak } = streaks
  if (hasLasted(maximum, at, settings.maximumMinutes)) return 'maximum'
  const longMinutes = INSTANTANEOUS_LONG_FACTOR * settings.instantaneousMinutes
  if (hasLasted(instantaneous, at, own === null ? Math.min(longMinutes, INSTANTANEOUS_UNMEASURED_MINUTES) : longMinutes))
    return 'instantaneousLong'
  if (hasLasted(peak, at, PEAK_MINUTES)) return 'ownPeak'
  if (hasLasted(instantaneous, at, settings.instantaneousMinutes)) return 'instantaneous'
  if (hasLasted(low, at, LOW_MINUTES)) return 'low'
  // Optical sensors err by about 8 bpm on building sites (Sensors 2023): one sample alone is never sustained.
  if (sustained === at) return null
  if (hasLasted(sustained, at, SUSTAINED_LONG_FACTOR * settings.sustainedMinutes)) return 'sustainedLong'
  return hasLasted(sustained, at, settings.sustainedMinutes) ? 'sustained' : null
}

function hasLasted(since: number | null, at: number, minutes: number): boolean {
  return since !== null && at - since >= minutes * MINUTE_MS
}

function streakOf(kind: HeartReasonKind): keyof HeartStreaks {
  if (kind === 'maximum' || kind === 'low') return kind
  if (kind === 'ownPeak') return 'peak'
  return kind === 'instantaneous' || kind === 'instantaneousLong' ? 'instantaneous' : 'sustained'
}
