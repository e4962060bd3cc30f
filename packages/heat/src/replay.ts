import { itemAt } from '@mimamori/contract/typed-lists'
import { type Emergency, PRESSES_REMEMBERED, punctual } from './emergency.ts'
import { HEART_KEPT_MS } from './heart-level.ts'
import { judgeBatch, type WorkerAssessment } from './judge.ts'
import { DAY_MS, HOUR_MS } from './milliseconds.ts'
import { closeEmergency, NEW_WORKER, type WorkerReading, type WorkerSettings, type WorkerState } from './worker-state.ts'

/** How much older than a worker's state a reading may be and still be put in its place. Project choice, decisions/0113. */
export const PUT_IN_PLACE_MS = DAY_MS

/**
 * Whether a reading at `at` (epoch ms) is late and yet put in its place: not newer than the worker's state, nor too much
 * older. Source: project choice, decisions/0033.
 */
export function isPutInPlace(state: WorkerState | null, at: number): boolean {
  const newest = state?.at ?? null
  return newest !== null && at <= newest && at >= newest - PUT_IN_PLACE_MS
}

/**
 * When the clock ended a worker's episode (epoch ms), if it had one, since no reading came until `now`; null where a reading at `at`
 * does not continue it. The end was none then, and is judged again. Source: project choice, decisions/0113.
 */
export function continuedEnd(state: WorkerState | null, at: number, now: number): number | null {
  const validAt = state?.heart.validAt ?? null
  if (validAt === null || at <= (state?.at ?? 0) || at - validAt > HEART_KEPT_MS || now - validAt <= HEART_KEPT_MS) return null
  return validAt + HEART_KEPT_MS
}

/**
 * Judges readings as `judgeBatch` does, and answers the states that the first reading of each new hour found, oldest
 * first: from these a worker can be judged again. Never throws.
 */
export function judgeByHour(
  state: WorkerState | null,
  readings: readonly WorkerReading[],
  settings: WorkerSettings,
): { state: WorkerState; assessments: WorkerAssessment[]; checkpoints: WorkerState[] } {
  const [only] = readings
  // As a rule there is one, and all of them are of the hour that runs.
  if (only !== undefined && readings.length === 1) {
    const before = begunHour(state, hourOf(only.at))
    return { ...judgeBatch(state, readings, settings), checkpoints: before === null ? [] : [before] }
  }
  const checkpoints: WorkerState[] = []
  const assessments = Array.from<WorkerAssessment>({ length: readings.length })
  let current = state ?? NEW_WORKER
  const hours = Map.groupBy(readings.entries(), ([, { at }]) => hourOf(at))
  for (const [hour, own] of [...hours].toSorted(([one], [other]) => one - other)) {
    const before = begunHour(current, hour)
    if (before !== null) checkpoints.push(before)
    const judged = judgeBatch(
      current,
      own.map(([, reading]) => reading),
      settings,
    )
    current = judged.state
    own.forEach(([index], position) => (assessments[index] = itemAt(judged.assessments, position)))
  }
  return { state: current, assessments, checkpoints }
}

/** The state where a reading of that hour is the first of it, `null` where it is not or nothing was read before. */
function begunHour(state: WorkerState | null, hour: number): WorkerState | null {
  return state !== null && state.at !== null && hour > hourOf(state.at) ? state : null
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS)
}

/**
 * The state to judge a worker again from: a checkpoint, `null` for the beginning, with the closings by people that came
 * about since; `latest` is the worker's current state.
 */
export function resumed(checkpoint: WorkerState | null, latest: WorkerState | null): WorkerState | null {
  const closedAt = latest?.emergency.closedAt ?? null
  return closedAt === null ? checkpoint : closeEmergency(checkpoint ?? NEW_WORKER, closedAt)
}

/**
 * A state that was judged again, with the emergency that people were notified of: it stays until somebody closes it. A call
 * by another device is not among what was judged again, and is not forgotten.
 */
export function settled(judged: WorkerState, latest: WorkerState | null): WorkerState {
  if (latest === null) return judged
  const announced = latest.emergency.open
  const found = judged.emergency.open
  const isElsewhere = announced !== null && announced.cause === 'call' && (found === null || announced.since < found.since)
  const open = isElsewhere || found === null ? announced : asRecorded(found, announced)
  const presses = [...new Set([...latest.emergency.presses, ...judged.emergency.presses])].toSorted((one, other) => one - other)
  return { ...judged, emergency: { ...judged.emergency, open, presses: presses.slice(-PRESSES_REMEMBERED) } }
}

/** An emergency that was found again is as late as when it was announced. */
function asRecorded(found: Emergency, announced: Emergency | null): Emergency {
  return announced?.isLate === true ? { ...found, isLate: true } : punctual(found)
}
