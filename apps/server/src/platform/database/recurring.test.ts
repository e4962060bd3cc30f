import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../context.ts'
import { connectDatabase } from './database.ts'
import { type LastingTurn, type Recurring, startRecurring } from './recurring.ts'
import { createTestContext } from '../test-context.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let context: Context
const lines: { level: number; job: string; msg: string; err?: { message: string } }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  made = await createTestContext()
  context = { ...made.context, log }
  await made.context.pool.query('create table turn (turn_id integer generated always as identity, note text)')
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await made.context.pool.query('delete from turn')
  lines.length = 0
})
afterAll(() => made.drop())

const start = (work: Omit<Recurring, 'name'> & { name?: string }, over: Context = context) => {
  const running = startRecurring(over, { name: 'sample', ...work })
  started.push(running)
  return running
}
const until = async (holds: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 60_000; !(await holds()); await after(5)) if (Date.now() > end) throw new Error('it did not come to pass')
}
const locksHeld = async () => {
  const { rows } = await made.context.pool.query<{ held: number }>(
    `select count(*)::int as held from pg_locks l where l.locktype = 'advisory' and l.database = (select d.oid from pg_database d where d.datname = current_database())`,
  )
  return rows[0]?.held
}

it('notes the progress of a turn that lasts, so that it does not look like one that hangs', async () => {
  const noted: string[] = []
  const runs = {
    begin: () => {
      noted.push('begin')
      return () => void noted.push('end')
    },
  }
  const { stop } = startRecurring(
    context,
    {
      name: 'lasting',
      everySeconds: 60,
      lockedBy: 'session',
      run: async (_, __, stopping, lasting) => {
        lasting?.noteProgress()
        if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      },
    },
    runs,
  )
  await until(() => noted.length >= 3)
  expect(noted).toEqual(['begin', 'end', 'begin'])
  await stop()
  expect(noted).toEqual(['begin', 'end', 'begin', 'end'])
})

describe.each(['transaction', 'session'] as const)('work under the lock of a %s', (lockedBy) => {
  it('begins at once, comes round, and ends with the turn under way', async () => {
    let [turns, isAtIt] = [0, false]
    const { stop } = start({
      lockedBy,
      everySeconds: 0.02,
      run: async () => {
        isAtIt = true
        turns++
        await after(30)
        isAtIt = false
      },
    })
    await until(() => turns >= 3)
    await until(() => isAtIt)
    await stop()
    expect(isAtIt).toBe(false)
    const before = turns
    await after(80)
    expect(turns).toBe(before)
    expect(await locksHeld()).toBe(0)
  })

  it('is done by one process at a time', async () => {
    const other = connectDatabase({ url: made.url, log: pino({ level: 'silent' }) })
    let [runTogether, most, turns] = [0, 0, 0]
    const work: Omit<Recurring, 'name'> = {
      lockedBy,
      everySeconds: 0.005,
      run: async () => {
        most = Math.max(most, ++runTogether)
        turns++
        await after(10)
        runTogether--
      },
    }
    const both = [start(work), start(work, { ...context, pool: other.pool, db: other.db })]
    await until(() => turns >= 10)
    await Promise.all(both.map(({ stop }) => stop()))
    expect(most).toBe(1)
    await other.close()
  })

  it('does not keep other work waiting', async () => {
    const met = new Set<string>()
    const runTogether = async (name: string) => {
      met.add(name)
      await until(() => met.size === 2)
    }
    const both = ['one', 'two'].map((name) => start({ lockedBy, name, everySeconds: 60, run: () => runTogether(name) }))
    await until(() => met.size === 2)
    await Promise.all(both.map(({ stop }) => stop()))
  })

  it('is logged where it fails, and tried again, with nothing left locked', async () => {
    let turns = 0
    const { stop } = start({
      lockedBy,
      everySeconds: 0.01,
      run: async (_, client) => {
        if (++turns < 3) await client.query('select 1 / 0')
      },
    })
    await until(() => turns >= 4)
    await stop()
    await until(async () => (await locksHeld()) === 0)
    expect(lines).toMatchObject([
      { level: 50, job: 'sample', msg: 'a job failed', err: { message: 'division by zero' } },
      { level: 50, job: 'sample', msg: 'a job failed' },
    ])
  })

  it('waits for a database that is away, without calling it a failure of the job', async () => {
    const away = connectDatabase({ url: 'postgres://u:p@127.0.0.1:1/x', log: pino({ level: 'silent' }) })
    start({ lockedBy, everySeconds: 0.01, run: async () => undefined }, { ...context, pool: away.pool, db: away.db })
    await until(() => lines.length >= 2)
    expect(lines[0]).toMatchObject({ level: 40, msg: 'a job waits for the database' })
    await Promise.all(started.splice(0).map(({ stop }) => stop()))
    await away.close()
  })

  it('hears at once that the process stops', async () => {
    let [isAtIt, heard] = [false, false]
    const { stop } = start({
      lockedBy,
      everySeconds: 60,
      run: (_, __, stopping) =>
        new Promise((resolve) => {
          isAtIt = true
          stopping.addEventListener('abort', () => {
            heard = true
            resolve()
          })
        }),
    })
    await until(() => isAtIt)
    await stop()
    expect(heard).toBe(true)
  })
})

const notes = async () =>
  (await made.context.pool.query<{ note: string }>('select t.note from turn t order by t.turn_id')).rows.map(({ note }) => note)

const writeAndFail = (lockedBy: 'transaction' | 'session'): Omit<Recurring, 'name'> => ({
  lockedBy,
  everySeconds: 60,
  run: async (_, client) => {
    await client.query(`insert into turn (note) values ('first')`)
    throw new Error('then it went wrong')
  },
})

it('a transaction is done whole or not at all', async () => {
  start(writeAndFail('transaction'))
  await until(() => lines.length === 1)
  expect(await notes()).toEqual([])
})

it('under a session’s lock each write is committed by itself, and no transaction is open meanwhile', async () => {
  start(writeAndFail('session'))
  await until(() => lines.length === 1)
  expect(await notes()).toEqual(['first'])
  let open: number | undefined
  start({
    lockedBy: 'session',
    name: 'other',
    everySeconds: 60,
    run: async (_, client) => {
      const {
        rows: [mine],
      } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const { rows } = await made.context.pool.query<{ open: number }>(
        'select count(*)::int as open from pg_stat_activity s where s.pid = $1 and s.xact_start is not null',
        [mine?.pid],
      )
      open = rows[0]?.open
    },
  })
  await until(() => open !== undefined)
  expect(open).toBe(0)
})

describe('waking', () => {
  // No timer comes to its end by itself.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** A job that has had its first turn, with how many it has begun and ended. */
  const startWoken = async (during: (begun: number, lasting: LastingTurn | undefined) => unknown) => {
    const turns = { begun: 0, ended: 0 }
    const work: Recurring = {
      name: 'woken',
      everySeconds: 60,
      lockedBy: 'session',
      run: async (_, __, ___, lasting) => void (await during((turns.begun += 1), lasting)),
    }
    const running = startRecurring(context, work, { begin: () => () => void (turns.ended += 1) })
    started.push(running)
    await expect.poll(() => turns.ended).toBe(1)
    return { turns, wake: running.wake }
  }

  it('takes the next turn at once, and for a flood of calls during a turn one after it', async () => {
    const finish = Promise.withResolvers<void>()
    const { turns, wake } = await startWoken((begun) => (begun === 2 ? finish.promise : undefined))
    wake()
    await expect.poll(() => turns.begun).toBe(2)
    for (let call = 0; call < 100; call += 1) wake()
    finish.resolve()
    await expect.poll(() => turns.ended).toBe(3)
    vi.advanceTimersByTime(59_999)
    expect(turns.begun).toBe(3)
  })

  it('ends what a lasting turn waits for', async () => {
    let looks = 0
    const { wake } = await startWoken(async (begun, lasting) => {
      for (; begun === 2 && looks < 3; looks += 1) await lasting?.untilWoken(1_000)
    })
    wake()
    await expect
      .poll(() => {
        wake()
        return looks
      })
      .toBe(3)
  })
})

it('leaves half of the connections to others, however many jobs begin at once, and to what the jobs themselves ask besides', async () => {
  const small = connectDatabase({ url: made.url, log: pino({ level: 'silent' }), max: 4 })
  const over = { ...context, pool: small.pool, db: small.db }
  let done = 0
  for (let job = 0; job < 12; job++) {
    start(
      {
        lockedBy: 'session',
        name: `job ${job}`,
        everySeconds: 60,
        run: async () => {
          await small.pool.query('select pg_sleep(0.02)')
          done++
        },
      },
      over,
    )
  }
  await until(() => done === 12)
  expect(lines).toEqual([])
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  await small.close()
})
