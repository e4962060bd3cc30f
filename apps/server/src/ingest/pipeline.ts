import type { PoolClient } from 'pg'
import { followJudge } from '../monitoring/episodes/follow-judge.ts'
import { markHours, markSlots } from '../monitoring/summaries/due.ts'
import { announce, type Change } from '../organisation/announce.ts'
import type { Context } from '../platform/context.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import { assess, type Assessed } from './assess.ts'
import { attach } from './attach.ts'
import { dueHours, dueSlots } from './due.ts'
import { loadStates, withoutDuplicates } from './load-state.ts'
import { ensurePartitions } from './partitions.ts'
import type { ReceivedReading } from './reading.ts'
import { storeReadings } from './store-readings.ts'
import { storeStates } from './store-states.ts'

/** What the ingestion needs of a process. */
type Surroundings = Pick<Context, 'pool' | 'log' | 'clock'>

/** What became of each reading of a batch, index-aligned with it. */
export type Outcome = 'accepted' | 'duplicate' | 'unknownDevice'

/** A deadlock (40P01) or serialization failure (40001): the batch simply runs again. */
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/** Another transaction stored one of the batch's readings meanwhile; looking them up one by one finds it. */
class StoredElsewhere extends Error {
  override readonly name = 'StoredElsewhere'
}

/** The company of a batch: each transaction holds one, so that a cluster can keep it on one machine. */
const companyOf = (received: readonly ReceivedReading[]): number => {
  const [companyId, ...others] = new Set(received.map((reading) => reading.companyId))
  if (companyId === undefined || others.length > 0) throw new RangeError('a batch holds readings of one company')
  return companyId
}

/** Whose condition and which devices the batch changed, by site. Episodes are announced by whoever writes them. */
const changesOf = (companyId: number, { readings, workers }: Assessed): Change[] =>
  [...Map.groupBy(readings, ({ reading }) => reading.officeId)].map(([officeId, own]) => {
    const userIds = new Set(
      own.flatMap(({ reading }) => (reading.wear !== null && workers.has(reading.wear.userId) ? [reading.wear.userId] : [])),
    )
    const deviceIds = new Set(own.flatMap(({ reading }) => (reading.kind === 'vital' ? [] : [reading.deviceId])))
    return { companyId, officeId, userIds: [...userIds], deviceIds: [...deviceIds] }
  })

const run = async (
  client: PoolClient,
  context: Surroundings,
  received: readonly ReceivedReading[],
  checkAll: boolean,
): Promise<Outcome[]> => {
  const companyId = companyOf(received)
  const { readings, unknown } = await attach(client, context.log, companyId, received)
  const outcomes = new Map<ReceivedReading, Outcome>(unknown.map((reading) => [reading, 'unknownDevice']))
  if (readings.length > 0) {
    const states = await loadStates(client, companyId, readings)
    const { fresh, duplicates } = await withoutDuplicates(client, companyId, readings, states, checkAll)
    for (const reading of duplicates) outcomes.set(reading.source, 'duplicate')
    if (fresh.length > 0) {
      const assessed = assess(fresh, states)
      const stored = await storeReadings(client, companyId, assessed.readings)
      if (stored !== fresh.length) throw new StoredElsewhere(`${fresh.length - stored} readings were stored already`)
      await storeStates(client, companyId, assessed, states.workers)
      const db = onClient(client)
      // The clock is read with the workers' states locked: an hour that is not over by it is not computed before the commit.
      await markHours(db, companyId, dueHours(fresh, states.workers, context.clock().getTime()))
      await markSlots(db, companyId, dueSlots(fresh))
      await followJudge(db, assessed.episodes.segments)
      await announce(db, ...changesOf(companyId, assessed))
    }
  }
  return received.map((reading) => outcomes.get(reading) ?? 'accepted')
}

const inTransaction = async <Answer>({ pool }: Pick<Context, 'pool'>, work: (client: PoolClient) => Promise<Answer>): Promise<Answer> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const answer = await work(client)
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
 * The ingestion's steps after decoding, for readings of one company, in one transaction: attach → load and lock states → assess → store → announce.
 * When it returns, every reading that was accepted is on disk.
 *
 * @throws what the database throws; nothing of the batch is stored then.
 */
export const ingest = async (context: Surroundings, received: readonly ReceivedReading[]): Promise<Outcome[]> => {
  await ensurePartitions(
    context,
    received.map(({ at }) => at),
  )
  let checkAll = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(context, (client) => run(client, context, received, checkAll))
    } catch (error) {
      if (attempt >= 5 || !(isWorthRepeating(error) || error instanceof StoredElsewhere)) throw error
      checkAll ||= error instanceof StoredElsewhere
    }
  }
}
