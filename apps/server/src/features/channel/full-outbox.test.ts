import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/context.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { makeChannel } from '../../shared/channels/test-channel-row.ts'
import { startReceiver } from '../../shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'
import { recordEvents } from '../alerts/episodes/record-events.ts'
import { channelJob } from './channel-job.ts'
import { findDueChannels, findWaiting, sentLately } from './claim.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())
const product = await startTestApp({ config: testConfig({ channelHosts: [receiver.host] }) })
const { context } = product
const { db } = context
const { people, office } = await makeTenants(db)
const now = new Date()

beforeEach(async () => {
  await sql`truncate notification_channel, channel_delivery, alert cascade`.execute(db)
  receiver.received.length = 0
  receiver.state.reply = { status: 204 }
  product.time.now = now
})

const makeWebhook = async (user: { user_id: number }, officeId: number, name = 'ポータル'): Promise<string> => {
  const draft = { officeId, type: 'webhook', name, url: receiver.url, level: 1 }
  const { body } = await product.askAs(user, 'POST', '/api/NotificationChannel', draft)
  return (body as { id: string }).id
}

/** Events that wait after a replay, and of which the planner of the database knows nothing yet. */
const fill = async (channelId: string, count: number, alerts: number) => {
  const { alert_id: first } = await makeAlert(db, people.worker, now, { level: 2, peak_level: 2, ended_at: now })
  await sql`
    insert into alert overriding system value
    select (jsonb_populate_record(a, jsonb_build_object('alert_id', ${first}::int + n))).* from alert a, generate_series(1, ${alerts}::int) n
     where a.alert_id = ${first}`.execute(db)
  const event = JSON.stringify({ form: 'event', type: 'alert.opened', timestamp: now.toISOString(), data: {} })
  await sql`
    insert into channel_delivery (company_id, channel_id, alert_id, created_at, next_try_at, webhook_id, event_type, message, is_replay, urgent)
    select ${office.company_id}, ${channelId}, ${first}::int + 1 + (n % ${alerts}::int), ${now}, ${now}, 'evt_' || n, 'alert.opened',
           ${event}::jsonb, true, false
      from generate_series(1, ${count}::int) n`.execute(db)
}

/** Rows of the outbox that a look reads, by PostgreSQL's own count. */
const rowsRead = (look: (trx: Db) => Promise<unknown>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await look(trx)
    const { rows } = await sql<{ read: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
       where relname = 'channel_delivery'`.execute(trx)
    return rows[0]?.read ?? 0
  })

const anyone = { isFailing: false, exceptChannels: [], exceptCompanies: [], limit: 100 }

test.each([1, 2_500])('a look at the outbox reads few rows, however many events of %i alerts wait', async (alerts) => {
  const id = await makeWebhook(people.contract, office.office_id)
  await fill(id, 9_999, alerts)
  const key = { companyId: office.company_id, channelId: id }
  expect(await rowsRead((trx) => findDueChannels({ ...context, db: trx }, now, anyone))).toBeLessThan(100)
  expect(await rowsRead((trx) => findWaiting(trx, key, now, true))).toBeLessThan(1_000)
})

test('what a channel was sent in former years is not read to find what it was sent lately', async () => {
  const id = await makeWebhook(people.contract, office.office_id)
  await sql`
    insert into channel_delivery (company_id, channel_id, created_at, next_try_at, sent_at)
    select ${office.company_id}, ${id}, at, at, at from generate_series(1, 9999) n, lateral (select ${now}::timestamptz - n * interval '1 hour' as at) t`.execute(
    db,
  )
  await sql`update channel_delivery d set sent_at = ${now} where d.created_at > ${now}::timestamptz - interval '3 hours'`.execute(db)
  const key = { companyId: office.company_id, channelId: id }
  expect(await sentLately(db, key, now)).toEqual({ singles: 2, digestAt: null })
  expect(await rowsRead((trx) => sentLately(trx, key, now))).toBeLessThan(100)
})

test('however much waits for one company, another one’s emergency is looked for first', async () => {
  const id = await makeWebhook(people.contract, office.office_id)
  await fill(id, 9_999, 2_500)
  const { company_id: companyId, office_id: officeId } = people.foreignContract
  const other = await makeChannel(db, { company_id: companyId, office_id: null }, { type: 'webhook' })
  await sql`
    insert into channel_delivery (company_id, channel_id, office_id, created_at, next_try_at, webhook_id, event_type, message, urgent)
    values (${companyId}, ${other}, ${officeId}, ${now}, ${now}, 'evt_x', 'plan.issued', '{}', true)`.execute(db)
  expect(await findDueChannels(context, now, anyone)).toEqual([
    { companyId, channelId: other },
    { companyId: office.company_id, channelId: id },
  ])
})

test('what happens now goes before everything that is sent again', async () => {
  const id = await makeWebhook(people.contract, office.office_id)
  const old = await makeAlert(db, people.worker, now, { kind: 'fall', level: null, peak_level: null, ended_at: now })
  const happens = (alertId: number, event: 'opened' | 'ended') =>
    db
      .transaction()
      .execute((trx) =>
        recordEvents(trx, [{ companyId: office.company_id, alertId, officeId: office.office_id, at: now, event, level: null }]),
      )
  await happens(old.alert_id, 'opened')
  await happens(old.alert_id, 'ended')
  await takeTurn(context, channelJob)
  expect(receiver.received).toHaveLength(2)
  const range = { from: new Date(now.getTime() - 1_000).toISOString(), to: new Date(now.getTime() + 1_000).toISOString() }
  expect((await product.askAs(people.contract, 'POST', `/api/NotificationChannel/${id}/Replay`, range)).body).toEqual({ count: 2 })
  const fresh = await makeAlert(db, people.worker, now, { level: 2, peak_level: 2 })
  await happens(fresh.alert_id, 'opened')
  await takeTurn(context, channelJob)
  const ids = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { alertId: number } }).data.alertId)
  expect(ids).toEqual([old.alert_id, old.alert_id, fresh.alert_id, old.alert_id, old.alert_id])
})

test('an event that comes while an earlier one of its alert waits is held as long, and nothing looks at it meanwhile', async () => {
  const id = await makeWebhook(people.contract, office.office_id)
  const key = { companyId: office.company_id, channelId: id }
  const alert = await makeAlert(db, people.worker, now, { level: 2, peak_level: 2 })
  const until = new Date(now.getTime() + 300_000)
  const event = JSON.stringify({ form: 'event', type: 'alert.opened', timestamp: now.toISOString(), data: {} })
  for (const at of [until, now])
    await sql`
      insert into channel_delivery (company_id, channel_id, alert_id, created_at, next_try_at, webhook_id, event_type, message)
      values (${office.company_id}, ${id}, ${alert.alert_id}, ${now}, ${at}, 'evt', 'alert.opened', ${event}::jsonb)`.execute(db)
  expect(await findWaiting(db, key, now, true)).toEqual([])
  expect(await findDueChannels(context, now, anyone)).toEqual([])
  const [first, later, ...more] = await db
    .selectFrom('channel_delivery')
    .select(['delivery_id', 'next_try_at'])
    .orderBy('delivery_id')
    .execute()
  expect(more).toEqual([])
  expect(later?.next_try_at).toEqual(until)
  expect(await findWaiting(db, key, until, true)).toMatchObject([{ delivery_id: first?.delivery_id }])
})
