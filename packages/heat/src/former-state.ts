import { DEFAULT_HEAT_ALONE_MAX_LEVEL, type Level } from './alert-level.ts'
import type { ButtonDown, Emergency, EmergencyState, TimeSpan } from './emergency.ts'
import type { HeartState } from './heart-level.ts'
import type { HeartReasons } from './heart-reason.ts'
import { type HeartStreaks, type HeartStream, NO_STREAKS } from './heart-stream.ts'
import type { Hold, LevelTimes } from './hold.ts'
import type { KeptHeat } from './kept-heat.ts'
import { HOUR_MS } from './milliseconds.ts'
import type { MissingHeartRate } from './missing-heart-rate.ts'
import type { PulseWindow } from './pulse-window.ts'
import type { WorkerState } from './worker-state.ts'

/*
 * States as version 0.1.0 stored them. They come to the present form with the first reading after an upgrade.
 */

type Time = number | null

/** Packed: values without their names, times in ms from the newest reading judged. */
type FormerPacked = readonly [
  at: Time,
  interval: number | null,
  pace: readonly [deviceId: number, ...spacings: readonly number[]] | null,
  validAt: Time,
  pulses: readonly [since: number, ...steps: readonly number[]] | null,
  streaks: readonly [sustained: Time, instantaneous: Time, maximum: Time, low: Time] | null,
  hold: readonly [judged: Level | null, shown: Level | null, ...times: LevelTimes],
  reasons: HeartReasons | null,
  floor: Level,
  heat: Level | null,
  keptHeat: KeptHeat,
  total: Level | null,
  totalTimes: LevelTimes,
  condition: readonly [calmSince: Time, level?: Level | null] | null,
  missing: readonly [since: Time, open: boolean, ...valid: readonly number[]],
  emergency:
    | readonly [
        spentMs: number,
        counting: boolean,
        open: Emergency | null,
        closedAt: Time,
        down: readonly [deviceId: number, readings: ButtonDown['readings'], receivedAt: number] | number | null,
        ...presses: readonly number[],
      ]
    | null,
]

/** Before there was a packed form: by name, in epoch ms. */
type FormerNamed = {
  readonly at: Time
  readonly interval: number | null
  readonly pace?: { readonly deviceId: number; readonly spacings: readonly number[] } | null
  readonly heart: {
    readonly validAt: Time
    readonly pulses: PulseWindow | null
    readonly streaks: Omit<HeartStreaks, 'peak'> | null
    readonly hold: Hold
    readonly reasons: HeartReasons | null
    readonly floor?: Level
  }
  readonly heat: Level | null
  readonly keptHeat: KeptHeat
  readonly total: Level | null
  readonly totalTimes: LevelTimes
  readonly condition: { readonly calmSince: Time; readonly level?: Level | null } | null
  readonly missing: MissingHeartRate
  readonly emergency: {
    readonly spentMs: number
    readonly counting: boolean
    readonly open: Emergency | null
    readonly closedAt: Time
    readonly presses?: readonly number[]
    readonly down?: ButtonDown | null
  }
}

/** A state as it was stored before the present form. */
export type FormerState = FormerPacked | FormerNamed

/** The state that was stored in a former form. */
export function unpackFormer(stored: FormerState): WorkerState {
  return fromNamed(isPacked(stored) ? named(stored) : stored)
}

// `Array.isArray` does not narrow lists that may not be changed.
function isPacked(stored: FormerState): stored is FormerPacked {
  return Array.isArray(stored)
}

function named(packed: FormerPacked): FormerNamed {
  const [at, interval, pace, validAt, pulses, streaks, [judged, shown, ...times], reasons, floor] = packed
  const [, , , , , , , , , heat, keptHeat, total, totalTimes, condition, [since, open, ...valid], emergency] = packed
  const back = <Value extends Time>(time: Value): Value => (time === null ? null : time + (at ?? 0)) as Value
  const backTimes = ([one, two, three]: LevelTimes): LevelTimes => [back(one), back(two), back(three)]
  return {
    at,
    interval,
    pace: pace === null ? null : { deviceId: pace[0], spacings: pace.slice(1) },
    heart: {
      validAt: back(validAt),
      pulses: pulses === null ? null : { since: back(pulses[0]), steps: pulses.slice(1) },
      streaks:
        streaks === null
          ? null
          : { sustained: back(streaks[0]), instantaneous: back(streaks[1]), maximum: back(streaks[2]), low: back(streaks[3]) },
      hold: { judged, shown, times: backTimes(times) },
      reasons,
      floor,
    },
    heat,
    keptHeat: keptHeat.map(([rank, excess, judgedAt]) => [rank, excess, back(judgedAt)]),
    total,
    totalTimes: backTimes(totalTimes),
    condition: condition === null ? null : { calmSince: back(condition[0]), level: condition[1] ?? null },
    missing: { since: back(since), open, valid: valid.map((time) => back(time)) },
    emergency: emergencyOf(emergency, back),
  }
}

function emergencyOf(emergency: FormerPacked[15], back: <Value extends Time>(time: Value) => Value): FormerNamed['emergency'] {
  if (emergency === null) return { spentMs: 0, counting: false, open: null, closedAt: null }
  const [spentMs, counting, open, closedAt, down, ...presses] = emergency
  return {
    spentMs,
    counting,
    open: open === null ? null : { ...open, since: back(open.since) },
    closedAt: back(closedAt),
    presses: presses.map((time) => back(time)),
    down: buttonOf(down, back),
  }
}

// A number, of which device, as it was stored before its readings were counted: its time was subtracted from it.
function buttonOf(down: NonNullable<FormerPacked[15]>[4], back: <Value extends Time>(time: Value) => Value): ButtonDown | null {
  if (down === null) return null
  if (typeof down === 'number') return { deviceId: back(down), readings: 1, receivedAt: 0 }
  const [deviceId, readings, receivedAt] = down
  return { deviceId, readings, receivedAt: back(receivedAt) }
}

function fromNamed(former: FormerNamed): WorkerState {
  const { at, interval, heart, heat, keptHeat, total, totalTimes, condition, missing, emergency } = former
  return {
    at,
    interval,
    heart: heartOf(former),
    heat,
    keptHeat,
    total,
    totalTimes,
    condition: condition === null ? null : { calmSince: condition.calmSince, level: heart.hold.shown },
    missing,
    emergency: emergencyWithSpans(emergency, at),
    judgedBy: 'heart',
    heatAloneMaxLevel: DEFAULT_HEAT_ALONE_MAX_LEVEL,
    exposure: null,
  }
}

/** The minutes before an upgrade are not known; a shift begins with the first valid heart rate after it. */
function heartOf({ pace, interval, heart: { validAt, pulses, streaks, hold, reasons, floor } }: FormerNamed): HeartState {
  const streams: HeartStream[] =
    validAt === null || pulses === null || pace == null
      ? []
      : [
          {
            deviceId: pace.deviceId,
            validAt,
            interval,
            pulses,
            spacings: pace.spacings,
            streaks: streaks === null ? null : { ...NO_STREAKS, ...streaks },
            judged: hold.judged ?? 0,
            floor: floor ?? 0,
          },
        ]
  return { validAt, streams, minutes: null, shift: null, hold, reasons }
}

function emergencyWithSpans({ spentMs, counting, open, closedAt, presses, down }: FormerNamed['emergency'], at: Time): EmergencyState {
  const spans: TimeSpan[] = at === null || spentMs === 0 ? [] : [[at - Math.min(spentMs, HOUR_MS), at]]
  return { spans, counting, open, closedAt, presses: presses ?? [], down: down ?? null }
}
