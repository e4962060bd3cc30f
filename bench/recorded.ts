import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { pino } from 'pino'
import { decode } from '../apps/server/src/features/ingest/decode.ts'
import { ensurePartitions } from '../apps/server/src/features/ingest/partitions.ts'
import { ingest } from '../apps/server/src/features/ingest/pipeline.ts'
import type { ReceivedReading } from '../apps/server/src/features/ingest/reading.ts'
import type { OfficeKey } from '../apps/server/src/shared/organisation/keys.ts'

/** One transaction's statements with the values they were given. */
export type Recording = { readonly statements: QueryConfig[]; readonly readings: number }

// Handling of alerts refers to numbers that the database gave out, which a second run gives out again.
const isReplayable = (text: string) => !/alert_event/.test(text)

/** A pool whose connections write down what they are asked. */
const recordingPool = (pool: Pool, statements: QueryConfig[]): Pool => {
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    const query = (first: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
      const statement = typeof first === 'string' ? { text: first, ...(values === undefined ? {} : { values }) } : first
      if (isReplayable(statement.text)) statements.push({ ...statement })
      return client.query(first as string, values)
    }
    return { query, release: (error?: Error | boolean) => client.release(error) } as unknown as PoolClient
  }
  return { connect, query: pool.query.bind(pool), on: pool.on.bind(pool) } as unknown as Pool
}

/** Runs batches of one office through the real pipeline, one after another, and hands back the statements each came to. */
export const createRecorder = (pool: Pool, { companyId, officeId }: OfficeKey) => {
  const statements: QueryConfig[] = []
  const recording = recordingPool(pool, statements)
  return async (batch: readonly unknown[]): Promise<Recording> => {
    const receivedAt = Date.now()
    const readings = batch.map((item, index): ReceivedReading => {
      const decoded = decode(item)
      if ('reason' in decoded) throw new Error(decoded.reason)
      return { ...decoded, companyId, officeId, receivedAt, index }
    })
    await ensurePartitions(
      { pool: recording },
      readings.map(({ at }) => at),
    )
    await ingest(
      { pool: recording, pipelined: recording, log: pino({ level: 'silent' }), clock: () => new Date(), config: { retentionDays: 400 } },
      readings,
    )
    return { statements: statements.splice(0), readings: readings.length }
  }
}

/** Runs recorded transactions over so many connections; seconds taken. */
export const replay = async (pool: Pool, lanes: readonly (readonly Recording[])[]): Promise<number> => {
  const started = performance.now()
  await Promise.all(
    lanes.map(async (recordings) => {
      const client = await pool.connect()
      try {
        for (const { statements } of recordings) for (const statement of statements) await client.query(statement)
      } finally {
        client.release()
      }
    }),
  )
  return (performance.now() - started) / 1_000
}
