import type pg from 'pg'
import { clientBeside } from '../../../platform/database/client-beside.ts'
import type { Context } from '../../../platform/context.ts'
import { keysChannel } from '../../../shared/access-keys/ingest-key.ts'

/** The one database connection of a process on which its rights at an external broker rest. */
export type SessionLine = {
  /**
   * Asks the database on this connection.
   * @throws what the database says; the line, and every right with it, is then over
   */
  readonly query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Aborts when the connection is gone, and every right with it. */
  readonly lost: AbortSignal
  readonly close: () => Promise<void>
}

const answerMs = 5_000

/**
 * Opens the connection. The rights taken on it live and die with it: a process that was killed, or that the database no
 * longer hears of, has none.
 * @param onKeys an ingest key was made, changed or revoked
 */
export const openSessionLine = async ({ pool, log }: Pick<Context, 'pool' | 'log'>, onKeys: () => void): Promise<SessionLine> => {
  const client = clientBeside(pool, { query_timeout: answerMs })
  const ending = new AbortController()
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection that holds the MQTT sessions was lost'))
  client.on('end', () => ending.abort())
  client.on('notification', onKeys)
  const close = async (): Promise<void> => {
    ending.abort()
    await client.end().catch(() => undefined)
  }
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
    ending.signal.throwIfAborted()
    try {
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      // A peer that disappeared does not close the connection, so this side does.
      await close()
      throw error
    }
  }
  try {
    await client.connect()
    await query(`listen ${keysChannel}`)
  } catch (error) {
    await close()
    throw error
  }
  return { query, lost: ending.signal, close }
}
