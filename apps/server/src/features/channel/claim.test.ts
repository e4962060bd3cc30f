import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeChannel } from '../../shared/channels/test-channel-row.ts'
import { makeAlert, makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'
import { claimDeliveries, findDueChannels, findWaiting, holdBehindEarlier } from './claim.ts'

const { context, time } = await startTestApp()
const { db } = context
const { people, office, foreign } = await makeTenants(db)
const now = time.now
const message = JSON.stringify({ form: 'event' })
const anyChannel = { isFailing: false, exceptChannels: [], exceptCompanies: [], limit: 100 }

test('ten thousand events that are sent again keep neither their webhook’s own emergencies nor other companies waiting', async () => {
  const alert = await makeAlert(db, people.worker, now, { level: 2, peak_level: 2 })
  const [channelId, other] = [await makeChannel(db, office, { type: 'webhook' }), await makeChannel(db, foreign)]
  // The statistics are those of an empty table, as they are when somebody asks for the first replay.
  await sql`
    insert into channel_delivery (company_id, channel_id, alert_id, created_at, next_try_at, webhook_id, event_type, urgent, message, is_replay)
    select ${office.company_id}, ${channelId}, ${alert.alert_id}, ${now}, ${now}, 'evt_' || n, 'alert.opened', true, ${message}::jsonb, true
      from generate_series(1, 10000) n`.execute(db)
  const fields = sql`created_at, next_try_at, urgent, message`
  await sql`
    insert into channel_delivery (company_id, channel_id, alert_id, event_type, ${fields})
    select ${office.company_id}, ${channelId}, ${alert.alert_id}, 'alert.raised', ${now}, ${now}, false, ${message}::jsonb`.execute(db)
  await sql`
    insert into channel_delivery (company_id, channel_id, ${fields})
    select ${foreign.company_id}, ${other}, ${now}, ${now}, true, ${JSON.stringify({ form: 'message' })}::jsonb`.execute(db)
  const key = { companyId: office.company_id, channelId }
  const began = performance.now()
  const channels = await findDueChannels(context, now, anyChannel)
  const waiting = await findWaiting(db, key, now)
  // 10 and 20 ms where nothing else runs; as a join of what waits with itself it took more than a minute.
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(channels).toEqual([{ companyId: foreign.company_id, channelId: other }, key])
  expect(waiting.map(({ urgent }) => urgent)).toEqual([false, true])
}, 60_000)

test('events behind one that is under way wait as long as it does, so that nothing looks at them without success', async () => {
  await sql`delete from channel_delivery`.execute(db)
  const alert = await makeAlert(db, people.neighbour, now, { level: 2, peak_level: 2 })
  const key = { companyId: office.company_id, channelId: await makeChannel(db, office, { type: 'webhook' }) }
  for (const type of ['alert.opened', 'alert.ended'])
    await sql`
      insert into channel_delivery (company_id, channel_id, alert_id, created_at, next_try_at, event_type, message)
      values (${key.companyId}, ${key.channelId}, ${alert.alert_id}, ${now}, ${now}, ${type}, ${message}::jsonb)`.execute(db)
  const [first] = await findWaiting(db, key, now)
  const until = new Date(now.getTime() + 30_000)
  await claimDeliveries(db, key, [first?.delivery_id ?? 0], now, until)
  expect(await findWaiting(db, key, now)).toEqual([])
  expect(await findDueChannels(context, now, anyChannel)).toEqual([key])
  await holdBehindEarlier(db, key)
  expect(await findDueChannels(context, now, anyChannel)).toEqual([])
  expect(await findDueChannels(context, until, anyChannel)).toEqual([key])
})
