import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDevice, makeOffice, makeUser } from '../../organisation/test-factories.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { hourMs, markHours } from './due.ts'
import { storeHours } from './keep.ts'
import { readHourlySummaries } from './read.ts'
import { summaryJob } from './summary-job.ts'
import { expectedHours } from './test-expected.ts'

const lines: { msg: string; of: string; computed: number; gone: number }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
const made = await createTestContext({ log })
const { context, time, drop } = made
const { db, pool } = context
const morning = new Date('2026-07-21T08:00:00+09:00')
const span = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-08-01T00:00:00Z') }

let office: Awaited<ReturnType<typeof makeOffice>>
let user: Awaited<ReturnType<typeof makeUser>>
let device_id: number

beforeAll(async () => {
  office = await makeOffice(db)
  await pool.query(`select ensure_reading_partition('2026-07-20'), ensure_reading_partition('2026-07-13')`)
})
beforeEach(async () => {
  time.now = new Date('2026-07-21T13:00:00+09:00')
  lines.length = 0
  await db.deleteFrom('summary_due').execute()
  user = await makeUser(db, 'User', office)
  device_id = (await makeDevice(db, 'vital', office.office_id)).device_id
})
afterAll(drop)

/** A reading at so many minutes after eight, as the ingestion leaves it. */
const reading = (minutes: number) => ({
  company_id: office.company_id,
  office_id: office.office_id,
  device_id,
  user_id: user.user_id,
  at: new Date(morning.getTime() + minutes * 60_000),
  received_at: morning,
  heart_rate: 100,
})
const store = (...minutes: number[]) => db.insertInto('reading').values(minutes.map(reading)).execute()
const hourOf = (hours: number) => ({ userId: user.user_id, hour: morning.getTime() + hours * hourMs })
const mark = (...hours: number[]) => markHours(db, office.company_id, hours.map(hourOf))
const stored = () =>
  db.selectFrom('hourly_summary').select(['hour', 'readings']).where('user_id', '=', user.user_id).orderBy('hour').execute()
const due = () => db.selectFrom('summary_due').select('hour').where('user_id', '=', user.user_id).orderBy('hour').execute()
const months = () => db.selectFrom('monthly_summary').selectAll().where('user_id', '=', user.user_id).execute()
const job = () => takeTurn(context, summaryJob)
const read = () => readHourlySummaries(pool, office.company_id, [user.user_id], span)

/** Until somebody in this database waits for a lock. */
const untilBlocked = async () => {
  const blocked = `select a.pid from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`
  for (const end = Date.now() + 60_000; Date.now() < end; await after(5)) {
    const { rows } = await pool.query<{ pid: number }>(blocked)
    if (rows[0] !== undefined) return rows[0].pid
  }
  throw new Error('nobody waits')
}

it('is killed in the middle: what was due is due, what was stored is there, and the next turn computes it', async () => {
  await store(1)
  await mark(0)
  await job()
  await store(2, 61)
  await mark(0, 1)
  const before = [await stored(), await months()]
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table hourly_summary in access share mode')
  await holder.query('lock table alert in access exclusive mode')
  const turn = job().catch((error: Error) => error)
  // Due rows are taken and the summaries of before removed when it comes to the alerts.
  await pool.query('select pg_terminate_backend($1)', [await untilBlocked()])
  expect(await turn).toBeInstanceOf(Error)
  await holder.query('rollback')
  holder.release()
  expect(await due()).toHaveLength(2)
  expect([await stored(), await months()]).toEqual(before)
  await job()
  expect(await due()).toEqual([])
  expect(await stored()).toMatchObject([{ readings: 2 }, { readings: 1 }])
})

it('waits for readings that were taken while the hour ran and are not there yet', async () => {
  await store(1)
  await mark(0)
  await db.insertInto('worker_state').values({ company_id: office.company_id, user_id: user.user_id }).execute()
  const ingestion = await pool.connect()
  await ingestion.query('begin')
  await ingestion.query('select from worker_state s where s.user_id = $1 for update', [user.user_id])
  const turn = job()
  await untilBlocked()
  await ingestion.query(
    'insert into reading (company_id, office_id, device_id, user_id, at, received_at) values ($1, $2, $3, $4, $5, now())',
    [office.company_id, office.office_id, device_id, user.user_id, reading(59).at],
  )
  await ingestion.query('commit')
  ingestion.release()
  await turn
  expect(await stored()).toMatchObject([{ readings: 2 }])
})

it('leaves an hour that late readings are marking, for the next turn', async () => {
  await store(1, 61)
  await mark(0, 1)
  const ingestion = await pool.connect()
  await ingestion.query('begin')
  await ingestion.query('update summary_due d set hour = d.hour where d.user_id = $1 and d.hour = $2', [user.user_id, morning])
  await job()
  expect(await stored()).toMatchObject([{ hour: reading(60).at, readings: 1 }])
  await ingestion.query('commit')
  ingestion.release()
  await job()
  expect(await stored()).toHaveLength(2)
})

it('is done by several processes at once, each hour by one of them', async () => {
  const minutes = Array.from({ length: 5 * 60 }, (_, minute) => minute - 24 * 60)
  await store(...minutes)
  await mark(...Array.from({ length: 5 }, (_, hour) => hour - 24))
  const keep = async () => {
    const client = await pool.connect()
    const hours = Array.from({ length: 5 }, (_, hour) => hourOf(hour - 24))
    return storeHours(client, office.company_id, hours, time.now).finally(() => client.release())
  }
  const results = await Promise.all([keep(), keep(), keep()])
  expect(results.reduce((sum, { computed }) => sum + computed, 0)).toBe(5)
  expect((await stored()).map(({ readings }) => readings)).toEqual([60, 60, 60, 60, 60])
})

it('removes the summary of an hour that has no readings any more', async () => {
  await store(1)
  await mark(0)
  await job()
  expect(await stored()).toHaveLength(1)
  await db.deleteFrom('reading').where('user_id', '=', user.user_id).execute()
  await mark(0)
  expect(await read()).toEqual([])
  await job()
  expect(await stored()).toEqual([])
})

it('works off a backlog of more than one step, of several companies', async () => {
  const other = await makeOffice(db)
  const { rows } = await pool.query<{ user_id: number }>(
    `with people as (
       insert into app_user (role, full_name, furigana, company_id, office_id, deleted_at, login_id)
       select 'User', '人' || n, 'ヒト', x.company_id, x.office_id, now(), 'gone-' || x.office_id || '-' || n
         from generate_series(1, 400) n, unnest($1::int[], $2::int[]) x (company_id, office_id) returning company_id, office_id, user_id
     ), readings as (
       insert into reading (company_id, office_id, device_id, user_id, at, received_at, heart_rate)
       select p.company_id, p.office_id, p.user_id, p.user_id, $3::timestamptz + h * interval '1 hour', now(), 90 from people p, generate_series(0, 2) h
     )
     insert into summary_due (company_id, user_id, hour)
     select p.company_id, p.user_id, $3::timestamptz + h * interval '1 hour' from people p, generate_series(0, 2) h returning user_id`,
    [[office.company_id, other.company_id], [office.office_id, other.office_id], morning],
  )
  expect(rows).toHaveLength(2_400)
  const userIds = [...new Set(rows.map(({ user_id }) => user_id))]
  await job()
  expect(await db.selectFrom('summary_due').selectAll().execute()).toEqual([])
  const all = await db.selectFrom('hourly_summary').selectAll().where('user_id', 'in', userIds).orderBy('user_id').orderBy('hour').execute()
  expect(all.map(({ company_id: _, ...row }) => row)).toEqual(await expectedHours(pool, userIds))
})

describe('stored hours that another rule concerns', () => {
  const recount = (...hours: number[]) =>
    db
      .insertInto('summary_recount')
      .values(hours.map((hour) => ({ company_id: office.company_id, user_id: user.user_id, hour: new Date(hourOf(hour).hour) })))
      .execute()
  const counted = async () => (await read()).map((hour) => hour.connected_minutes)

  it('are read as they are stored, and counted again by the job, which says how far it is', async () => {
    await db
      .insertInto('reading')
      .values([1, 11, 21, 61, 71].map((minutes) => ({ ...reading(minutes), interval_minutes: 10 })))
      .execute()
    await mark(0, 1)
    await job()
    expect(await counted()).toEqual([21, 11])
    await db.updateTable('hourly_summary').set({ connected_minutes: 3 }).where('user_id', '=', user.user_id).execute()
    await recount(0, 1)
    expect(await counted()).toEqual([3, 3])
    expect(await due()).toEqual([])
    lines.length = 0
    await job()
    expect(await counted()).toEqual([21, 11])
    expect(await db.selectFrom('summary_recount').selectAll().execute()).toEqual([])
    expect(lines).toMatchObject([
      { msg: 'stored hours are being counted again', recounted: 0, remaining: 2 },
      { msg: 'stored hours have been counted again', recounted: 2 },
    ])
  })

  it('are counted once where a late reading made one of them due meanwhile', async () => {
    await store(1)
    await recount(0)
    await mark(0)
    expect(await counted()).toEqual([1])
    await job()
    expect([await counted(), await due()]).toEqual([[1], []])
  })
})

describe('past the retention', () => {
  it('summaries stay as they are, whatever is due there, and the log says so', async () => {
    const weekBefore = -7 * 24
    await store(weekBefore * 60)
    await mark(weekBefore)
    await job()
    await pool.query('drop table reading_20260713')
    await mark(weekBefore, 0)
    await store(1)
    expect(await read()).toMatchObject([{ readings: 1 }, { readings: 1 }])
    await job()
    expect(await stored()).toMatchObject([{ readings: 1 }, { readings: 1 }])
    expect(await due()).toEqual([])
    expect(lines).toMatchObject([{ of: 'hours', computed: 1, gone: 1 }])
  })
})
