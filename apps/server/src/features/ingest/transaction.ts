import type { PoolClient } from 'pg'
import type { Context } from '../../platform/context.ts'
import { awaitPipelined } from '../../platform/database/await-pipelined.ts'
import { cacheOf, type RowCache } from './row-cache/row-cache.ts'
import { step } from './traces/trace-batch.ts'

/** What the ingestion needs of a process. */
export type IngestContext = Pick<Context, 'pool' | 'pipelined' | 'log' | 'clock'> & {
  readonly config: Pick<Context['config'], 'retentionDays'>
}

/** The transaction of a batch of one company. */
export type BatchTransaction = {
  readonly client: PoolClient
  readonly context: IngestContext
  readonly companyId: number
  readonly cache: RowCache
}

/**
 * Does a batch's work in a transaction on a connection that sends statements without waiting for the answers of those before.
 * @throws what the work or the database throws; the transaction is rolled back then
 */
export const inTransaction = async <Answer>(
  context: IngestContext,
  companyId: number,
  work: (transaction: BatchTransaction) => Promise<Answer>,
  begin: 'begin' | 'begin read only' = 'begin',
): Promise<Answer> => {
  const client = await context.pipelined.connect()
  let broken: Error | undefined
  try {
    // The cache is looked up once there is a connection: a new one may lead to another server, for which the cache is empty.
    const cache = cacheOf(context.pipelined)
    const [, answer] = await awaitPipelined([client.query(begin), work({ client, context, companyId, cache })])
    await step('commit', () => client.query('commit'))
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
