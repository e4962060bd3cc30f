import type { Level } from './alert-level.ts'
import type { HeartLimits } from './heart-rate.ts'
import type { Hold } from './hold.ts'

/** Which limit a heart level rests on. */
export type HeartReasonKind =
  | 'sustained'
  | 'sustainedLong'
  | 'instantaneous'
  | 'instantaneousLong'
  | 'maximum'
  | 'low'
  /** Four minutes above the own peak. */
  | 'ownPeak'
  /** A mean of 30 minutes above what is usual for this person, this shift, or the age. */
  | 'ownMean'
  | 'shiftMean'
  | 'ageMean'
  /** A mean of 10 minutes that is too slow. */
  | 'lowMean'

/** Too slow a heart, bpm. Project choice, decisions/0031. */
export const LOW_BPM = 40

/**
 * What a heart level rests on: by how many bpm the limit was passed, and for how many whole minutes. `limit` (bpm) where it is not
 * one of age, and `compared`: the own peak or mean, or the shift's mean, that it lies above.
 */
export type HeartReason = {
  readonly kind: HeartReasonKind
  readonly over: number
  readonly minutes: number
  readonly limit?: number
  readonly compared?: number
}

/** What the latest readings judged at level 1, 2 and 3 rested on. */
export type HeartReasons = readonly [HeartReason | null, HeartReason | null, HeartReason | null]

const NO_REASONS: HeartReasons = [null, null, null]

/** The heart level that passing a limit for its time makes. */
export function levelOf(kind: HeartReasonKind): Level {
  switch (kind) {
    case 'maximum':
    case 'instantaneousLong':
    case 'ownPeak':
    case 'ownMean':
    case 'shiftMean':
    case 'ageMean':
    case 'lowMean':
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

/** Whether a level of that reason rests on a mean. */
export function isOfMean(kind: HeartReasonKind): boolean {
  return kind === 'ownMean' || kind === 'shiftMean' || kind === 'ageMean' || kind === 'lowMean'
}

/** `reasons` with the newest one of its level. */
export function withReason(reasons: HeartReasons | null, reason: HeartReason): HeartReasons {
  const [one, two, three] = reasons ?? NO_REASONS
  const level = levelOf(reason.kind)
  return [level === 1 ? reason : one, level === 2 ? reason : two, level === 3 ? reason : three]
}

/** The limit of age (bpm) that a reason without a limit of its own rests on. */
export function limitOfAge(kind: HeartReasonKind, limits: HeartLimits): number {
  switch (kind) {
    case 'maximum':
      return limits.maximum
    case 'instantaneous':
    case 'instantaneousLong':
    case 'ownPeak':
      return limits.instantaneous
    case 'sustained':
    case 'sustainedLong':
    case 'ownMean':
    case 'shiftMean':
    case 'ageMean':
      return limits.sustained
    case 'low':
    case 'lowMean':
      return LOW_BPM
    default:
      return kind satisfies never
  }
}

/**
 * What the heart level shown rests on, with the limit's value (bpm); `null` at 0 or none. A level that was never judged
 * itself is what a gap left of a higher one, and rests on what that rested on.
 */
export function heartReason(
  { hold, reasons }: { readonly hold: Hold; readonly reasons: HeartReasons | null },
  limits: HeartLimits,
): (HeartReason & { limit: number }) | null {
  const reason = hold.shown === null || hold.shown === 0 ? null : reasons?.slice(hold.shown - 1).find((one) => one !== null)
  return reason == null ? null : { ...reason, limit: reason.limit ?? limitOfAge(reason.kind, limits) }
}
