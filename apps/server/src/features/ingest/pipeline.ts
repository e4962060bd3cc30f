import { followJudge } from '../alerts/episodes/follow-judge.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { markWay } from '../../platform/way-marks.ts'
import { followDeviceAlarms } from './alarms/follow-device-alarms.ts'
import { type Attached, attachReadings } from './attach/attach.ts'
import { clockSegments } from './attach/clock-episodes.ts'
import { assessBatch } from './judge/assess-batch.ts'
import { withEstimates } from './judge/with-estimates.ts'
import { dropRepeats } from './load/drop-repeats.ts'
import { loadReplays } from './load/load-replays.ts'
import { loadStates } from './load/load-states.ts'
import { StaleMasterData, StoredElsewhere, WeeksMissing } from './model.ts'
import { ensurePartitions, requirePartitions } from './partitions.ts'
import type { ReceivedReading } from './reading.ts'
import type { CachedWorker } from './row-cache/worker-state-cache.ts'
import type { NotedDevice } from './row-cache/noted-devices.ts'
import { followRests } from './rests/follow-rests.ts'
import { markHeard } from './store/mark-heard.ts'
import { markHeardElsewhere } from './store/mark-heard-elsewhere.ts'
import { noteUnregistered } from './store/note-unregistered.ts'
import { storeBatch } from './store/store-batch.ts'
import { noteTracedSubjects, step, traceBatch } from './traces/trace-batch.ts'
import { type BatchTransaction, type IngestContext, inTransaction } from './transaction.ts'

/** What happened to each reading of a batch, index-aligned with it. */
export type Outcome = 'accepted' | 'duplicate' | 'unknownDevice' | 'tooOld'

/** What happened to a batch, the workers' states as it stored them, and the unregistered devices that it noted. */
type BatchResult = { readonly outcomes: Outcome[]; readonly workers: readonly CachedWorker[]; readonly noted: readonly NotedDevice[] }

/** Loads what the readings are judged against, and drops those that are stored already. */
const load = async (transaction: BatchTransaction, { readings, left, used }: Attached, checkAll: boolean) => {
  const states = await loadStates(transaction, readings, left, used)
  const { fresh: measured, repeats } = await dropRepeats(transaction, readings, states, checkAll)
  const fresh = withEstimates(measured)
  requirePartitions(transaction.context, fresh)
  return { states, repeats, fresh, replays: await loadReplays(transaction, fresh, states, left) }
}

/** The steps of a batch in their order: attach → load → estimate → judge → store. */
const processBatch = async (
  transaction: BatchTransaction,
  received: readonly ReceivedReading[],
  checkAll: boolean,
): Promise<BatchResult> => {
  const attached = await step('attach', () => attachReadings(transaction, received))
  const { readings, unknown, byUnknownGateway, tooOld, clocks, left } = attached
  noteTracedSubjects(readings)
  const { states, repeats, fresh, replays } = await step('load', () => load(transaction, attached, checkAll))
  const assessment = await step('judge', async () => assessBatch(fresh, states, replays))
  const { workers, noted } = await step('store', async () => {
    const stored = fresh.length === 0 ? [] : await storeBatch(transaction, assessment, states, left)
    await followDeviceAlarms(transaction, fresh)
    await followRests(transaction, fresh, states.restPlaces)
    await markHeard(transaction, repeats, fresh, states)
    await markHeardElsewhere(transaction, readings)
    const unregistered = await noteUnregistered(transaction, unknown, byUnknownGateway)
    await followJudge(onClient(transaction.client), clockSegments(transaction.companyId, clocks))
    return { workers: stored, noted: unregistered }
  })

  const outcomes = new Map<ReceivedReading, Outcome>()
  for (const reading of unknown) outcomes.set(reading, 'unknownDevice')
  for (const reading of tooOld) outcomes.set(reading, 'tooOld')
  for (const reading of repeats) outcomes.set(reading.source, 'duplicate')
  return { outcomes: received.map((reading) => outcomes.get(reading) ?? 'accepted'), workers, noted }
}

/** The company of a batch: each transaction holds one, so that a cluster can keep it on one machine. */
const companyOf = (received: readonly ReceivedReading[]): number => {
  const [companyId, ...others] = new Set(received.map((reading) => reading.companyId))
  if (companyId === undefined || others.length > 0) throw new RangeError('a batch holds readings of one company')
  return companyId
}

/** True for a change of master data that the batch did not see, a deadlock (40P01) and a serialization failure (40001). */
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof StaleMasterData || (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))

const mostAttempts = 5

/**
 * The ingestion's steps after decoding, for readings of one company, in one transaction. When it returns, every reading that was
 * accepted is on disk. Runs again where something changed meanwhile that the batch has to see.
 *
 * @throws what the database throws; nothing of the batch is stored then.
 */
export const ingest = (context: IngestContext, received: readonly ReceivedReading[]): Promise<Outcome[]> =>
  traceBatch(received, () => ingestBatch(context, received))

const ingestBatch = async (context: IngestContext, received: readonly ReceivedReading[]): Promise<Outcome[]> => {
  const companyId = companyOf(received)
  const devices = () => received.map(({ device }) => device)
  markWay('begun', devices)
  let checkAll = false
  for (let attempt = 1; ; attempt++) {
    try {
      const { outcomes, workers, noted, cache } = await inTransaction(context, companyId, async (transaction) => ({
        ...(await processBatch(transaction, received, checkAll)),
        cache: transaction.cache,
      }))
      markWay('stored', devices)
      cache.workers.set(workers)
      cache.noted.set(noted)
      return outcomes
    } catch (error) {
      if (attempt >= mostAttempts) throw error
      if (error instanceof WeeksMissing) await ensurePartitions(context, error.instants)
      else if (error instanceof StoredElsewhere) checkAll = true
      else if (!isWorthRepeating(error)) throw error
    }
  }
}
