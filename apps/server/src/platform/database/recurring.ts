import { setTimeout as after } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Pool, PoolClient } from 'pg'
import type { Context } from '../context.ts'
import type { JobRuns } from './job-runs.ts'
import { isDatabaseAway } from './database-away.ts'
import { reasonOf } from '../errors.ts'

/** A turn that lasts as long as there is something to do, as its job sees it. */
export type LastingTurn = {
  /** To be called each time that a piece is done: without it a job that works hard looks like one that hangs. */
  readonly noteProgress: () => void
  /**
   * Resolves when the job is woken, or after so many ms. To be called before looking for work: what is announced during the look is
   * not missed.
   */
  readonly untilWoken: (ms: number) => Promise<void>
}

/** A turn of its own, which nothing wakes. */
export const singleTurn: LastingTurn = { noteProgress: () => undefined, untilWoken: async (ms) => after(ms) }

/** Work that exactly one process does at a time, again and again. */
export type Recurring = {
  /** Names the advisory lock, so it must differ from every other's. */
  readonly name: string
  readonly everySeconds: number
  /**
   * What holds the lock: a transaction by default, so that the work is done whole or not at all. A session for work
   * that waits for an outside server or does several things one by one: a transaction must not stay open that long, and
   * the work opens its own.
   */
  readonly lockedBy?: 'transaction' | 'session'
  /**
   * @param stopping aborts once the process stops, for work that waits for somebody outside
   * @param lasting for a turn that lasts as long as there is something to do
   */
  readonly run: (context: Context, client: PoolClient, stopping: AbortSignal, lasting?: LastingTurn) => Promise<void>
}

/** Does the work in a transaction of the client: all of it, or nothing where it throws. */
export const inTransaction = async <Answer>(client: PoolClient, work: () => Promise<Answer>): Promise<Answer> => {
  await client.query('begin')
  try {
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    // Where the rollback fails too, the session is lost and its next query says so; the first error holds the reason.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

type Turn = (client: PoolClient) => Promise<void>

const underTransactionLock =
  (name: string, turn: Turn): Turn =>
  (client) =>
    inTransaction(client, async () => {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [name])
      if (rows[0]?.mine === true) await turn(client)
    })

const underSessionLock =
  (name: string, turn: Turn): Turn =>
  async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [name])
    if (rows[0]?.mine !== true) return
    await turn(client)
    await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  }

const limits = new WeakMap<Pool, LimitFunction>()

/**
 * Jobs hold at most half of a pool's connections. Each needs a second one for its statements: were all connections held,
 * every job and every call would wait until the pool gives up after 5 s. Those that came first take their turn first.
 */
const limitOf = (pool: Pool): LimitFunction => {
  const limit = limits.get(pool) ?? pLimit(Math.max(1, Math.floor(pool.options.max / 2)))
  limits.set(pool, limit)
  return limit
}

/** One turn of the work, unless another process is doing it. */
export const takeTurn = async (
  context: Context,
  { name, lockedBy, run }: Recurring,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> => {
  const turn: Turn = (client) => run(context, client, stopping)
  const locked = lockedBy === 'session' ? underSessionLock(name, turn) : underTransactionLock(name, turn)
  await limitOf(context.pool)(async () => {
    const client = await context.pool.connect()
    try {
      await locked(client)
      client.release()
    } catch (error) {
      // Closing the session ends its lock and transaction, whatever their state.
      client.release(true)
      throw error
    }
  })
}

type Running = { readonly stop: () => Promise<void>; readonly wake: () => void }

/**
 * Runs the work at its interval, first at once, until stopped; a turn is skipped while another process does the work. A
 * failure is logged and the next turn tries again. Stopping waits for a turn under way. Waking takes the next turn at once, or after the
 * one under way, which may have begun too early to see what there is to do; however often it is woken meanwhile, one turn does it all.
 * @param runs where its turns are noted
 */
export const startRecurring = (context: Context, work: Recurring, runs?: Pick<JobRuns, 'begin'>): Running => {
  const stopping = new AbortController()
  const sleepers = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  const untilWoken = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wakeUp = () => {
      clearTimeout(alarm)
      sleepers.delete(wakeUp)
      resolve()
    }
    const alarm = setTimeout(wakeUp, ms)
    alarm.unref()
    sleepers.add(wakeUp)
    return promise
  }
  const turn = async (): Promise<void> => {
    timer = undefined
    isWoken = false
    let end: ReturnType<JobRuns['begin']> | undefined
    const noteProgress = () => {
      end?.()
      end = runs?.begin(work)
    }
    const noted: Recurring = {
      ...work,
      run: (given, client, signal) => {
        end = runs?.begin(work)
        return work.run(given, client, signal, { noteProgress, untilWoken })
      },
    }
    try {
      await takeTurn(context, noted, stopping.signal)
      end?.()
    } catch (error) {
      end?.(error)
      if (isDatabaseAway(error)) context.log.warn({ job: work.name, reason: reasonOf(error) }, 'a job waits for the database')
      else context.log.error({ job: work.name, err: error }, 'a job failed')
    }
    if (stopping.signal.aborted) return
    if (isWoken) takeNext()
    else timer = setTimeout(takeNext, work.everySeconds * 1_000)
  }
  const takeNext = () => {
    running = turn()
  }
  let running = turn()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
    wake: () => {
      for (const wakeUp of sleepers) wakeUp()
      if (isWoken || stopping.signal.aborted) return
      isWoken = true
      if (timer === undefined) return
      clearTimeout(timer)
      takeNext()
    },
  }
}
