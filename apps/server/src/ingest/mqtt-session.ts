import { clientBeside } from '../platform/client-beside.ts'
import type { Context } from '../platform/context.ts'

/** The right to the product's one session at an external broker, as far as this process may have it. */
export type SessionLine = {
  /** Takes the right where nobody has it; true where it is ours from now on, until the line is lost. */
  readonly tryTake: () => Promise<boolean>
  /** Asks the database whether the line still stands. */
  readonly isAlive: () => Promise<boolean>
  /** Aborts when the connection is gone, and the right with it. */
  readonly lost: AbortSignal
  readonly close: () => Promise<void>
}

// Both halves of the advisory lock; any number does as long as nobody else locks it.
const lock = [7_301, 1]
const answerMs = 5_000

/**
 * Opens the one database connection that holds this process's right to the session. The right lives and dies with it:
 * a process that was killed, or that the database no longer hears of, has none.
 */
export const openSessionLine = async ({ pool, log }: Pick<Context, 'pool' | 'log'>): Promise<SessionLine> => {
  const client = clientBeside(pool, { query_timeout: answerMs })
  const ending = new AbortController()
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection that holds the MQTT session was lost'))
  client.on('end', () => ending.abort())
  const close = async (): Promise<void> => {
    ending.abort()
    await client.end().catch(() => undefined)
  }
  try {
    await client.connect()
  } catch (error) {
    await close()
    throw error
  }
  return {
    tryTake: async () => {
      // Asked again and again rather than waited for: a statement that waits keeps old rows from being cleaned up.
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', lock)
      return rows[0]?.mine === true
    },
    isAlive: async () => {
      if (ending.signal.aborted) return false
      try {
        await client.query('select 1')
        return true
      } catch {
        // A peer that disappeared does not close the connection, so this side does.
        await close()
        return false
      }
    },
    lost: ending.signal,
    close,
  }
}
