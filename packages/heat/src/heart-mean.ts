import type { Level } from './alert-level.ts'
import { meanLimit } from './heart-limits.ts'
import { type HeartReason, LOW_BPM } from './heart-reason.ts'
import type { HeartLimits } from './heart-rate.ts'
import { meanOfMinutes, type MinuteValues, readingsBeyond } from './minute-values.ts'
import { type Shift, shiftMean } from './shift.ts'

// All of it project choice, decisions/0120.
const MEAN_MINUTES = 30
const LOW_MEAN_MINUTES = 10
const FEWEST_FOR_LOW_MEAN = 6
/** Optical sensors err by about 8 bpm on building sites (Sensors 2023): one sample alone makes no danger. */
const FEWEST_READINGS = 2

/** What the means of the latest minutes show. */
export type JudgedMeans = {
  /** Why they make level 3; `null` where they do not. */
  readonly reason: HeartReason | null
  /** The limit (bpm) of the mean of 30 minutes, and whether there are minutes enough to form it, and that of 10 minutes. */
  readonly limit: number
  readonly isFormed: boolean
  readonly isLowFormed: boolean
  /** Whether the mean of 30 minutes passes the strain limit (働きすぎの目安) of 180 − age, which makes no level. Source: ACGIH. */
  readonly isStrained: boolean
}

/**
 * Judges the means of a worker's latest minutes at a valid heart rate at `at` (epoch ms), with the heat level in force: level 3 by
 * (d) and (e) of the heart's rules. Source: project choice, decisions/0120.
 */
export function judgeMeans(
  values: MinuteValues,
  shift: Shift,
  limits: HeartLimits,
  at: number,
  heat: Level | null,
  hasAttention = false,
): JudgedMeans {
  const { limit, compared } = meanLimit(limits, shift, at, heat, hasAttention)
  const mean = shiftMean(values, values.newest)
  const low = meanOfMinutes(values, values.newest, LOW_MEAN_MINUTES, FEWEST_FOR_LOW_MEAN)
  const passes = (bound: number) =>
    mean !== null && mean > bound && readingsBeyond(values, MEAN_MINUTES, (bpm) => bpm > bound) >= FEWEST_READINGS
  const judged = { limit, isFormed: mean !== null, isLowFormed: low !== null, isStrained: passes(limits.sustained) }
  if (mean !== null && passes(limit)) {
    const kind = compared === null ? 'ageMean' : shift.own === null ? 'shiftMean' : 'ownMean'
    const over = roundToTenth(mean - limit)
    const reason = { kind, over, minutes: MEAN_MINUTES, limit, ...(compared === null ? {} : { compared: roundToTenth(compared) }) } as const
    return { ...judged, reason }
  }
  if (low === null || low >= LOW_BPM || readingsBeyond(values, LOW_MEAN_MINUTES, (bpm) => bpm < LOW_BPM) < FEWEST_READINGS)
    return { ...judged, reason: null }
  return { ...judged, reason: { kind: 'lowMean', over: roundToTenth(LOW_BPM - low), minutes: LOW_MEAN_MINUTES } }
}

/** A heart rate as it is shown, bpm. */
export function roundToTenth(bpm: number): number {
  return Math.round(bpm * 10) / 10
}
