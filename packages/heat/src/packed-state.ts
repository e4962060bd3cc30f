import { DEFAULT_HEAT_ALONE_MAX_LEVEL, type Level } from './alert-level.ts'
import { type ButtonDown, type EmergencyState, NO_EMERGENCY, type TimeSpan } from './emergency.ts'
import type { ExposureClock } from './exposure-clock.ts'
import { type FormerState, unpackFormer } from './former-state.ts'
import type { HeartState } from './heart-level.ts'
import type { HeartReasons } from './heart-reason.ts'
import type { HeartStream } from './heart-stream.ts'
import type { LevelTimes } from './hold.ts'
import type { KeptHeat } from './kept-heat.ts'
import type { Shift } from './shift.ts'
import type { WorkerState } from './worker-state.ts'

type Time = number | null

type PackedStream = readonly [
  deviceId: number,
  validAt: number,
  interval: number | null,
  judged: Level,
  floor: Level,
  pulses: readonly [since: number, ...steps: readonly number[]],
  spacings: readonly number[],
  streaks: readonly [sustained: Time, instantaneous: Time, maximum: Time, low: Time, peak: Time] | null,
]

type PackedShift = readonly [
  began: number,
  searched: number,
  highestMean: number | null,
  ...rest: readonly [mean?: number | null, peak?: number | null, shifts?: number, strainedAt?: number],
]

type PackedEmergency = readonly [
  spans: readonly TimeSpan[],
  counting: boolean,
  open: EmergencyState['open'],
  closedAt: Time,
  down: readonly [deviceId: number, readings: ButtonDown['readings'], receivedAt: number] | null,
  ...presses: readonly number[],
]

/**
 * A worker's state as it is stored with every reading, a third as long: values without their names, an empty emergency left
 * out, and times in ms from the newest reading judged.
 */
type PackedState = readonly [
  form: 'minutes',
  at: Time,
  interval: number | null,
  validAt: Time,
  streams: readonly PackedStream[],
  minutes: readonly [newest: number, cells: string] | null,
  shift: PackedShift | null,
  hold: readonly [judged: Level | null, shown: Level | null, ...times: LevelTimes],
  reasons: HeartReasons | null,
  heat: Level | null,
  keptHeat: KeptHeat,
  total: Level | null,
  totalTimes: LevelTimes,
  condition: readonly [calmSince: Time, level: Level | null] | null,
  missing: readonly [since: Time, open: boolean, ...valid: readonly number[]],
  emergency: PackedEmergency | null,
  /** The highest total level of heat alone, or null for the default; 1 where the heart is not judged, else null or nothing. */
  ...further: PackedFurther,
]

type PackedFurther = readonly [heatAloneMaxLevel?: 2 | 3 | null, isJudgedByHeat?: 1 | null, exposure?: PackedExposure]

type PackedExposure = readonly [
  isHot: 0 | 1 | null,
  ...times: readonly [] | readonly [today: number, onEnd: number, longest: number, cool: number],
]

const isEmpty = ({ spans, counting, open, closedAt, presses, down }: EmergencyState): boolean =>
  spans.length === 0 && !counting && open === null && closedAt === null && presses.length === 0 && down === null

type Move = ReturnType<typeof moved>

const moved =
  (byMs: number) =>
  <Value extends Time>(time: Value): Value =>
    (time === null ? null : time + byMs) as Value

const movedTimes = ([one, two, three]: LevelTimes, move: Move): LevelTimes => [move(one), move(two), move(three)]

/** What is stored of a worker: packed, or in a former form. */
export type StoredState = PackedState | FormerState

/** `state` in the form that is stored. */
export function packState(state: WorkerState): StoredState {
  const { at, interval, heart, heat, keptHeat, total, totalTimes, condition, missing, emergency } = state
  const { validAt, streams, minutes, shift, hold, reasons } = heart
  const past = moved(-(at ?? 0))
  return [
    'minutes',
    at,
    interval,
    past(validAt),
    streams.map((stream) => packStream(stream, past)),
    minutes === null ? null : [minutes.newest, minutes.cells],
    shift === null ? null : packShift(shift, past),
    [hold.judged, hold.shown, ...movedTimes(hold.times, past)],
    reasons,
    heat,
    keptHeat.map(([rank, excess, judgedAt]) => [rank, excess, past(judgedAt)]),
    total,
    movedTimes(totalTimes, past),
    condition === null ? null : [past(condition.calmSince), condition.level],
    [past(missing.since), missing.open, ...missing.valid.map((time) => past(time))],
    isEmpty(emergency) ? null : packEmergency(emergency, past),
    ...packFurther(state),
  ]
}

/** The state that was stored. */
export function unpackState(stored: StoredState): WorkerState
export function unpackState(stored: StoredState | null): WorkerState | null
export function unpackState(stored: StoredState | null): WorkerState | null {
  if (stored === null) return null
  if (!isPacked(stored)) return unpackFormer(stored)
  const [, at, interval, , , , , , , heat, keptHeat, total, totalTimes, condition, [since, open, ...valid], emergency] = stored
  const [, , , , , , , , , , , , , , , , heatAloneMaxLevel, isJudgedByHeat, exposure] = stored
  const back = moved(at ?? 0)
  return {
    at,
    interval,
    heart: unpackHeart(stored),
    heat,
    keptHeat: keptHeat.map(([rank, excess, judgedAt]) => [rank, excess, back(judgedAt)]),
    total,
    totalTimes: movedTimes(totalTimes, back),
    condition: condition === null ? null : { calmSince: back(condition[0]), level: condition[1] },
    missing: { since: back(since), open, valid: valid.map((time) => back(time)) },
    emergency: emergency === null ? NO_EMERGENCY : unpackEmergency(emergency, back),
    judgedBy: isJudgedByHeat === 1 ? 'heat' : 'heart',
    heatAloneMaxLevel: heatAloneMaxLevel ?? DEFAULT_HEAT_ALONE_MAX_LEVEL,
    exposure: exposure === undefined ? null : unpackExposure(exposure),
  }
}

function packFurther({ judgedBy, heatAloneMaxLevel, exposure }: WorkerState): PackedFurther {
  const level = heatAloneMaxLevel === DEFAULT_HEAT_ALONE_MAX_LEVEL ? null : heatAloneMaxLevel
  const byHeat = judgedBy === 'heat' ? 1 : null
  if (exposure !== null) return [level, byHeat, packExposure(exposure)]
  return level === null && byHeat === null ? [] : [level, byHeat]
}

function packExposure({ isHot, today, onEnd, longest, cool }: ExposureClock): PackedExposure {
  const hot = isHot === null ? null : isHot ? 1 : 0
  return today === 0 && cool === 0 ? [hot] : [hot, today, onEnd, longest, cool]
}

function unpackExposure([hot, today = 0, onEnd = 0, longest = 0, cool = 0]: PackedExposure): ExposureClock {
  return { isHot: hot === null ? null : hot === 1, today, onEnd, longest, cool }
}

function packStream({ deviceId, validAt, interval, judged, floor, pulses, spacings, streaks }: HeartStream, past: Move): PackedStream {
  return [
    deviceId,
    past(validAt),
    interval,
    judged,
    floor,
    [past(pulses.since), ...pulses.steps],
    spacings,
    streaks === null
      ? null
      : [past(streaks.sustained), past(streaks.instantaneous), past(streaks.maximum), past(streaks.low), past(streaks.peak)],
  ]
}

function unpackStream(
  [deviceId, validAt, interval, judged, floor, [since, ...steps], spacings, streaks]: PackedStream,
  back: Move,
): HeartStream {
  return {
    deviceId,
    validAt: back(validAt),
    interval,
    pulses: { since: back(since), steps },
    spacings,
    streaks:
      streaks === null
        ? null
        : {
            sustained: back(streaks[0]),
            instantaneous: back(streaks[1]),
            maximum: back(streaks[2]),
            low: back(streaks[3]),
            peak: back(streaks[4]),
          },
    judged,
    floor,
  }
}

function packShift({ began, own, highestMean, searched, strainedAt }: Shift, past: Move): PackedShift {
  const common = [past(began), searched, highestMean] as const
  if (own === null && strainedAt === null) return common
  const measure = [own?.mean ?? null, own?.peak ?? null, own?.shifts ?? 0] as const
  return strainedAt === null ? [...common, ...measure] : [...common, ...measure, past(strainedAt)]
}

function unpackShift([began, searched, highestMean, mean = null, peak = null, shifts = 0, strainedAt]: PackedShift, back: Move): Shift {
  return {
    began: back(began),
    own: mean === null || peak === null ? null : { mean, peak, shifts },
    highestMean,
    searched,
    strainedAt: strainedAt === undefined ? null : back(strainedAt),
  }
}

function unpackHeart([, at, , validAt, streams, minutes, shift, [judged, shown, ...times], reasons]: PackedState): HeartState {
  const back = moved(at ?? 0)
  return {
    validAt: back(validAt),
    streams: streams.map((stream) => unpackStream(stream, back)),
    minutes: minutes === null ? null : { newest: minutes[0], cells: minutes[1] },
    shift: shift === null ? null : unpackShift(shift, back),
    hold: { judged, shown, times: movedTimes(times, back) },
    reasons,
  }
}

function packEmergency({ spans, counting, open, closedAt, down, presses }: EmergencyState, past: Move): PackedEmergency {
  return [
    spans.map(([from, to]) => [past(from), past(to)]),
    counting,
    open === null ? null : movedEmergency(open, past),
    past(closedAt),
    down === null ? null : [down.deviceId, down.readings, past(down.receivedAt)],
    ...presses.map((time) => past(time)),
  ]
}

function unpackEmergency([spans, counting, open, closedAt, down, ...presses]: PackedEmergency, back: Move): EmergencyState {
  return {
    spans: spans.map(([from, to]) => [back(from), back(to)]),
    counting,
    open: open === null ? null : movedEmergency(open, back),
    closedAt: back(closedAt),
    presses: presses.map((time) => back(time)),
    down: down === null ? null : { deviceId: down[0], readings: down[1], receivedAt: back(down[2]) },
  }
}

function movedEmergency<Open extends NonNullable<EmergencyState['open']>>(open: Open, move: Move): Open {
  return { ...open, since: move(open.since) }
}

function isPacked(stored: StoredState): stored is PackedState {
  return Array.isArray(stored) && stored[0] === 'minutes'
}
