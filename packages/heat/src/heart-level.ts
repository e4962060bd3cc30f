import type { Level } from './alert-level.ts'
import type { HeartLimits } from './heart-rate.ts'
import { type Hold, holdJudged, holdLost, NO_HOLD } from './hold.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { addPulse, medianPulse, type PulseWindow } from './pulse-window.ts'

/** Limits in bpm and for how many minutes each must be passed. */
export type HeartSettings = {
  limits: HeartLimits
  sustainedMinutes: number
  instantaneousMinutes: number
  maximumMinutes: number
}

/** Durations in minutes where the master settings hold none. Project choice, decisions/0004. */
export const DEFAULT_HEART_DURATIONS = { sustainedMinutes: 5, instantaneousMinutes: 1, maximumMinutes: 1 } as const

// Project choice, decisions/0004: too slow a heart, and a sustained limit passed for too long.
const LOW_BPM = 40
const LOW_MINUTES = 3
const SUSTAINED_LONG_FACTOR = 3

/** Without a valid heart rate for so long there is no current heart level. Project choice, decisions/0004. */
export const HEART_RATE_MISSING_MS = 5 * MINUTE_MS

/** Which limit a heart level rests on. */
export type HeartReasonKind = 'sustained' | 'sustainedLong' | 'instantaneous' | 'maximum' | 'low'

/** When the running streak beyond each limit began, epoch ms, or `null`. */
type HeartStreaks = {
  readonly sustained: number | null
  readonly instantaneous: number | null
  readonly maximum: number | null
  readonly low: number | null
}

const NO_STREAKS: HeartStreaks = { sustained: null, instantaneous: null, maximum: null, low: null }

/** Heart part of a worker's state; `two` is what the latest level 2 rested on (1 and 3 each have one cause only). */
export type HeartState = {
  readonly validAt: number | null
  readonly pulses: PulseWindow | null
  readonly streaks: HeartStreaks
  readonly hold: Hold
  readonly two: HeartReasonKind | null
}

export const NO_HEART: HeartState = { validAt: null, pulses: null, streaks: NO_STREAKS, hold: NO_HOLD, two: null }

/** `heart` with streaks and minute window begun anew, the level kept: another device, or another spell of wearing. */
export function restartHeart(heart: HeartState): HeartState {
  return { ...heart, pulses: null, streaks: NO_STREAKS }
}

/** Whether at `at` (epoch ms) a valid heart rate has been missing for so long that the heart level is not current. */
export function isHeartRateMissing(heart: HeartState, at: number): boolean {
  return heart.validAt === null || at - heart.validAt >= HEART_RATE_MISSING_MS
}

/** `heart` after a valid heart rate (bpm) at `at`; a time above `gapLimitMs` since the last valid one breaks streaks. */
export function markHeartRate(heart: HeartState, at: number, bpm: number, gapLimitMs: number, settings: HeartSettings): HeartState {
  const pulses = addPulse(heart.pulses, at, bpm)
  const median = medianPulse(pulses)
  const unbroken = heart.validAt !== null && at - heart.validAt <= gapLimitMs
  const before = unbroken ? heart.streaks : NO_STREAKS
  const { limits } = settings
  const streaks: HeartStreaks = {
    sustained: median > limits.sustained ? (before.sustained ?? at) : null,
    instantaneous: median > limits.instantaneous ? (before.instantaneous ?? at) : null,
    maximum: median > limits.maximum ? (before.maximum ?? at) : null,
    low: median < LOW_BPM ? (before.low ?? at) : null,
  }
  const kind = passedLimit(streaks, at, settings)
  const level = kind === null ? 0 : levelOf(kind)
  return { validAt: at, pulses, streaks, hold: holdJudged(heart.hold, level, at), two: level === 2 ? kind : heart.two }
}

/** `heart` after a reading at `at` (epoch ms) without a valid heart rate: it neither breaks a streak nor lengthens it. */
export function markNoHeartRate(heart: HeartState, at: number): HeartState {
  return { ...heart, hold: holdLost(heart.hold, at, isHeartRateMissing(heart, at)) }
}

function passedLimit(streaks: HeartStreaks, at: number, settings: HeartSettings): HeartReasonKind | null {
  const { sustained, instantaneous, maximum, low } = streaks
  if (hasLasted(maximum, at, settings.maximumMinutes)) return 'maximum'
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

/** The limit that the heart level shown rests on, with its value (bpm) and duration (minutes); `null` at 0 or none. */
export function heartReason(heart: HeartState, settings: HeartSettings): { kind: HeartReasonKind; limit: number; minutes: number } | null {
  const kind = shownKind(heart)
  switch (kind) {
    case null:
      return null
    case 'maximum':
      return { kind, limit: settings.limits.maximum, minutes: settings.maximumMinutes }
    case 'instantaneous':
      return { kind, limit: settings.limits.instantaneous, minutes: settings.instantaneousMinutes }
    case 'low':
      return { kind, limit: LOW_BPM, minutes: LOW_MINUTES }
    case 'sustainedLong':
      return { kind, limit: settings.limits.sustained, minutes: SUSTAINED_LONG_FACTOR * settings.sustainedMinutes }
    case 'sustained':
      return { kind, limit: settings.limits.sustained, minutes: settings.sustainedMinutes }
    default:
      return kind satisfies never
  }
}

function shownKind(heart: HeartState): HeartReasonKind | null {
  const level = heart.hold.shown
  switch (level) {
    case null:
    case 0:
      return null
    case 1:
      return 'sustained'
    case 2:
      return heart.two
    case 3:
      return 'maximum'
    default:
      return level satisfies never
  }
}
