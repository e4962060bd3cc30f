import type { PoolClient } from 'pg'
import { followJudge } from '../monitoring/episodes/follow-judge.ts'
import { reconcileEpisodes } from '../monitoring/episodes/reconcile.ts'
import { markHours, markSlots } from '../monitoring/summaries/due.ts'
import { retimeCalls } from '../monitoring/episodes/retime-calls.ts'
import { retellSiteHeat } from '../monitoring/site-heat/retell.ts'
import { announce, type Change } from '../organisation/announce.ts'
import { together } from '../platform/database/together.ts'
import type { Context } from '../platform/context.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import { assess, type Assessed } from './assess/assess.ts'
import { attach } from './attach/attach.ts'
import { MastersChanged } from './attach/masters-changed.ts'
import { movedCalls } from './assess/assess-call.ts'
import { clockSegments } from './attach/clock-episodes.ts'
import { dueHours, dueSlots, leftHours, rejudgedHours } from './states/due.ts'
import { type Kept, keptOf } from './kept.ts'
import type { KeptWorker } from './states/kept-workers.ts'
import { loadStates } from './states/load-state.ts'
import { ensurePartitions, withoutPartition } from './partitions.ts'
import { lateWorkers, loadReplays } from './rejudge/rejudge-load.ts'
import { storeRejudged } from './rejudge/rejudge-store.ts'
import type { ReceivedReading } from './reading.ts'
import { withoutRepeats } from './states/repeats.ts'
import { StoredElsewhere, storeReadings } from './states/store-readings.ts'
import { storeStates } from './states/store-states.ts'

/** What the ingestion needs of a process. */
type Surroundings = Pick<Context, 'pool' | 'pipelined' | 'log' | 'clock'> & { readonly config: Pick<Context['config'], 'retentionDays'> }

const dayMs = 24 * 3_600_000

/** What became of each reading of a batch, index-aligned with it. */
export type Outcome = 'accepted' | 'duplicate' | 'unknownDevice' | 'tooOld'

/** A change of the masters that the batch did not see, a deadlock (40P01) or a serialization failure (40001): it simply runs again. */
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof MastersChanged || (error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001'))

/** Readings belong into weeks that have no table yet; it is made outside the transaction, which then runs again. */
class WeeksMissing extends Error {
  override readonly name = 'WeeksMissing'
  readonly instants: readonly number[]

  constructor(instants: readonly number[]) {
    super(`${instants.length} readings are of weeks without a table`)
    this.instants = instants
  }
}

/** The company of a batch: each transaction holds one, so that a cluster can keep it on one machine. */
const companyOf = (received: readonly ReceivedReading[]): number => {
  const [companyId, ...others] = new Set(received.map((reading) => reading.companyId))
  if (companyId === undefined || others.length > 0) throw new RangeError('a batch holds readings of one company')
  return companyId
}

/** Whose condition and which devices the batch changed, by site. Episodes are announced by whoever writes them. */
const changesOf = (companyId: number, { readings, workers, again }: Assessed): Change[] => {
  const wearers = new Set(readings.map(({ reading }) => reading.wear?.userId))
  const others = [...again].filter(([userId]) => !wearers.has(userId))
  const changes = [...Map.groupBy(readings, ({ reading }) => reading.officeId)].map(([officeId, own]) => {
    const userIds = new Set(
      own.flatMap(({ reading }) => (reading.wear !== null && workers.has(reading.wear.userId) ? [reading.wear.userId] : [])),
    )
    const deviceIds = new Set(own.flatMap(({ reading }) => (reading.kind === 'vital' ? [] : [reading.deviceId])))
    return { companyId, officeId, userIds: [...userIds], deviceIds: [...deviceIds] }
  })
  const ofOthers = others.flatMap(([userId, { stored }]) =>
    stored.slice(-1).map(({ reading }) => ({ companyId, officeId: reading.officeId, userIds: [userId], deviceIds: [] })),
  )
  return [...changes, ...ofOthers]
}

/** What became of a batch, and the workers' states as it stored them. */
type Stored = { readonly outcomes: Outcome[]; readonly workers: readonly KeptWorker[] }

const run = async (
  client: PoolClient,
  context: Surroundings,
  kept: Kept,
  received: readonly ReceivedReading[],
  checkAll: boolean,
): Promise<Stored> => {
  const companyId = companyOf(received)
  const { readings, unknown, tooOld, clocks, left } = await attach(
    client,
    context.log,
    kept,
    companyId,
    received,
    context.config.retentionDays * dayMs,
  )
  const outcomes = new Map<ReceivedReading, Outcome>()
  let workers: readonly KeptWorker[] = []
  for (const reading of unknown) outcomes.set(reading, 'unknownDevice')
  for (const reading of tooOld) outcomes.set(reading, 'tooOld')
  if (readings.length > 0) {
    const states = await loadStates(context, client, companyId, readings, left, kept.workers)
    const { fresh, repeats } = await withoutRepeats(client, companyId, readings, states, checkAll)
    for (const reading of repeats) outcomes.set(reading.source, 'duplicate')
    const missing = withoutPartition(
      context,
      fresh.map(({ at }) => at),
    )
    if (missing.length > 0) throw new WeeksMissing(missing)
    if (fresh.length > 0) {
      const replays = await loadReplays(client, context.log, companyId, lateWorkers(fresh, states, left), context.clock())
      const assessed = assess(fresh, states, replays)
      const db = onClient(client)
      const now = context.clock()
      const [, written] = await together([
        storeReadings(client, companyId, assessed.readings),
        storeStates(client, companyId, assessed, states.workers),
        storeRejudged(client, companyId, assessed),
        // The clock is read with the workers' states locked: an hour that is not over by it is not computed before the commit.
        markHours(db, companyId, [...dueHours(fresh, states.workers, now.getTime()), ...leftHours(left), ...rejudgedHours(assessed.again)]),
        markSlots(db, companyId, dueSlots(fresh, left)),
        announce(db, ...changesOf(companyId, assessed)),
      ])
      workers = written
      await retimeCalls(db, companyId, movedCalls(fresh))
      await reconcileEpisodes(db, companyId, new Map([...assessed.again].map(([userId, { replayed }]) => [userId, replayed])), now)
      await followJudge(db, assessed.episodes.segments, assessed.episodes.stretches)
      await retellSiteHeat(db, assessed.siteHeat)
    }
  }
  await followJudge(onClient(client), clockSegments(companyId, clocks))
  return { outcomes: received.map((reading) => outcomes.get(reading) ?? 'accepted'), workers }
}

const inTransaction = async <Answer>(
  { pipelined }: Pick<Context, 'pipelined'>,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = await pipelined.connect()
  let broken: Error | undefined
  try {
    const [, answer] = await together([client.query('begin'), work(client)])
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * The ingestion's steps after decoding, for readings of one company, in one transaction: correct times and attach → load and lock states → assess → store → announce.
 * When it returns, every reading that was accepted is on disk.
 *
 * @throws what the database throws; nothing of the batch is stored then.
 */
export const ingest = async (context: Surroundings, received: readonly ReceivedReading[]): Promise<Outcome[]> => {
  let checkAll = false
  for (let attempt = 1; ; attempt++) {
    try {
      const { outcomes, workers, kept } = await inTransaction(context, async (client) => {
        // Asked for once there is a connection: a new one may lead to another server, for which nothing is kept.
        const own = keptOf(context.pipelined)
        return { ...(await run(client, context, own, received, checkAll)), kept: own }
      })
      kept.workers.keep(workers)
      return outcomes
    } catch (error) {
      if (attempt >= 5) throw error
      if (error instanceof WeeksMissing) await ensurePartitions(context, error.instants)
      else if (error instanceof StoredElsewhere) checkAll = true
      else if (!isWorthRepeating(error)) throw error
    }
  }
}
