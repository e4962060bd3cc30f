import type { Level } from './alert-level.ts'
import type { HeartLimits } from './heart-rate.ts'
import { knownInterval } from './gap.ts'
import { type Hold, holdJudged, holdLost, NO_HOLD } from './hold.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { addPulse, medianPulse, type PulseWindow } from './pulse-window.ts'

/** Limits in bpm and for how many minutes each must be passed. */
export type HeartSettings = {
  limits: HeartLimits
  sustainedMinutes: number
  instantaneousMinutes: number
  maximumMinutes: number
}

/** Durations in minutes where the master settings hold none. Project choice, decisions/0031. */
export const DEFAULT_HEART_DURATIONS = { sustainedMinutes: 5, instantaneousMinutes: 2, maximumMinutes: 2 } as const

// Project choice, decisions/0031: too slow a heart, and limits passed for too long.
const LOW_BPM = 40
const LOW_MINUTES = 3
const SUSTAINED_LONG_FACTOR = 3
const INSTANTANEOUS_LONG_FACTOR = 5

/** How long a heart level counts after the last valid heart rate; a night shift is one shift. Project choice, decisions/0031. */
export const HEART_KEPT_MS = 4 * HOUR_MS

/** After this time without a valid heart rate it is lost, where the readings do not say their interval. Project choice, decisions/0112. */
const LOST_UNDECLARED_MS = 30 * MINUTE_MS

/** Time in ms without a valid heart rate after which it counts as lost; `declaredMinutes` is the interval that the reading declares. */
export function heartLostAfterMs(gapLimitMs: number, declaredMinutes: number | null): number {
  return knownInterval(declaredMinutes) === null ? Math.min(gapLimitMs, LOST_UNDECLARED_MS) : gapLimitMs
}

/** Which limit a heart level rests on. */
export type HeartReasonKind = 'sustained' | 'sustainedLong' | 'instantaneous' | 'instantaneousLong' | 'maximum' | 'low'

/** What a heart level rests on: by how many bpm the limit was passed, and for how many whole minutes. */
export type HeartReason = { readonly kind: HeartReasonKind; readonly over: number; readonly minutes: number }

/** When the running streak beyond each limit began, epoch ms, or `null`. */
type HeartStreaks = {
  readonly sustained: number | null
  readonly instantaneous: number | null
  readonly maximum: number | null
  readonly low: number | null
}

const NO_STREAKS: HeartStreaks = { sustained: null, instantaneous: null, maximum: null, low: null }

/** What the latest readings judged at level 1, 2 and 3 rested on. */
type HeartReasons = readonly [HeartReason | null, HeartReason | null, HeartReason | null]

const NO_REASONS: HeartReasons = [null, null, null]

/**
 * Heart part of a worker's state; `validAt` is the last valid heart rate, epoch ms. Streaks and reasons are null without any.
 * `floor`: the level before a gap, for as long as the heart rate since stays beyond a limit that comes to it; states
 * stored before there was one have none.
 */
export type HeartState = {
  readonly validAt: number | null
  readonly pulses: PulseWindow | null
  readonly streaks: HeartStreaks | null
  readonly hold: Hold
  readonly reasons: HeartReasons | null
  readonly floor?: Level
}

export const NO_HEART: HeartState = { validAt: null, pulses: null, streaks: null, hold: NO_HOLD, reasons: null, floor: 0 }

/** Whether a worker has been without a valid heart rate for longer than `limitMs` at `at` (epoch ms); never is not so. */
export function isHeartLost({ validAt }: HeartState, at: number, limitMs: number): boolean {
  return validAt !== null && at - validAt > limitMs
}

/** `heart` without its level, which has counted as long as it may; streaks stay, for a gap of their own to break. */
export function withoutHeartLevel(heart: HeartState): HeartState {
  return { ...heart, hold: NO_HOLD, reasons: null, floor: 0 }
}

/** The device's gap limit, ms, and whether its interval is known. */
export type HeartGap = { readonly limitMs: number; readonly isKnown: boolean }

/**
 * `heart` after a valid heart rate (bpm) at `at`; a time above the gap limit since the last valid one breaks streaks.
 * After such a time, and while the interval is not known, nobody knows how long a limit has been passed: one that is
 * passed keeps a level of at least 1 as high as it may come to, until the heart rate falls below it, and makes the level
 * none instead of 0, until its duration could be judged. Source: project choice, decisions/0031 and 0112.
 */
export function markHeartRate(heart: HeartState, at: number, bpm: number, gap: HeartGap, settings: HeartSettings): HeartState {
  const pulses = addPulse(heart.pulses, at, bpm)
  const median = medianPulse(pulses)
  const unbroken = heart.validAt !== null && at - heart.validAt <= gap.limitMs
  const before = (unbroken ? heart.streaks : null) ?? NO_STREAKS
  const { limits } = settings
  const streaks: HeartStreaks = {
    sustained: median > limits.sustained ? (before.sustained ?? at) : null,
    instantaneous: median > limits.instantaneous ? (before.instantaneous ?? at) : null,
    maximum: median > limits.maximum ? (before.maximum ?? at) : null,
    low: median < LOW_BPM ? (before.low ?? at) : null,
  }
  const kind = passedLimit(streaks, at, settings)
  const ahead = levelAhead(streaks)
  const isBeyond = ahead > 0
  const judged = kind === null ? 0 : levelOf(kind)
  const stood = unbroken && gap.isKnown ? (heart.floor ?? 0) : (heart.hold.shown ?? 0)
  const floor = Math.min(ahead, stood) as Level
  const level = Math.max(judged, floor) as Level
  const isAfterGap = heart.validAt !== null && (!unbroken || heart.hold.judged === null)
  const hold = level === 0 && isBeyond && (!gap.isKnown || isAfterGap) ? holdLost(heart.hold, at, true) : holdJudged(heart.hold, level, at)
  const isCalm = hold.shown === null || hold.shown === 0
  const reasons = isCalm ? null : kind === null ? heart.reasons : withReason(heart.reasons, kind, { median, streaks, at, limits })
  return { validAt: at, pulses, streaks: isBeyond ? streaks : null, hold, reasons, floor }
}

/**
 * `heart` after a reading at `at` (epoch ms) without a valid heart rate: it neither breaks a streak nor lengthens it.
 * Once it is lost, after `lostAfterMs`, the level counts as kept: one of 0 becomes none.
 */
export function markNoHeartRate(heart: HeartState, at: number, lostAfterMs: number): HeartState {
  return { ...heart, hold: holdLost(heart.hold, at, heart.validAt === null || isHeartLost(heart, at, lostAfterMs)) }
}

/** The level that running streaks come to at most, once they have lasted. */
function levelAhead({ sustained, instantaneous, maximum, low }: HeartStreaks): Level {
  if (maximum !== null || instantaneous !== null) return 3
  return sustained === null && low === null ? 0 : 2
}

type Passed = { median: number; streaks: HeartStreaks; at: number; limits: HeartLimits }

function withReason(reasons: HeartReasons | null, kind: HeartReasonKind, { median, streaks, at, limits }: Passed): HeartReasons {
  const over = Math.abs(Math.round((median - limitOf(kind, limits)) * 10) / 10)
  const reason: HeartReason = { kind, over, minutes: Math.floor((at - (streaks[streakOf(kind)] ?? at)) / MINUTE_MS) }
  const [one, two, three] = reasons ?? NO_REASONS
  const level = levelOf(kind)
  return [level === 1 ? reason : one, level === 2 ? reason : two, level === 3 ? reason : three]
}

function passedLimit(streaks: HeartStreaks, at: number, settings: HeartSettings): HeartReasonKind | null {
  const { sustained, instantaneous, maximum, low } = streaks
  if (hasLasted(maximum, at, settings.maximumMinutes)) return 'maximum'
  if (hasLasted(instantaneous, at, INSTANTANEOUS_LONG_FACTOR * settings.instantaneousMinutes)) return 'instantaneousLong'
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

function levelOf(kind: HeartReasonKind): Level {
  switch (kind) {
    case 'maximum':
    case 'instantaneousLong':
      return 3
    case 'instantaneous':
    case 'low':
    case 'sustainedLong':
      return 2
    case 'sustained':
      return 1
    default:
      return kind satisfies never
  }
}

function streakOf(kind: HeartReasonKind): keyof HeartStreaks {
  switch (kind) {
    case 'maximum':
    case 'low':
      return kind
    case 'instantaneous':
    case 'instantaneousLong':
      return 'instantaneous'
    case 'sustained':
    case 'sustainedLong':
      return 'sustained'
    default:
      return kind satisfies never
  }
}

function limitOf(kind: HeartReasonKind, limits: HeartLimits): number {
  const streak = streakOf(kind)
  return streak === 'low' ? LOW_BPM : limits[streak]
}

/**
 * What the heart level shown rests on, with the limit's value (bpm); `null` at 0 or none. A level that was never judged
 * itself is what a gap left of a higher one, and rests on what that rested on.
 */
export function heartReason({ hold, reasons }: HeartState, { limits }: HeartSettings): (HeartReason & { limit: number }) | null {
  const reason = hold.shown === null || hold.shown === 0 ? null : reasons?.slice(hold.shown - 1).find((one) => one !== null)
  return reason == null ? null : { ...reason, limit: limitOf(reason.kind, limits) }
}
