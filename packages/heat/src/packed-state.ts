import type { Level } from './alert-level.ts'
import type { Condition } from './condition.ts'
import { type ButtonDown, type EmergencyState, NO_EMERGENCY } from './emergency.ts'
import type { HeartState } from './heart-level.ts'
import type { LevelTimes } from './hold.ts'
import type { KeptHeat } from './kept-heat.ts'
import type { WorkerState } from './worker-state.ts'

type Time = number | null

/**
 * A worker's state as it is stored with every reading, a third as long: values without their names, an empty emergency left
 * out, and times in ms from the newest reading judged.
 */
type PackedState = readonly [
  at: Time,
  interval: number | null,
  pace: readonly [deviceId: number, ...spacings: readonly number[]] | null,
  validAt: Time,
  pulses: readonly [since: number, ...steps: readonly number[]] | null,
  streaks: readonly [sustained: Time, instantaneous: Time, maximum: Time, low: Time] | null,
  hold: readonly [judged: Level | null, shown: Level | null, ...times: LevelTimes],
  reasons: HeartState['reasons'],
  floor: Level,
  heat: Level | null,
  keptHeat: KeptHeat,
  total: Level | null,
  totalTimes: LevelTimes,
  // Without a level as it was stored before episodes had one of their own: it was the total level.
  condition: readonly [calmSince: Time, level?: Level | null] | null,
  missing: readonly [since: Time, open: boolean, ...valid: readonly number[]],
  emergency:
    | readonly [
        spentMs: number,
        counting: boolean,
        open: EmergencyState['open'],
        closedAt: Time,
        down: PackedButton | null,
        ...presses: readonly number[],
      ]
    | null,
]

// A number, of which device, as it was stored before its readings were counted: its time was subtracted from it.
type PackedButton = readonly [deviceId: number, readings: ButtonDown['readings'], receivedAt: number] | number

const isEmpty = ({ spentMs, counting, open, closedAt, presses, down }: EmergencyState): boolean =>
  spentMs === 0 && !counting && open === null && closedAt === null && presses.length === 0 && down === null

const moved =
  (byMs: number) =>
  <Value extends Time>(time: Value): Value =>
    (time === null ? null : time + byMs) as Value

const movedTimes = ([one, two, three]: LevelTimes, move: ReturnType<typeof moved>): LevelTimes => [move(one), move(two), move(three)]

/** What is stored of a worker: packed or, as before there was a packed form, as it is. */
export type StoredState = PackedState | WorkerState

/** `state` in the form that is stored. */
export function packState(state: WorkerState): StoredState {
  const { at, interval, pace, heart, heat, keptHeat, total, totalTimes, condition, missing, emergency } = state
  const { validAt, pulses, streaks, hold, reasons, floor } = heart
  const past = moved(-(at ?? 0))
  const { spentMs, counting, open, closedAt, down, presses } = emergency
  return [
    at,
    interval,
    pace === null ? null : [pace.deviceId, ...pace.spacings],
    past(validAt),
    pulses === null ? null : [past(pulses.since), ...pulses.steps],
    streaks === null ? null : [past(streaks.sustained), past(streaks.instantaneous), past(streaks.maximum), past(streaks.low)],
    [hold.judged, hold.shown, ...movedTimes(hold.times, past)],
    reasons,
    floor ?? 0,
    heat,
    keptHeat.map(([rank, excess, judgedAt]) => [rank, excess, past(judgedAt)]),
    total,
    movedTimes(totalTimes, past),
    condition === null ? null : [past(condition.calmSince), condition.level],
    [past(missing.since), missing.open, ...missing.valid.map((time) => past(time))],
    isEmpty(emergency)
      ? null
      : [
          spentMs,
          counting,
          open === null ? null : { ...open, since: past(open.since) },
          past(closedAt),
          down === null ? null : [down.deviceId, down.readings, past(down.receivedAt)],
          ...presses.map((time) => past(time)),
        ],
  ]
}

function unpackHeart([at, , , validAt, pulses, streaks, [judged, shown, ...times], reasons, floor]: PackedState): HeartState {
  const back = moved(at ?? 0)
  return {
    validAt: back(validAt),
    pulses: pulses === null ? null : { since: back(pulses[0]), steps: pulses.slice(1) },
    streaks:
      streaks === null
        ? null
        : { sustained: back(streaks[0]), instantaneous: back(streaks[1]), maximum: back(streaks[2]), low: back(streaks[3]) },
    hold: { judged, shown, times: movedTimes(times, back) },
    reasons,
    floor,
  }
}

/** The state that was stored. */
export function unpackState(stored: StoredState): WorkerState
export function unpackState(stored: StoredState | null): WorkerState | null
export function unpackState(stored: StoredState | null): WorkerState | null {
  if (stored === null) return null
  if (!isPacked(stored)) return withConditionLevel(stored)
  const [at, interval, pace, , , , , , , heat, keptHeat, total, totalTimes, condition, [since, open, ...valid], emergency] = stored
  const back = moved(at ?? 0)
  return {
    at,
    interval,
    pace: pace === null ? null : { deviceId: pace[0], spacings: pace.slice(1) },
    heart: unpackHeart(stored),
    heat,
    keptHeat: keptHeat.map(([rank, excess, judgedAt]) => [rank, excess, back(judgedAt)]),
    total,
    totalTimes: movedTimes(totalTimes, back),
    condition: condition === null ? null : { calmSince: back(condition[0]), level: condition[1] === undefined ? total : condition[1] },
    missing: { since: back(since), open, valid: valid.map((time) => back(time)) },
    emergency: emergency === null ? NO_EMERGENCY : unpackEmergency(emergency, back),
  }
}

/** `state`, whose episode carries the total level where it was stored before episodes had a level of their own. */
function withConditionLevel(state: WorkerState): WorkerState {
  const { condition, total } = state
  const isOld = condition !== null && (condition as Partial<Condition>).level === undefined
  return isOld ? { ...state, condition: { ...condition, level: total } } : state
}

function unpackEmergency(
  [spentMs, counting, open, closedAt, down, ...presses]: NonNullable<PackedState[15]>,
  back: ReturnType<typeof moved>,
): EmergencyState {
  return {
    spentMs,
    counting,
    open: open === null ? null : { ...open, since: back(open.since) },
    closedAt: back(closedAt),
    presses: presses.map((time) => back(time)),
    down: unpackButton(down, back),
  }
}

function unpackButton(down: PackedButton | null, back: ReturnType<typeof moved>): ButtonDown | null {
  if (down === null) return null
  if (typeof down === 'number') return { deviceId: back(down), readings: 1, receivedAt: 0 }
  const [deviceId, readings, receivedAt] = down
  return { deviceId, readings, receivedAt: back(receivedAt) }
}

// `Array.isArray` does not narrow lists that may not be changed.
function isPacked(stored: StoredState): stored is PackedState {
  return Array.isArray(stored)
}
