import { PRESSES_REMEMBERED } from './emergency.ts'
import { judgeBatch, type WorkerAssessment } from './judge.ts'
import { HOUR_MS } from './milliseconds.ts'
import { closeEmergency, NEW_WORKER, type WorkerReading, type WorkerSettings, type WorkerState } from './worker-state.ts'

/** How much older than a worker's state a reading may be and still be put in its place. Project choice, decisions/0033. */
export const PUT_IN_PLACE_MS = 4 * HOUR_MS

/**
 * From when (epoch ms) a worker has to be judged again because of readings at `times` (epoch ms): the oldest that is not
 * newer than the state, nor older than what is put in its place. `null` where there is none, and readings just go on.
 */
export function lateSince(state: WorkerState | null, times: readonly number[]): number | null {
  const newest = state?.at ?? null
  if (newest === null) return null
  let since: number | null = null
  for (const at of times) if (at <= newest && at >= newest - PUT_IN_PLACE_MS && (since === null || at < since)) since = at
  return since
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
  const checkpoints: WorkerState[] = []
  const assessments = Array.from<WorkerAssessment>({ length: readings.length })
  let current = state ?? NEW_WORKER
  const hours = Map.groupBy(readings.keys(), (index) => hourOf((readings[index] as WorkerReading).at))
  for (const [hour, own] of [...hours].toSorted(([one], [other]) => one - other)) {
    if (current.at !== null && hour > hourOf(current.at)) checkpoints.push(current)
    const judged = judgeBatch(
      current,
      own.map((index) => readings[index] as WorkerReading),
      settings,
    )
    current = judged.state
    own.forEach((index, position) => (assessments[index] = judged.assessments[position] as WorkerAssessment))
  }
  return { state: current, assessments, checkpoints }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS)
}

/**
 * The state to judge a worker again from: a checkpoint, `null` for the beginning, with the closings by people that came
 * about since; `latest` is the worker's state as it stands.
 */
export function resumed(checkpoint: WorkerState | null, latest: WorkerState | null): WorkerState | null {
  const closedAt = latest?.emergency.closedAt ?? null
  return closedAt === null ? checkpoint : closeEmergency(checkpoint ?? NEW_WORKER, closedAt)
}

/**
 * A state that was judged again, with the emergency that people were told of: it stands until somebody closes it. A call
 * by another device is not among what was judged again, and is not forgotten.
 */
export function settled(judged: WorkerState, latest: WorkerState | null): WorkerState {
  if (latest === null) return judged
  const told = latest.emergency.open
  const found = judged.emergency.open
  const isElsewhere = told !== null && told.cause === 'call' && (found === null || told.since < found.since)
  const open = isElsewhere ? told : (found ?? told)
  const presses = [...new Set([...latest.emergency.presses, ...judged.emergency.presses])].toSorted((one, other) => one - other)
  return { ...judged, emergency: { ...judged.emergency, open, presses: presses.slice(-PRESSES_REMEMBERED) } }
}
