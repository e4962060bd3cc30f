import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { deviceAlarmJob } from '../src/features/alerts/device-alarms/device-alarm-jobs.ts'
import { findDueAlarms, openDueAlarm } from '../src/features/alerts/episodes/device-alarms.ts'
import { deleteDevices } from '../src/features/device/leave.ts'
import { waitingForLocks } from '../src/platform/database/test-database.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { createTestApp } from '../src/test-app.ts'

const noon = new Date('2026-07-20T12:00:00+09:00')
const { context, app, time, askAs, close } = await createTestApp()
const { db } = context
let office: Awaited<ReturnType<typeof makeOffice>>
let bearer: string
let base: { user_id: number }

beforeAll(async () => {
  office = await makeOffice(db)
  bearer = (await makeIngestKey(db, office.office_id)).bearer
  base = await makeUser(db, 'HeadquartersAdmin', office)
})
beforeEach(() => {
  time.now = noon
})
afterAll(close)

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

const send = async (...readings: object[]) => {
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ rejected: [] })
}

/** It is so many seconds after noon, and the job has its turn. */
const wait = async (second: number) => {
  time.now = at(second)
  await takeTurn(context, deviceAlarmJob)
}

/** Until a session waits for a lock. */
const somebodyWaits = () => vi.waitFor(async () => expect((await context.pool.query(waitingForLocks)).rowCount).toBeGreaterThan(0), 60_000)

const wearer = async (kind: 'vital' | 'belt' = 'vital') => {
  const user = await makeUser(db, 'User', office, {})
  const tag = await makeDevice(db, kind, office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const reading = (second: number, alarm: string | null) => ({
    kind,
    device: tag.serial,
    at: at(second).toISOString(),
    ...(kind === 'vital' && { heartRate: 90 }),
    interval: 1,
    alarm,
  })
  return { user, tag, reading }
}

const alertsOf = ({ user_id: userId }: { user_id: number }) =>
  db
    .selectFrom('alert')
    .select(['alert.alert_id', 'alert.kind', 'alert.ended_at'])
    .where('alert.user_id', '=', userId)
    .where('alert.kind', '!=', 'condition')
    .orderBy('alert.alert_id')
    .execute()

const markOf = async ({ user_id: userId }: { user_id: number }) => {
  const { rows } = await sql<{ alarm_kind: string | null }>`
    select ws.alarm_kind from worker_state ws where ws.user_id = ${userId}`.execute(db)
  return rows[0]?.alarm_kind
}

const eventsOf = async (alertId: number) => {
  const rows = await db.selectFrom('alert_event').select('alert_event.event').where('alert_event.alert_id', '=', alertId).execute()
  return rows.map(({ event }) => event)
}

it.each(['worker_state', 'device_alarm'] as const)('an alarm whose %s another transaction holds keeps no other waiting', async (table) => {
  const held = await wearer()
  const free = await wearer()
  await send(held.reading(0, 'fall'), free.reading(0, 'fall'))
  const other = await db.startTransaction().execute()
  await sql`select from ${sql.table(table)} x where x.company_id = ${office.company_id} and x.user_id = ${held.user.user_id} for update`.execute(
    other,
  )
  await wait(31)
  expect(await alertsOf(free.user)).toMatchObject([{ kind: 'fall' }])
  expect(await alertsOf(held.user)).toEqual([])
  // As a batch of readings does next: the job has left nothing locked.
  await sql`select from device_alarm d where d.company_id = ${office.company_id} and d.user_id = ${held.user.user_id} for update`.execute(
    other,
  )
  await other.commit().execute()
  await wait(32)
  expect(await alertsOf(held.user)).toMatchObject([{ kind: 'fall' }])
})

it('an alarm that cannot be opened keeps no other waiting, and the turn fails', async () => {
  const bad = await wearer()
  const good = await wearer()
  await send(bad.reading(0, 'fall'), good.reading(0, 'fall'))
  await sql`alter table alert add constraint refused check (user_id is distinct from ${sql.lit(bad.user.user_id)})`.execute(db)
  await expect(wait(31)).rejects.toThrow('refused')
  expect(await alertsOf(good.user)).toMatchObject([{ kind: 'fall' }])
  await sql`alter table alert drop constraint refused`.execute(db)
  await wait(32)
  expect(await alertsOf(bad.user)).toMatchObject([{ kind: 'fall' }])
})

it('three processes open a due alarm once', async () => {
  const { user, reading } = await wearer()
  await send(reading(0, 'fall'))
  const due = await findDueAlarms(db, () => sql`true`, at(31))
  expect(due).toHaveLength(1)
  const open = () => Promise.all(due.map((alarm) => db.transaction().execute((transaction) => openDueAlarm(transaction, alarm, at(31)))))
  await Promise.all([open(), open(), open()])
  const [fall, ...others] = await alertsOf(user)
  expect(others).toEqual([])
  expect(await eventsOf(fall?.alert_id ?? 0)).toEqual(['opened'])
})

it('a closing waits for whom holds the state of the person, and keeps the mark of another alarm', async () => {
  const { user, reading } = await wearer()
  await send(reading(0, 'fall'))
  await wait(31)
  const [fall] = await alertsOf(user)
  const batch = await db.startTransaction().execute()
  await sql`select from worker_state ws where ws.company_id = ${office.company_id} and ws.user_id = ${user.user_id} for update`.execute(
    batch,
  )
  const closing = askAs(base, 'POST', `/api/Alert/${fall?.alert_id}/Close`, { outcome: 'falseAlarm', note: '' })
  await somebodyWaits()
  // Were the alert locked first, this would wait for the closing and the closing for us.
  await sql`update alert a set level = 3 where a.company_id = ${office.company_id} and a.alert_id = ${fall?.alert_id}`.execute(batch)
  await batch.commit().execute()
  expect((await closing).status).toBe(200)
  expect(await markOf(user)).toBeNull()
})

it('a device that is deleted leaves none of its alarms pending, however many, and while another transaction holds one', async () => {
  const { user, tag, reading } = await wearer()
  await send(reading(0, null))
  const count = 205
  await sql`
    insert into device_alarm (company_id, device_id, user_id, office_id, kind, since, last_at, window_ms, received_at, due_at, state)
    select ${office.company_id}, ${tag.device_id}::int, ${user.user_id}::int, ${office.office_id}::int, 'fall', x.at, x.at, 1, x.at, x.at + interval '1 hour', 'pending'
      from (select ${noon}::timestamptz + n * interval '1 second' as at from generate_series(1, ${count}::int) n) x`.execute(db)
  const other = await db.startTransaction().execute()
  await sql`
    select from device_alarm d where d.company_id = ${office.company_id} and d.device_id = ${tag.device_id} order by d.alarm_id limit 1 for update`.execute(
    other,
  )
  const place = { companyId: office.company_id, officeId: office.office_id }
  const deleted = db.transaction().execute((transaction) => deleteDevices(transaction, place, [tag.device_id], at(400)))
  await somebodyWaits()
  await other.commit().execute()
  await deleted
  const [fall, ...others] = await alertsOf(user)
  expect(others).toEqual([])
  expect((await eventsOf(fall?.alert_id ?? 0)).filter((event) => event === 'opened' || event === 'raised')).toHaveLength(count)
  expect(await markOf(user)).toBe('fall')
})

it('readings, the job and closings go side by side without a deadlock', async () => {
  const people = await Promise.all([wearer(), wearer('belt'), wearer(), wearer('belt')])
  const closings = async () => {
    for (const { user } of people)
      for (const { alert_id: id, ended_at: endedAt } of await alertsOf(user))
        if (endedAt === null)
          expect([200, 400]).toContain((await askAs(base, 'POST', `/api/Alert/${id}/Close`, { outcome: 'falseAlarm', note: '' })).status)
  }
  for (let round = 0; round < 12; round++) {
    const second = round * 120
    time.now = at(second)
    const alarms = people.map(({ reading }, index) => reading(second, index % 2 === 0 ? 'fall' : 'help'))
    const cancels = people.map(({ reading }) => reading(second + 60, null))
    await Promise.all([
      send(...alarms),
      send(...cancels.toReversed()),
      closings(),
      wait(second + 61),
      closings(),
      send(...alarms.map((reading) => ({ ...reading, at: at(second + 90).toISOString() }))),
    ])
  }
  await wait(5_000)
  const left = await db.selectFrom('device_alarm').select('device_alarm.state').where('device_alarm.state', '=', 'pending').execute()
  expect(left).toEqual([])
})
