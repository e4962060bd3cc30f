import type { PoolClient } from 'pg'
import type { Context } from './context.ts'
import { isDatabaseAway } from './database-away.ts'

/** Work that exactly one process does at a time, again and again. */
export type Recurring = {
  /** Names the advisory lock, so it must differ from every other's. */
  readonly name: string
  readonly everySeconds: number
  readonly run: (context: Context, client: PoolClient) => Promise<void>
}

const once = async (context: Context, { name, run }: Recurring): Promise<void> => {
  const client = await context.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [name])
    if (rows[0]?.mine === true) await run(context, client)
    await client.query('commit')
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
 * Runs the work in a transaction at its interval, first at once, until stopped; a process that finds another at it
 * leaves it to that one. A failure is logged and the next turn tries again.
 */
export const startRecurring = (context: Context, work: Recurring): { stop: () => Promise<void> } => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const turn = async (): Promise<void> => {
    try {
      await once(context, work)
    } catch (error) {
      if (isDatabaseAway(error)) context.log.warn({ job: work.name, reason: (error as Error).message }, 'a job waits for the database')
      else context.log.error({ job: work.name, err: error }, 'a job failed')
    }
    if (isStopped) return
    timer = setTimeout(() => {
      running = turn()
    }, work.everySeconds * 1_000)
  }
  let running = turn()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
