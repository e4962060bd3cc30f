import type { WorkerState } from '@mimamori/heat'
import type { EpisodeLog } from '../../monitoring/episodes/episode-log.ts'
import type { StandingHeat } from '../../monitoring/site-heat/retell.ts'
import { assessBelt } from './assess-belt.ts'
import { assessCall } from './assess-call.ts'
import { assessWatchers } from './assess-watcher.ts'
import { assessWorker } from './assess-worker.ts'
import { Batch } from './batch.ts'
import type { DeviceJudge } from '../states/device-judge.ts'
import { heatLookup } from './heat-lookup.ts'
import { byTime } from './in-time.ts'
import { concernsWorker, ownsState, type States } from '../states/load-state.ts'
import type { AssessedReading, AttachedReading } from '../reading.ts'
import { rejudgeWorker } from '../rejudge/rejudge.ts'
import type { Rejudged } from '../rejudge/rejudged.ts'
import type { Replay } from '../rejudge/rejudge-load.ts'
import { watchBattery } from './watch-battery.ts'

export type Assessed = {
  readonly readings: AssessedReading[]
  readonly workers: Map<number, WorkerState>
  readonly devices: Map<number, DeviceJudge>
  readonly episodes: EpisodeLog
  /** Site heat that stands, with whom it counts now. */
  readonly siteHeat: StandingHeat[]
  readonly checkpoints: ReadonlyMap<number, readonly WorkerState[]>
  readonly again: ReadonlyMap<number, Rejudged>
}

/**
 * Judges one batch. Pure: the same readings and states give the same result, in whatever order the readings stand.
 * @param replays of the workers who are judged again, by their number
 */
export const assess = (
  readings: readonly AttachedReading[],
  states: States,
  replays: ReadonlyMap<number, Replay> = new Map(),
): Assessed => {
  const batch = new Batch(states)
  const inTimeOrder = readings.toSorted(byTime)
  // Heat and pressure come first: the others of the batch are judged with them.
  assessWatchers(
    batch,
    inTimeOrder.filter(({ kind }) => kind === 'heat'),
  )
  for (const reading of inTimeOrder)
    if (reading.kind === 'barometer' && reading.pressure !== null)
      batch.remember(reading, 'barometer', [reading.at, reading.pressure, reading.temperature])
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
  const { assessed, workers, devices, episodes, siteHeat, checkpoints, again } = batch
  // Nobody could be told of them while they stood.
  for (const segment of episodes.segments) segment.late ||= segment.opened && segment.endedAt !== null
  return {
    readings: readings.map((reading) => assessed.get(reading) as AssessedReading),
    workers,
    devices,
    episodes,
    siteHeat: [...siteHeat.values()],
    checkpoints,
    again,
  }
}
