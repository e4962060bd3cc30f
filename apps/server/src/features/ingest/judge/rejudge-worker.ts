import { judgeByHour, judgeReading, resumed, settled, withoutExpired, type WorkerReading, type WorkerState } from '@mimamori/heat'
import { gapOf } from '../gap-of.ts'
import type { Replay } from '../model.ts'
import { assessWorker, asWorkerReading, receiveEmergency } from './assess-worker.ts'
import type { Batch } from './batch.ts'
import { type AssessedReading, type AttachedReading, officeOfWearer, type UsedHeat } from '../reading.ts'
import { type OrderedReading, placeReadings } from './place-readings.ts'
import { episodesOf } from './rejudge-episodes.ts'

const unjudged = { altitudeCm: null, heatLevel: null } as const

const differs = ({ was }: OrderedReading, item: AssessedReading): boolean => {
  const { worker } = item
  const is = worker?.fresh === true ? worker : null
  return (
    was !== null &&
    (was.heartLevel !== (is?.heartLevel ?? null) ||
      was.heatLevel !== (is?.heatLevel ?? null) ||
      was.totalLevel !== (is?.totalLevel ?? null) ||
      was.gapSeconds !== gapOf(item))
  )
}

/** A press that a person has answered calls nobody a second time, though its time has changed. */
const replayedReading = (batch: Batch, { reading, heat, was }: OrderedReading, latest: WorkerState | null): WorkerReading => {
  const closedAt = latest?.emergency.closedAt ?? null
  return {
    ...asWorkerReading(reading, heat),
    expectsWbgt: batch.expectsWbgt(reading),
    isAnswered: (was !== null || reading.movedFrom !== null) && closedAt !== null && reading.receivedAt <= closedAt,
  }
}

/** Opens emergencies for the presses among late readings: they count from now on, however old they are. */
const openCalls = (batch: Batch, userId: number, late: readonly AssessedReading[], latest: WorkerState | null): void => {
  let started = latest === null || latest.emergency.open === null
  for (const { reading, worker } of late) {
    if (worker?.callAccepted !== true) continue
    batch.episodes.call(userId, { ...reading, officeId: officeOfWearer(reading) }, reading.at, started)
    started = false
  }
}

/**
 * Puts a worker's late readings between the stored ones and judges all of them again from the replay's checkpoint, then judges
 * newer readings as always. Of readings from before the checkpoint only the presses count.
 */
export const rejudgeWorker = (
  batch: Batch,
  userId: number,
  readings: readonly AttachedReading[],
  replay: Replay,
  heatAt: (reading: AttachedReading) => UsedHeat | null,
): void => {
  const latest = batch.stateOf(userId)
  const { before, within, after, from, until } = placeReadings(readings, replay, latest, heatAt)
  const judged = judgeByHour(
    resumed(replay.from, latest),
    within.map((reading) => replayedReading(batch, reading, latest)),
    replay.settings,
  )
  const items = within.map(({ reading, heat }, index): AssessedReading => ({
    ...unjudged,
    reading,
    heat,
    worker: judged.assessments[index] ?? null,
  }))
  const states = { before: latest, after: settled(judged.state, latest) }
  let state = receiveEmergency(batch.episodes, userId, states, items, replay.now)
  const isLate = state.emergency.open?.isLate === true
  const late: AssessedReading[] = []
  for (const { reading, heat } of before) {
    const assessed = judgeReading(state, asWorkerReading(reading, heat), replay.settings)
    state = assessed.state
    late.push({ ...unjudged, reading, heat, worker: assessed.assessment })
  }
  late.push(...items.filter((_, index) => within[index]?.was === null))
  for (const item of late) batch.keep(item.reading, item)
  openCalls(batch, userId, late, latest)
  // What the clock has ended meanwhile stays ended; newer readings show by themselves what came after.
  const lost = after.length > 0 ? null : withoutExpired(state, replay.now).end
  batch.rejudged.set(userId, {
    from: replay.from,
    stored: items.filter((_, index) => within[index]?.was !== null),
    changed: items.filter((item, index) => differs(within[index] as OrderedReading, item)),
    replayed: { from, until, episodes: episodesOf(userId, replay.from, items, lost, isLate) },
  })
  batch.workers.set(userId, state)
  batch.keepCheckpoints(userId, judged.checkpoints)
  if (after.length > 0) assessWorker(batch, userId, after, heatAt)
}
