import type { ChannelDelivery, ChannelTestResult, SavedChannel } from '@mimamori/contract'
import { webhookBodies, type WebhookBody } from '@mimamori/contract'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { type Received, startReceiver } from '../../../shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'
import { type EpisodeEvent, recordEvents } from '../../alerts/episodes/record-events.ts'
import { channelJob } from '../channel-job.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())
const product = await startTestApp({ config: testConfig({ channelHosts: [receiver.host] }) })
const { context, time } = product
const { db } = context
const { people, office } = await makeTenants(db)
// The receivers' library knows no other clock than the machine's.
const start = new Date()

beforeEach(async () => {
  await sql`truncate notification_channel, channel_delivery, alert, outbox_mail cascade`.execute(db)
  receiver.received.length = 0
  receiver.state.reply = { status: 204 }
  time.now = start
})

const path = '/api/NotificationChannel'
let names = 0
const make = async (body: object = {}): Promise<SavedChannel> => {
  const draft = { officeId: office.office_id, type: 'webhook', name: `ポータル${(names += 1)}`, url: receiver.url, level: 1, ...body }
  const answer = await product.askAs(people.contract, 'POST', path, draft)
  expect(answer.status).toBe(200)
  return answer.body as SavedChannel
}
const ask = (id: string, tail: string, body?: object, user: { user_id: number } = people.contract) =>
  product.askAs(user, 'POST', `${path}/${id}/${tail}`, body)
const deliveriesOf = async (id: string) =>
  ((await product.askAs(people.contract, 'GET', `${path}/${id}/Deliveries?limit=1000`)).body as { data: ChannelDelivery[] }).data
const turn = () => takeTurn(context, channelJob)
const later = (seconds: number) => {
  time.now = new Date(time.now.getTime() + seconds * 1_000)
}

const open = (values: Parameters<typeof makeAlert>[3] = {}) =>
  makeAlert(db, people.worker, time.now, { level: 2, peak_level: 2, ...values })
const happens = (alert: { alert_id: number }, event: EpisodeEvent['event'], level: number | null = 2) =>
  db
    .transaction()
    .execute((trx) =>
      recordEvents(trx, [
        { companyId: office.company_id, alertId: alert.alert_id, officeId: office.office_id, at: time.now, event, level },
      ]),
    )

const verify = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers as Record<string, string>)
const bodyOf = ({ body }: Received) => JSON.parse(body) as WebhookBody
const types = () => receiver.received.map((request) => bodyOf(request).type)
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])

test('an event is posted signed, as documented, once; its secret is answered once and kept nowhere in clear', async () => {
  const { id, secret = '' } = await make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/)
  const alert = await open()
  await happens(alert, 'opened')
  await happens(alert, 'raised')
  await turn()
  await turn()
  expect(types()).toEqual(['alert.opened', 'alert.raised'])
  for (const request of receiver.received) {
    const body = verify(secret, request) as WebhookBody
    expect(webhookBodies[body.type].strict().parse(body)).toEqual(body)
    expect(() => verify('whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0', request)).toThrow('No matching signature')
    expect(request.headers['content-type']).toBe('application/json; charset=utf-8')
    // No name without an administrator's leave, and nothing measured.
    expect(request.body).not.toContain((people.worker.full_name ?? '').split(/\s/)[0])
  }
  expect(await deliveriesOf(id)).toMatchObject([
    { eventType: 'alert.raised', state: 'sent', status: 204, replay: false, alertId: alert.alert_id },
    { eventType: 'alert.opened', state: 'sent', status: 204, replay: false, level: 2 },
  ])
  const again = (await product.askAs(people.contract, 'GET', `${path}/${id}`)).body
  const { rows } = await sql<{ row: string }>`
    select n::text as row from notification_channel n union all select a::text from audit_log a union all select d::text from channel_delivery d`.execute(
    db,
  )
  for (const text of [JSON.stringify(again), ...rows.map(({ row }) => row)]) expect(text).not.toContain(secret.slice(6))
})

test('the surname leaves where it is allowed, and no more once it is not, nor once it was erased', async () => {
  const { id } = await make({ withNames: true })
  const alert = await open({ full_name: '佐々木　隆' })
  await happens(alert, 'opened')
  receiver.state.reply = { status: 500 }
  await turn()
  await product.askAs(people.base, 'PUT', path, { id, withNames: false })
  receiver.state.reply = { status: 200 }
  later(10)
  await turn()
  expect(receiver.received.map((request) => bodyOf(request).data)).toMatchObject([
    { worker: { name: '佐々木' } },
    { worker: { name: null } },
  ])
  expect(new Set(ids()).size).toBe(1)
})

test('no event leaves before the earlier ones of its alert; those of other alerts do', async () => {
  await make()
  const [one, other] = [await open(), await open({ kind: 'siteHeat', user_id: null, full_name: null })]
  await happens(one, 'opened')
  await happens(one, 'raised')
  await happens(other, 'opened')
  const isOf = (request: Received, alert: { alert_id: number }) => (bodyOf(request).data as { alertId: number }).alertId === alert.alert_id
  receiver.state.reply = (request) => ({ status: isOf(request, one) ? 500 : 200 })
  await turn()
  await turn()
  expect(receiver.received.filter((request) => isOf(request, other)).map((request) => bodyOf(request).type)).toEqual(['alert.opened'])
  expect(receiver.received.filter((request) => isOf(request, one)).every((request) => bodyOf(request).type === 'alert.opened')).toBe(true)
  receiver.state.reply = { status: 200 }
  later(400)
  await turn()
  await turn()
  const ofOne = receiver.received.filter((request) => isOf(request, one)).map((request) => bodyOf(request).type)
  expect(ofOne.slice(-2)).toEqual(['alert.opened', 'alert.raised'])
})

test('it is tried again by the schedule of Standard Webhooks under the same id, then given up, and the next event leaves', async () => {
  const { id, secret = '' } = await make()
  const alert = await open()
  await happens(alert, 'opened')
  await happens(alert, 'ended')
  receiver.state.reply = { status: 404, body: 'not yet' }
  const hours = 3_600
  await turn()
  for (const seconds of [6, 330, 0.55 * hours, 2.2 * hours, 5.5 * hours, 11 * hours, 15.4 * hours, 22 * hours, 26.4 * hours]) {
    expect(new Set(types())).toEqual(new Set(['alert.opened']))
    later(seconds)
    await turn()
  }
  const tries = receiver.received.filter((request) => bodyOf(request).type === 'alert.opened')
  expect(tries).toHaveLength(10)
  expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  expect(verify(secret, tries[0] ?? expect.fail())).toBeTruthy()
  later(60)
  await turn()
  expect(types()).toContain('alert.ended')
  expect((await deliveriesOf(id)).at(-1)).toMatchObject({
    state: 'failed',
    attempts: 10,
    reason: '送り先が見つかりません。URLや送り先の番号を確かめてください',
    detail: 'not yet',
  })
})

test('both secrets sign for a day after a change', async () => {
  const { id, secret: former = '' } = await make()
  const { status, body } = await ask(id, 'Rotate')
  const { secret: newest, formerUntil } = body as { secret: string; formerUntil: string }
  expect(status).toBe(200)
  expect(Date.parse(formerUntil)).toBe(start.getTime() + 24 * 3_600_000)
  const send = async () => {
    await happens(await open({ kind: 'siteHeat', user_id: null, full_name: null, ended_at: time.now, ending: 'recovered' }), 'opened')
    await turn()
    return receiver.received.at(-1) ?? expect.fail('nothing came')
  }
  const both = await send()
  for (const secret of [former, newest]) expect(verify(secret, both)).toMatchObject({ type: 'alert.opened' })
  later(24 * 3_600)
  expect((await send()).headers['webhook-signature']).toMatch(/^v1,\S+$/)
  const log = await product.recordedOf('notificationChannel')
  expect(log.map(({ action }) => action)).toContain('renewSecret')
  expect(JSON.stringify(log)).not.toContain(newest.slice(6))
})

test('a secret that is changed twice within a day signs until the time that was promised', async () => {
  const { id, secret: first = '' } = await make()
  const rotate = async () => (await ask(id, 'Rotate')) as { status: number; body: { secret: string } }
  const second = (await rotate()).body.secret
  later(23 * 3_600)
  const third = (await rotate()).body.secret
  const send = async () => {
    await ask(id, 'Test')
    return receiver.received.at(-1) ?? expect.fail('nothing came')
  }
  const signatures = async () => {
    const request = await send()
    // The receivers' library refuses what is older than five minutes by the clock of the machine.
    const sentAt = new Date(Number(request.headers['webhook-timestamp']) * 1_000)
    const signed = (secret: string) => new Webhook(secret).sign(String(request.headers['webhook-id']), sentAt, request.body)
    return [first, second, third].map((secret) => String(request.headers['webhook-signature']).split(' ').includes(signed(secret)))
  }
  expect(await signatures()).toEqual([true, true, true])
  later(3_600)
  expect(await signatures()).toEqual([false, true, true])
  for (let n = 0; n < 3; n += 1) expect((await rotate()).status).toBe(200)
  expect(await rotate()).toMatchObject({
    status: 400,
    body: ['合言葉を作り直せるのは、24時間に4回までです。時間をおいてから、もう一度作り直してください。'],
  })
})

test('410 switches it off, gives up what waits and notifies administrators; switched on, all of it can be sent again', async () => {
  const { id } = await make()
  await sql`update app_user set email = 'c@example.jp' where user_id = ${people.contract.user_id}`.execute(db)
  const alert = await open()
  await happens(alert, 'opened')
  await happens(alert, 'ended')
  receiver.state.reply = { status: 410 }
  await turn()
  await turn()
  expect(types()).toEqual(['alert.opened'])
  expect((await product.askAs(people.contract, 'GET', `${path}/${id}`)).body).toMatchObject({ isEnabled: false })
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed' }, { state: 'failed', status: 410 }])
  expect((await product.recordedOf('notificationChannel')).at(-1)).toMatchObject({
    action: 'update',
    before: { isEnabled: true },
    after: { isEnabled: false, reason: '送り先が受け取りをやめました（410）' },
  })
  const mails = await db.selectFrom('outbox_mail').select('subject').execute()
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/を止めました$/)])
  const range = { from: new Date(start.getTime() - 1_000), to: new Date(start.getTime() + 1_000) }
  expect(await ask(id, 'Replay', range)).toMatchObject({
    status: 400,
    body: ['この通知先は止まっています。使うようにしてから、もう一度送ってください。'],
  })
  await product.askAs(people.contract, 'PUT', path, { id, isEnabled: true })
  receiver.state.reply = { status: 200 }
  expect(await ask(id, 'Replay', range)).toMatchObject({ status: 200, body: { count: 2 } })
  await turn()
  expect(types()).toEqual(['alert.opened', 'alert.opened', 'alert.ended'])
})

test('a replay sends what happened in its time again, in order, under the same ids, marked; not what is still on its way', async () => {
  const { id } = await make()
  const alert = await open()
  await happens(alert, 'opened')
  later(60)
  await happens(alert, 'raised')
  later(60)
  await happens(alert, 'ended')
  await turn()
  const before = ids()
  const from = start.toISOString()
  const to = new Date(start.getTime() + 120_000).toISOString()
  later(3_600)
  expect(await ask(id, 'Replay', { from, to })).toMatchObject({ status: 200, body: { count: 2 } })
  expect((await ask(id, 'Replay', { from, to })).body).toEqual({ count: 0 })
  await turn()
  expect(ids()).toEqual([...before, ...before.slice(0, 2)])
  expect((await deliveriesOf(id)).map(({ replay, eventType }) => [replay, eventType])).toEqual([
    [true, 'alert.raised'],
    [true, 'alert.opened'],
    [false, 'alert.ended'],
    [false, 'alert.raised'],
    [false, 'alert.opened'],
  ])
  expect((await product.recordedOf('notificationChannel')).at(-1)).toMatchObject({ action: 'replayEvents', after: { count: 0 } })
})

test('a replay is bounded, and a webhook’s alone; nobody of another company finds it', async () => {
  const { id } = await make()
  const replay = (from: string, to: string) => ask(id, 'Replay', { from, to })
  const at = (days: number) => new Date(start.getTime() - days * 86_400_000).toISOString()
  expect((await replay(at(1), at(2))).body).toEqual(['終了：開始より後の日時を入力してください。'])
  expect((await replay(at(31), at(1))).body).toEqual(['開始：30日前までの出来事だけを送れます。'])
  await sql`
    insert into channel_delivery (company_id, channel_id, created_at, next_try_at, sent_at, webhook_id, event_type, message)
    select ${office.company_id}, ${id}, ${start}, ${start}, ${start}, 'evt_' || n, 'alert.opened', '{}' from generate_series(1, 10001) n`.execute(
    db,
  )
  expect((await replay(at(1), at(-1))).body).toEqual([
    '終了：この期間の出来事は10001件です。一度に送れるのは10000件までです。期間を分けてください。',
  ])
  const chat = await make({ type: 'slack' })
  for (const [tail, body] of [['Rotate'], ['Replay', { from: at(1), to: at(0) }]] as const) {
    expect((await ask(chat.id, tail, body)).body).toEqual(['送り先の種類がWebhookの通知先だけで使えます。'])
    expect((await ask(id, tail, body, people.foreignContract)).status).toBe(404)
  }
})

test('a redirect is not followed, and an answer longer than a megabyte counts by its status', async () => {
  const { id } = await make()
  receiver.state.reply = ({ path: calledPath }) =>
    calledPath === '/elsewhere' ? { status: 200 } : { status: 302, headers: { location: '/elsewhere' } }
  await happens(await open(), 'opened')
  await turn()
  expect(receiver.received.map(({ path: calledPath }) => calledPath)).not.toContain('/elsewhere')
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'retrying', status: 302 }])
  receiver.state.reply = { status: 200, body: 'x'.repeat(1_100_000) }
  later(10)
  await turn()
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent', status: 200, detail: 'x'.repeat(1_000) }])
})

test('a trial is a signed drill without an alert, and a preview shows the request without what is secret', async () => {
  const { id, secret = '' } = await make()
  const trial = (await ask(id, 'Test')).body as ChannelTestResult
  expect(trial).toMatchObject({ state: 'sent', status: 204 })
  const body = verify(secret, receiver.received[0] ?? expect.fail('nothing came')) as WebhookBody
  expect(webhookBodies['alert.opened'].strict().parse(body)).toMatchObject({ data: { alertId: 0, drill: true } })
  const preview = (await product.askAs(people.contract, 'GET', `${path}/${id}/Preview?sample=silent`)).body as {
    request: { url: string; headers: Record<string, string>; body: string }
  }
  expect(preview.request).toMatchObject({ url: `http://${receiver.host}/…7f2c`, headers: { 'webhook-signature': '…' } })
  expect(webhookBodies['device.silent'].parse(JSON.parse(preview.request.body))).toMatchObject({ data: { kind: 'silent' } })
})

test('a channel that becomes a webhook gets a secret, and loses it with its type', async () => {
  const chat = await make({ type: 'slack' })
  expect(chat.secret).toBeUndefined()
  const change = async (body: object) => (await product.askAs(people.contract, 'PUT', path, { id: chat.id, ...body })).body as SavedChannel
  expect((await change({ type: 'webhook', url: receiver.url })).secret).toMatch(/^whsec_/)
  expect((await change({ name: '別の名前' })).secret).toBeUndefined()
  await change({ type: 'slack', url: receiver.url })
  const { rows } = await sql`select from notification_channel where sealed_signing is not null`.execute(db)
  expect(rows).toEqual([])
})

test('a trial that is answered 410 says so and leaves the webhook on', async () => {
  const { id } = await make()
  receiver.state.reply = { status: 410 }
  expect(await ask(id, 'Test', {})).toMatchObject({
    status: 200,
    body: { state: 'failed', status: 410, reason: '送り先が受け取りをやめました（410）' },
  })
  expect((await product.askAs(people.contract, 'GET', `${path}/${id}`)).body).toMatchObject({ isEnabled: true, failing: null })
})
