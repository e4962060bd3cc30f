import { randomUUID } from 'node:crypto'
import type { AlertLoad, SafetySummary } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { version } from '../../../platform/version.ts'
import { markHours } from '../../../shared/monitoring/summaries/due.ts'
import { takeMonths } from '../../../shared/monitoring/summaries/keep-months.ts'
import { summaryJob } from '../../../shared/monitoring/summaries/summary-job.ts'
import { makeHour } from '../../../shared/monitoring/summaries/test-hours.ts'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { readSafetyFigures } from './figures.ts'
import { july, plantReadings } from './test-month.ts'

const product = await startTestApp()
const { context } = product
const { db, pool } = context
const { office, sibling, group, otherGroup, people } = await makeTenants(db)
const newcomer = await makeUser(db, 'User', { ...office, group_id: group.group_id })
const crew = [people.worker, people.neighbour, people.sibling, newcomer]
const { company_id } = office
const site = { companyId: company_id, officeId: office.office_id }

/** Numbers below 1 that are the same in every run (Park and Miller). */
let state = 20_261_129
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
const below = (bound: number) => Math.floor(random() * bound)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item

beforeEach(() => {
  product.time.now = july(41)
})

/** Some hours of somebody in July or beside it, at one of two sites, in a group that may be another one in each hour. */
const someHours = () => {
  const { user_id } = oneOf(crew)
  const office_id = random() < 0.8 ? office.office_id : sibling.office_id
  const first = july(below(34), `${String(below(24)).padStart(2, '0')}:00`).getTime()
  const wbgt = 25 + below(9)
  return Array.from({ length: 1 + below(9) }, (_, hour) => {
    const group_id = oneOf([group.group_id, group.group_id, otherGroup.group_id, null])
    return Array.from({ length: 12 }, (__, step) => ({
      device_id: 1_000_000 + user_id,
      user_id,
      office_id,
      group_id: office_id === office.office_id ? group_id : null,
      at: new Date(first + hour * 3_600_000 + step * 300_000),
      heart_rate: random() < 0.5 ? 100 : null,
      wbgt: random() < 0.9 ? wbgt : null,
      excess: random() < 0.9 ? wbgt - 29 + below(10) / 10 : null,
    }))
  }).flat()
}

const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000) * 3_600_000

/** What came again is left out: people wear one tag. */
const plant = async () => {
  const readings = someHours()
  const { rows } = await pool.query<{ device_id: number; at: Date }>('select r.device_id, r.at from reading r')
  const known = new Set(rows.map(({ device_id, at }) => `${device_id}/${at.getTime()}`))
  const fresh = readings.filter(({ device_id, at }) => !known.has(`${device_id}/${at.getTime()}`))
  if (fresh.length > 0) await plantReadings(context, office, fresh)
}

/** Readings that are moved to another site, wearer or group, or taken away, as corrections do, and hours that follow or are due. */
const correct = async () => {
  const { rows } = await pool.query<{ user_id: number; at: Date }>('select r.user_id, r.at from reading r order by r.user_id, r.at')
  const from = oneOf(rows)
  const other = oneOf(crew).user_id
  const bounds = [company_id, from.user_id, from.at, new Date(from.at.getTime() + below(5) * 3_600_000)]
  const where = 'where company_id = $1 and user_id = $2 and at >= $3 and at <= $4'
  const changes = [
    () => pool.query(`delete from reading ${where}`, bounds),
    () => pool.query(`update reading set office_id = $5, group_id = null ${where}`, [...bounds, sibling.office_id]),
    () => pool.query(`update reading set group_id = $5 ${where}`, [...bounds, otherGroup.group_id]),
    () => pool.query(`update reading set user_id = $5 ${where}`, [...bounds, other]),
    () => pool.query(`update reading set excess = excess + 1, wbgt = wbgt + 1 ${where}`, bounds),
  ]
  await oneOf(changes)()
  const hours = Array.from({ length: 9 }, (_, hour) => hourOf(from.at) + (hour - 2) * 3_600_000)
  await markHours(
    db,
    company_id,
    [from.user_id, other].flatMap((userId) => hours.map((hour) => ({ userId, hour }))),
  )
  if (random() < 0.6) await takeTurn(context, summaryJob)
}

type Hour = {
  user_id: number
  office_id: number
  day: string
  group_id: number
  readings: number
  heart_rate_count: number
  heat: number
  quarters: number
}

/** What the months and groups should say, added up hour by hour. */
const expectedSums = async () => {
  const { rows } = await pool.query<Hour>(`
    select h.user_id, h.office_id, to_char(h.hour at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, coalesce(h.group_id, 0) as group_id, h.readings,
           h.heart_rate_count, coalesce(h.heat_minutes, 0) as heat,
           case when h.excess_sum > 0 and h.excess_count > 0 then h.connected_minutes * least(4, ceil(round((h.excess_sum / h.excess_count)::numeric, 6))) else 0 end::int as quarters
      from hourly_summary h`)
  const months = Map.groupBy(rows, ({ user_id, office_id, day }) => `${day.slice(0, 7)}-01/${office_id}/${user_id}`)
  const daysWith = (own: readonly Hour[], holds: (ofDay: readonly Hour[]) => boolean) =>
    [...Map.groupBy(own, ({ day }) => day)].flatMap(([day, ofDay]) => (holds(ofDay) ? Number(day.slice(8)) : [])).toSorted((a, b) => a - b)
  const heatOf = (own: readonly Hour[]) => own.reduce((sum, { heat }) => sum + heat, 0)
  const sums = [...months].map(([key, own]) => ({
    key,
    hours: daysWith(own, () => true),
    readings: daysWith(own, (ofDay) => ofDay.some(({ readings }) => readings > 0)),
    heart: daysWith(own, (ofDay) => ofDay.some(({ heart_rate_count: count }) => count > 0)),
    heat: daysWith(own, (ofDay) => heatOf(ofDay) > 0),
    long: daysWith(own, (ofDay) => heatOf(ofDay) > 240),
    minutes: heatOf(own),
  }))
  const groups = [...Map.groupBy(rows, ({ office_id, day, group_id }) => `${day}/${office_id}/${group_id}`)]
    .map(([key, own]) => [key, own.reduce((sum, { quarters }) => sum + quarters, 0)] as const)
    .filter(([, quarters]) => quarters !== 0)
  return { sums: sums.toSorted((a, b) => (a.key < b.key ? -1 : 1)), groups: new Map(groups) }
}

const daysOf = (bits: number) => Array.from({ length: 31 }, (_, day) => day + 1).filter((day) => (bits & (1 << (day - 1))) !== 0)

const storedSums = async () => {
  const months = await db.selectFrom('monthly_summary').selectAll().where('hour_days', '<>', 0).execute()
  const groups = await db.selectFrom('group_rest_day').selectAll().where('rest_quarters', '<>', 0).execute()
  const sums = months.map((own) => ({
    key: `${own.month}/${own.office_id}/${own.user_id}`,
    hours: daysOf(own.hour_days),
    readings: daysOf(own.reading_days),
    heart: daysOf(own.heart_days),
    heat: daysOf(own.heat_days),
    long: daysOf(own.long_days),
    minutes: own.heat_minutes,
  }))
  return {
    sums: sums.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    groups: new Map(groups.map((own) => [`${own.day}/${own.office_id}/${own.group_id}`, own.rest_quarters])),
  }
}

/** What people are shown of these sums. */
const answers = async () => {
  const ask = async (who: { user_id: number }, url: string) => {
    const { status, body } = await product.askAs(who, 'GET', url)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const summaries = await Promise.all(
    [
      `officeId=${office.office_id}&month=2026-07`,
      `officeId=${office.office_id}&month=2026-08`,
      `officeId=${sibling.office_id}&month=2026-07`,
    ].map((query) => ask(people.contract, `/api/Report/Summary?${query}`)),
  )
  const {
    workedDays,
    personDays,
    people: count,
    crew: load,
  } = (await ask(people.base, `/api/AlertLoad?OfficeId=${office.office_id}&from=2026-07-03&to=2026-08-01`)) as AlertLoad
  const days = [3, 1, 20].map((first, index) => ({ from: july(first, '00:00'), to: july(first + [1, 12, 14][index]!, '00:00') }))
  const figures = await Promise.all(days.map((span) => readSafetyFigures(context, site, span)))
  const shown = (summaries as SafetySummary[]).map(({ people: there, exposure, rests, previous }) => ({ there, exposure, rests, previous }))
  return {
    shown,
    load: { workedDays, personDays, count, load },
    figures: figures.map(({ people: there, exposure }) => ({ there, exposure })),
  }
}

const byHours = async () => {
  await db.insertInto('monthly_due').values({ company_id, user_id: people.base.user_id }).execute()
  const found = await answers()
  await db.deleteFrom('monthly_due').execute()
  return found
}

it('equal what their hours come to, and show the same, whatever is planted, comes late, moves, is corrected or due', async () => {
  let dueHours = 0
  for (let turn = 0; turn < 40; turn++) {
    await plant()
    if (turn > 4) await correct()
    if (turn === 25)
      await db
        .updateTable('app_user')
        .set({ consent_withdrawn_at: july(30) })
        .where('user_id', '=', newcomer.user_id)
        .execute()
    expect(await storedSums()).toEqual(await expectedSums())
    if (turn % 4 !== 3) continue
    dueHours += (await db.selectFrom('summary_due').select('hour').execute()).length
    expect(await answers()).toEqual(await byHours())
  }
  expect(dueHours).toBeGreaterThan(0)
  const { sums, groups } = await storedSums()
  expect(sums.length).toBeGreaterThan(8)
  expect(groups.size).toBeGreaterThan(20)
  expect(sums.some(({ long }) => long.length > 0)).toBe(true)
  const last = await answers()
  expect(last.shown[0]?.rests.groups.length).toBeGreaterThan(0)
  expect(last.figures.every(({ exposure }) => exposure.minutes > 0)).toBe(true)
}, 300_000)

/** A process of the product that has reported itself. */
const reportProcess = async (release: string, values: { heardAt: Date; aheadMs?: number }) => {
  const { heardAt, aheadMs = 0 } = values
  await sql`insert into server_process (process_id, host, pid, version, roles, started_at, heard_at, clock_ahead_ms, facts)
            values (${randomUUID()}, 'site', 1, ${release}, '{}', ${heardAt}, ${heardAt}, ${aheadMs}, '{}')`.execute(db)
}

const minutesAgo = (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000)

it('are made of hours that were stored before, each person once, after the last process of the former release has ended', async () => {
  await takeTurn(context, summaryJob)
  const before = await storedSums()
  // The former release stores hours without sums: what is there may be of any time.
  await db
    .updateTable('group_rest_day')
    .set({ rest_quarters: sql<number>`rest_quarters + 1` })
    .execute()
  await db
    .insertInto('monthly_wait')
    .values({ since: minutesAgo(3) })
    .execute()
  await reportProcess(version, { heardAt: minutesAgo(0) })
  await reportProcess('0.0.1', { heardAt: minutesAgo(61), aheadMs: -3_600_000 })
  await takeTurn(context, summaryJob)
  expect(await db.selectFrom('monthly_wait').selectAll().execute()).toHaveLength(1)
  // Hours that are stored meanwhile are added with the others of their people, those of somebody new as well.
  const second = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  await makeHour(db, second, '2026-07-05', 9)
  await plant()
  const shown = await answers()
  await sql`update server_process set stopped_at = heard_at where version = '0.0.1'`.execute(db)
  await takeTurn(context, summaryJob)
  expect(await db.selectFrom('monthly_wait').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('monthly_due').selectAll().execute()).toEqual([])
  expect(await storedSums()).toEqual(await expectedSums())
  expect((await storedSums()).sums.length).toBeGreaterThan(before.sums.length)
  expect(await answers()).toEqual(shown)
})

it.each([
  { title: 'begin beside another release that has not been heard for an hour', waited: 3, heard: 62, begin: true },
  { title: 'wait for another release that was heard since', waited: 3, heard: 58, begin: false },
  { title: 'wait two minutes for a process that has not reported itself yet', waited: 1, heard: 62, begin: false },
])('$title', async ({ waited, heard, begin }) => {
  await sql`truncate server_process, monthly_wait`.execute(db)
  await db
    .insertInto('monthly_wait')
    .values({ since: minutesAgo(waited) })
    .execute()
  await reportProcess(version, { heardAt: minutesAgo(0) })
  await reportProcess('0.0.1', { heardAt: minutesAgo(heard) })
  await takeTurn(context, summaryJob)
  expect(await db.selectFrom('monthly_wait').selectAll().execute()).toHaveLength(begin ? 0 : 1)
})

it('are added to by one transaction of a company at a time', async () => {
  await sql`truncate server_process, monthly_wait`.execute(db)
  await plant()
  await markHours(db, company_id, [{ userId: people.worker.user_id, hour: hourOf(july(3)) }])
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query(takeMonths, [company_id])
  const turn = takeTurn(context, summaryJob)
  const waiting = async () => (await pool.query(`select from pg_locks l where l.locktype = 'advisory' and not l.granted`)).rows.length
  await expect.poll(waiting).toBe(1)
  await holder.query('rollback')
  holder.release()
  await turn
  expect(await storedSums()).toEqual(await expectedSums())
})
