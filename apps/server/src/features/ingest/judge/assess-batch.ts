import type { Assessment, Replay, States } from '../model.ts'
import { type AssessedReading, type AttachedReading, concernsWorker, ownsState } from '../reading.ts'
import { assessBarometers } from './assess-barometer.ts'
import { assessBelt } from './assess-belt.ts'
import { assessCall } from './assess-call.ts'
import { assessWatchers } from './assess-watcher.ts'
import { assessWorker } from './assess-worker.ts'
import { Batch } from './batch.ts'
import { heatLookup } from './heat-lookup.ts'
import { byTime } from './in-time.ts'
import { rejudgeWorker } from './rejudge-worker.ts'
import { watchBattery } from './watch-battery.ts'

/**
 * Judges one batch. Pure: the same readings and states give the same result, in whatever order the readings come.
 * @param replays of the workers who are judged again, by their number
 */
export const assessBatch = (
  readings: readonly AttachedReading[],
  states: States,
  replays: ReadonlyMap<number, Replay> = new Map(),
): Assessment => {
  const batch = new Batch(states)
  const inTimeOrder = readings.toSorted(byTime)
  // Heat and pressure come first: the others of the batch are judged with them.
  assessWatchers(
    batch,
    inTimeOrder.filter(({ kind }) => kind === 'heat'),
  )
  assessBarometers(
    batch,
    inTimeOrder.filter(({ kind }) => kind === 'barometer'),
  )
  for (const reading of inTimeOrder) if (reading.kind === 'belt') assessBelt(batch, reading)
  for (const reading of inTimeOrder) if (ownsState(reading)) batch.noteButton(reading)
  for (const reading of inTimeOrder) if (reading.wear === null) assessCall(batch, reading)

  const heatAt = heatLookup(states, batch.sources)
  const ofWorkers = Map.groupBy(readings.filter(concernsWorker), (reading) => reading.wear?.userId ?? 0)
  for (const userId of new Set([...ofWorkers.keys(), ...replays.keys()])) {
    const own = ofWorkers.get(userId) ?? []
    const replay = replays.get(userId)
    if (replay === undefined) assessWorker(batch, userId, own, heatAt)
    else rejudgeWorker(batch, userId, own, replay, heatAt)
  }
  for (const reading of inTimeOrder) {
    if (!batch.assessed.has(reading)) batch.keep(reading)
    watchBattery(batch, reading)
  }
  const { assessed, workers, devices, episodes, siteHeat, checkpoints, rejudged } = batch
  // Nobody could be notified of them while they lasted.
  for (const segment of episodes.segments) segment.late ||= segment.opened && segment.endedAt !== null
  return {
    readings: readings.map((reading) => assessed.get(reading) as AssessedReading),
    workers,
    devices,
    episodes,
    siteHeat: [...siteHeat.values()],
    checkpoints,
    rejudged,
  }
}
