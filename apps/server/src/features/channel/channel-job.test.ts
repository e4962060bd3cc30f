import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startRecurring, takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import type { ChannelMessage } from '../../shared/channels/channel-message.ts'
import { queueDeliveries } from '../../shared/channels/queue-deliveries.ts'
import { startReceiver } from '../../shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'
import { channelJob } from './channel-job.ts'

const [receiver, other] = [await startReceiver(), await startReceiver()]
afterAll(async () => {
  await receiver.close()
  await other.close()
})
const product = await startTestApp({ config: testConfig({ channelHosts: [receiver.host, other.host] }) })
const { context, time } = product
const { db } = context
const { people, office } = await makeTenants(db)
const start = time.now

beforeEach(async () => {
  await sql`truncate notification_channel, channel_delivery, outbox_mail, alert, alert_notice cascade`.execute(db)
  for (const one of [receiver, other]) {
    one.received.length = 0
    one.state.reply = { status: 200, body: 'ok' }
  }
  time.now = start
})

const later = (seconds: number) => {
  time.now = new Date(time.now.getTime() + seconds * 1_000)
}
let names = 0
const makeChannel = async (url = receiver.url, body: object = {}): Promise<string> => {
  const draft = { officeId: office.office_id, type: 'slack', name: `通知先${(names += 1)}`, url, ...body }
  const { body: made } = await product.askAs(people.contract, 'POST', '/api/NotificationChannel', draft)
  return (made as { id: string }).id
}
const message = (values: Partial<ChannelMessage> = {}): ChannelMessage => ({
  form: 'message',
  language: 'ja',
  kind: 'condition',
  occasion: 'opened',
  urgency: '危険',
  level: 3,
  emergency: false,
  drill: false,
  test: false,
  person: null,
  site: '東雲現場',
  place: '東雲現場 北棟',
  reason: '体の負担が大きい状態です',
  todo: '作業を止めてください。',
  at: '2026-07-20T13:00:00+09:00',
  clock: '13:00',
  url: null,
  ...values,
})
const queue = (channelId: string, values: Partial<ChannelMessage> = {}, more: { urgent?: boolean; alertId?: number } = {}) =>
  queueDeliveries(db, office.company_id, [
    {
      channelId,
      officeId: office.office_id,
      alertId: more.alertId ?? null,
      at: time.now,
      urgent: more.urgent ?? false,
      message: message(values),
    },
  ])
const turn = () => takeTurn(context, channelJob)
const rows = () => db.selectFrom('channel_delivery').selectAll().orderBy('delivery_id').execute()
const channel = async () => (await db.selectFrom('notification_channel').selectAll().execute())[0]

test('what waits is sent in order, once, and noted with the answer', async () => {
  const id = await makeChannel()
  for (const urgency of ['一', '二', '三']) await queue(id, { urgency })
  await turn()
  await turn()
  expect(receiver.received.map(({ body }) => /[一二三]/.exec(body)?.[0])).toEqual(['一', '二', '三'])
  expect(await rows()).toMatchObject([1, 2, 3].map(() => ({ attempts: 1, status: 200, answer: 'ok', error: null, sent_at: start })))
})

test('a broken channel is tried again later and later, an emergency at once; each wait holds for all that is not urgent', async () => {
  const id = await makeChannel()
  receiver.state.reply = { status: 500, body: 'broken' }
  await queue(id)
  await queue(id)
  for (const seconds of [0, 9, 1, 29, 1, 59, 1]) {
    later(seconds)
    await turn()
  }
  expect(receiver.received).toHaveLength(4)
  await queue(id, { emergency: true }, { urgent: true })
  await turn()
  expect(receiver.received).toHaveLength(5)
  receiver.state.reply = { status: 200, body: 'ok' }
  later(300)
  await turn()
  await turn()
  expect((await rows()).map(({ sent_at: at }) => at !== null)).toEqual([true, true, true])
})

test('what a service asks for by Retry-After holds for everything', async () => {
  const id = await makeChannel()
  receiver.state.reply = { status: 429, headers: { 'retry-after': '90' } }
  await queue(id)
  await turn()
  receiver.state.reply = { status: 200, body: 'ok' }
  await queue(id, {}, { urgent: true })
  later(89)
  await turn()
  expect(receiver.received).toHaveLength(1)
  later(1)
  await turn()
  expect(receiver.received).toHaveLength(3)
  expect(await channel()).toMatchObject({ failures: 0, paused_until: null, failure: null })
})

test('what a service refuses is not tried again; what is four hours old is given up', async () => {
  const id = await makeChannel()
  receiver.state.reply = { status: 404, body: 'no such hook' }
  await queue(id)
  await turn()
  later(600)
  await turn()
  expect(receiver.received).toHaveLength(1)
  expect(await rows()).toMatchObject([{ failed_at: start, error: 'notFound', answer: 'no such hook' }])
  await queue(id)
  later(4 * 3_600)
  await turn()
  expect((await rows())[1]).toMatchObject({ error: 'tooOld', sent_at: null })
  expect(receiver.received).toHaveLength(1)
})

test('from the sixth ordinary message within a minute on one digest a minute goes out; what is urgent never waits', async () => {
  const id = await makeChannel()
  for (let n = 0; n < 8; n += 1) await queue(id, { urgency: `第${n}` })
  await queue(id, { urgency: '緊急', emergency: true }, { urgent: true })
  await turn()
  expect(receiver.received).toHaveLength(6)
  expect(receiver.received[0]?.body).toContain('緊急')
  later(10)
  await turn()
  expect(receiver.received).toHaveLength(7)
  for (const n of [5, 6, 7]) expect(receiver.received[6]?.body).toContain(`第${n}`)
  await queue(id, { urgency: '第8' })
  later(20)
  await turn()
  expect(receiver.received).toHaveLength(7)
  later(40)
  await turn()
  expect(receiver.received).toHaveLength(8)
  expect((await rows()).map(({ digest_count: count }) => count)).toEqual([null, null, null, null, null, 3, 3, 3, null, 1])
})

test('under a steady flow one digest a minute goes out, and nothing before what is older', async () => {
  const id = await makeChannel()
  for (let n = 0; n < 40; n += 1) {
    await queue(id, { urgency: `第${n}` })
    await turn()
    later(5)
  }
  const sent = (await rows()).flatMap(({ created_at: at, sent_at: sentAt }) =>
    sentAt === null ? [] : [[at.getTime(), sentAt.getTime()] as const],
  )
  expect(sent.length).toBeGreaterThan(25)
  for (const [at, sentAt] of sent) expect(sentAt - at).toBeLessThanOrEqual(70_000)
  expect(sent.map(([, sentAt]) => sentAt)).toEqual(sent.map(([, sentAt]) => sentAt).toSorted((a, b) => a - b))
})

test('administrators are notified of a channel at its third failure in a row, once, and again after it had worked', async () => {
  const id = await makeChannel()
  for (const { user_id } of [people.contract, people.base])
    await sql`update app_user set email = ${`p${user_id}@example.jp`} where user_id = ${user_id}`.execute(db)
  receiver.state.reply = { status: 500 }
  await queue(id)
  const fail = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      later(301)
      await turn()
    }
    return db.selectFrom('outbox_mail').select(['subject', 'recipients', 'body']).orderBy('mail_id').execute()
  }
  expect(await fail(2)).toEqual([])
  const [mail, ...more] = await fail(3)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^【見守り】通知先「通知先\d+」に3回続けて届いていません$/) as string,
    recipients: { to: [`p${people.contract.user_id}@example.jp`, `p${people.base.user_id}@example.jp`] },
    body: expect.stringContaining('送り先でエラーが起きています') as string,
  })
  const shown = (await product.askAs(people.base, 'GET', `/api/NotificationChannel/${id}`)).body
  expect(shown).toMatchObject({ failing: { failures: 5, reason: '送り先でエラーが起きています' }, last: { state: 'retrying' } })
  receiver.state.reply = { status: 200, body: 'ok' }
  await fail(1)
  expect(await channel()).toMatchObject({ failures: 0, failing_since: null })
  // Within an hour of the first notice.
  receiver.state.reply = { status: 500 }
  await queue(id)
  expect(await fail(3)).toHaveLength(1)
  later(3_600)
  await queue(id)
  expect(await fail(1)).toHaveLength(2)
  expect(await fail(1)).toHaveLength(2)
})

test('what nobody needs any more is not sent: answered, withdrawn, lower again, said later; names stay here where they no longer go out', async () => {
  const id = await makeChannel(receiver.url, { withNames: true })
  const alert = async (values: object) => (await makeAlert(db, people.worker, time.now, { level: 3, peak_level: 3, ...values })).alert_id
  await queue(id, { occasion: 'escalated' }, { alertId: await alert({ handling: 'acknowledged' }) })
  await queue(id, {}, { alertId: await alert({ withdrawn: true, ended_at: time.now, kind: 'belt' }) })
  await queue(
    id,
    { occasion: 'raised' },
    { alertId: await alert({ kind: 'siteHeat', user_id: null, full_name: null, level: 1, peak_level: 2 }) },
  )
  const open = await alert({ kind: 'emergency', level: null, peak_level: null })
  await queue(id, { occasion: 'escalated', kind: 'emergency' }, { alertId: open })
  await queue(id, { occasion: 'escalated', kind: 'emergency', person: '佐々木' }, { alertId: open })
  await sql`update notification_channel set with_names = false`.execute(db)
  await turn()
  expect((await rows()).map(({ is_superseded: is }) => is)).toEqual([true, true, true, true, false])
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]?.body).not.toContain('佐々木')
  const { data } = (await product.askAs(people.base, 'GET', `/api/NotificationChannel/${id}/Deliveries?state=superseded`)).body as {
    data: []
  }
  expect(data).toHaveLength(4)
})

test('a process that dies repeats at most what was under way', async () => {
  const id = await makeChannel()
  for (const urgency of ['一', '二', '三']) await queue(id, { urgency })
  // As a killed process leaves it: claimed, perhaps sent, and not noted.
  await sql`update channel_delivery set attempts = 1, next_try_at = ${new Date(time.now.getTime() + 30_000)} where delivery_id = (select min(delivery_id) from channel_delivery)`.execute(
    db,
  )
  await turn()
  expect(receiver.received).toHaveLength(2)
  later(30)
  await turn()
  expect(receiver.received).toHaveLength(3)
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([2, 1, 1])
})

test('what waits for a channel is not sent once it is of another type, which then has failed nothing', async () => {
  const id = await makeChannel()
  receiver.state.reply = { status: 500 }
  for (let n = 0; n < 3; n += 1) await queue(id)
  await turn()
  const { status } = await product.askAs(people.contract, 'PUT', '/api/NotificationChannel', { id, type: 'webhook', url: receiver.url })
  expect(status).toBe(200)
  receiver.state.reply = { status: 200 }
  later(400)
  await turn()
  expect(receiver.received).toHaveLength(1)
  expect((await rows()).map(({ is_superseded }) => is_superseded)).toEqual([true, true, true])
  expect(await channel()).toMatchObject({ failures: 0, failure: null })
})

test('a number that takes no SMS is named, and its channel stays well for those that do', async () => {
  await makeChannel(receiver.url, {
    type: 'sms',
    settings: { preset: 'twilio', account: 'AC1', sender: '+1', numbers: ['09012345678', '09011111111', '09022222222'] },
    secrets: { token: 't' },
  })
  receiver.state.reply = ({ body }) =>
    body.includes('9012345678') ? { status: 400, body: '{"code":21610}' } : { status: 201, body: '{"status":"queued"}' }
  const { channel_id: id = '' } = (await channel()) ?? {}
  for (let n = 0; n < 3; n += 1) {
    await queue(id)
    await turn()
    later(61)
  }
  expect(receiver.received).toHaveLength(9)
  for (const { sent_at: sentAt, answer } of await rows()) {
    expect(sentAt).not.toBeNull()
    expect(answer).toBe('届いていない番号：09012345678\n{"code":21610}')
  }
  expect(await channel()).toMatchObject({ failures: 0 })
})

test('channels that hang and fail delay no other one: what comes for it leaves while they hang', async () => {
  const broken: string[] = []
  for (let n = 0; n < 12; n += 1) broken.push(await makeChannel(`${other.url}${n % 3 === 0 ? '/broken' : '/hanging'}`))
  const well = await makeChannel()
  other.state.reply = ({ path }) => (path.endsWith('/hanging') ? 'hang' : { status: 500 })
  // Some have failed before, and wait in the room of those that fail; the others have not.
  await sql`update notification_channel set failures = 1 where channel_id = any(${broken.slice(0, 6)}::text[])`.execute(db)
  time.now = new Date()
  for (const id of broken) for (let n = 0; n < 4; n += 1) await queue(id, {}, { urgent: true })
  const job = startRecurring({ ...context, clock: () => new Date() }, channelJob)
  try {
    await expect.poll(() => other.state.underWay).toBe(8)
    for (let n = 0; n < 5; n += 1) {
      await queueDeliveries(db, office.company_id, [
        { channelId: well, officeId: office.office_id, alertId: null, at: new Date(), urgent: true, message: message() },
      ])
      job.wake()
      await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(n + 1)
    }
    // None of them was given up meanwhile, after which another one would follow.
    expect(other.received.filter(({ path }) => path.endsWith('/hanging'))).toHaveLength(8)
    expect(other.state.underWay).toBeGreaterThanOrEqual(8)
  } finally {
    await other.close()
    await job.stop()
  }
})
