import { dayMs } from '@mimamori/contract/day'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../platform/database/database.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { createTestContext, testConfig } from '../../platform/test-context.ts'
import { makeDevice, makeOffice } from '../../shared/organisation/test-factories.ts'
import { ensurePartitions, partitionJob } from './partitions.ts'
import { createReceiver } from './receive.ts'

const now = new Date('2026-07-20T13:00:00+09:00') // a Monday, 04:00 UTC

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
beforeEach(async () => {
  made.time.now = now
  const { rows } = await made.context.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass`,
  )
  for (const { name } of rows) await made.context.pool.query(`drop table ${name}`)
})
afterAll(() => made.drop())

const partitions = async () => {
  const { rows } = await made.context.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass order by 1`,
  )
  return rows.map(({ name }) => name.slice('reading_'.length))
}
const make = (...days: string[]) =>
  made.context.pool.query('select ensure_reading_partition(day::timestamptz) from unnest($1::text[]) as wanted (day)', [days])
const run = (retentionDays = 400) => takeTurn({ ...made.context, config: testConfig({ retentionDays }) }, partitionJob)

describe('a week’s partition', () => {
  it('begins on Monday at 00:00 UTC and ends before the next', async () => {
    await make(
      '2026-07-19T23:59:59.999Z',
      '2026-07-20T00:00:00Z',
      '2026-07-26T23:59:59.999Z',
      '2026-07-27T00:00:00Z',
      '2026-07-20T08:59:59+09:00',
    )
    expect(await partitions()).toEqual(['20260713', '20260720', '20260727'])
    const { company_id, office_id } = await makeOffice(made.context.db)
    const { device_id } = await makeDevice(made.context.db, 'gateway', office_id)
    const times = ['2026-07-19T23:59:59.999Z', '2026-07-20T00:00:00Z', '2026-07-26T23:59:59.999Z', '2026-07-27T00:00:00Z']
    const { rows } = await made.context.pool.query<{ home: string }>(
      `insert into reading (company_id, office_id, device_id, at, received_at)
       select $1, $2, $3, t::timestamptz, now() from unnest($4::text[]) as t returning tableoid::regclass::text as home`,
      [company_id, office_id, device_id, times],
    )
    expect(rows.map(({ home }) => home)).toEqual(['reading_20260713', 'reading_20260720', 'reading_20260720', 'reading_20260727'])
  })

  it('has the keys and indexes of the whole', async () => {
    await make('2026-07-20T00:00:00Z')
    const { rows } = await made.context.pool.query<{ definition: string }>(
      `select x.indexdef as definition from pg_indexes x join pg_class c on c.relname = x.indexname where x.tablename = 'reading_20260720' and c.relispartition order by 1`,
    )
    expect(rows.map(({ definition }) => definition.replace(/^.* USING /, ''))).toEqual([
      'btree (company_id, device_id, device_at) WHERE (device_at IS NOT NULL)',
      'btree (company_id, user_id, at) WHERE (user_id IS NOT NULL)',
      'btree (company_id, device_id, at, call)',
    ])
    await expect(
      made.context.pool.query(
        `insert into reading (company_id, device_id, at, office_id, received_at, wbgt_source) values (1, 1, '2026-07-20', 1, now(), 'guessed')`,
      ),
    ).rejects.toThrow('check constraint')
  })

  it('is made once by many at a time, whatever the sessions’ time zones', async () => {
    const other = connectDatabase({ url: made.url, log: pino({ level: 'silent' }) })
    const days = Array.from({ length: 60 }, (_, n) => now.getTime() - (n % 6) * 7 * dayMs)
    await Promise.all([
      ...days.map((at) => ensurePartitions({ pool: other.pool }, [at])),
      ...days.map((at) =>
        made.context.pool.query(`select set_config('TimeZone', 'Asia/Tokyo', true), ensure_reading_partition($1)`, [new Date(at)]),
      ),
    ])
    expect(await partitions()).toEqual(['20260615', '20260622', '20260629', '20260706', '20260713', '20260720'])
    await other.close()
  })

  it('is made for a reading of 300 days ago, which is taken', async () => {
    const { company_id, office_id } = await makeOffice(made.context.db)
    const gateway = await makeDevice(made.context.db, 'gateway', office_id)
    const { receive } = createReceiver({ ...made.context, pool: connect().pool })
    const at = new Date(now.getTime() - 300 * dayMs).toISOString()
    expect(
      await receive({ keyId: 'k', companyId: company_id, officeId: office_id }, [{ kind: 'gateway', device: gateway.serial, at }]),
    ).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      warnings: [],
    })
    expect(await partitions()).toEqual(['20250922'])
  })

  it('is made while somebody reads them all, and holds nobody up', async () => {
    await make('2026-07-20T00:00:00Z')
    const release = await readAll()
    await make('2026-07-27T00:00:00Z')
    expect(await partitions()).toEqual(['20260720', '20260727'])
    await release()
  })
})

describe('the job', () => {
  it('makes this week’s and the next three', async () => {
    await run()
    expect(await partitions()).toEqual(['20260720', '20260727', '20260803', '20260810'])
    await run()
    expect(await partitions()).toHaveLength(4)
  })

  // Three days before Monday, 04:00 UTC: the oldest reading still kept is of Friday the 17th, in the week of the 13th.
  it.each([
    [3, '2026-07-20T04:00:00Z', ['20260713', '20260720']],
    [7, '2026-07-20T04:00:00Z', ['20260713', '20260720']],
    [8, '2026-07-20T04:00:00Z', ['20260706', '20260713', '20260720']],
    [7, '2026-07-19T23:59:59Z', ['20260706', '20260713']],
    [7, '2026-07-20T00:00:00Z', ['20260713', '20260720']],
    [1, '2026-07-20T16:00:00Z', ['20260713', '20260720']],
    [1, '2026-07-21T00:00:00Z', ['20260720']],
  ])('with %i days of retention at %s keeps of the past %s', async (days, instant, expected) => {
    made.time.now = new Date(instant)
    await make('2026-06-29T00:00:00Z', '2026-07-06T00:00:00Z', '2026-07-13T00:00:00Z')
    await run(days)
    expect((await partitions()).filter((name) => name <= '20260720' && name <= instant.slice(0, 10).replaceAll('-', ''))).toEqual(expected)
  })

  it('gives way to a reader of what it would drop, so that ingestion continues, and drops it in a later turn', async () => {
    await run()
    await make('2025-01-06T00:00:00Z', '2025-01-13T00:00:00Z')
    const release = await readAll()
    const { company_id, office_id } = await makeOffice(made.context.db)
    const gateway = await makeDevice(made.context.db, 'gateway', office_id)
    const { receive } = createReceiver(made.context)
    const running = run()
    await expect.poll(async () => (await made.context.pool.query(waitingForLocks)).rowCount, { interval: 10 }).toBe(1)
    const taken = await receive({ keyId: 'k', companyId: company_id, officeId: office_id }, [
      { kind: 'gateway', device: gateway.serial, at: now.toISOString() },
    ])
    expect(taken.accepted).toBe(1)
    await running
    expect((await partitions()).slice(0, 2)).toEqual(['20250106', '20250113'])
    await release()
    await run()
    expect((await partitions())[0]).toBe('20260720')
  })
})

// A pool of its own knows of no partitions yet.
const pools: { close: () => Promise<void> }[] = []
const connect = () => {
  const connection = connectDatabase({ url: made.url, log: pino({ level: 'silent' }) })
  pools.push(connection)
  return connection
}
afterEach(() => Promise.all(pools.splice(0).map(({ close }) => close())))

/** Reads the table in a transaction that stays open, as a backup does. */
const readAll = async () => {
  const reader = await connect().pool.connect()
  await reader.query('begin')
  await reader.query('lock table reading in access share mode')
  return async () => {
    await reader.query('commit')
    reader.release()
  }
}
