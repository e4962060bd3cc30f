import type { ChannelDelivery, ChannelPreview, ChannelTestResult, NotificationChannel } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testConfig } from '../../platform/test-context.ts'
import { startReceiver } from '../../shared/channels/test-receiver.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())
const product = await startTestApp({ config: testConfig({ channelHosts: [receiver.host], publicUrl: 'https://mimamori.example.jp' }) })
const { db } = product.context
const { people, office, sibling } = await makeTenants(db)
type User = { readonly user_id: number }

beforeEach(() => {
  receiver.received.length = 0
  receiver.state.reply = { status: 200, body: 'ok' }
})

let names = 0
const path = '/api/NotificationChannel'
const make = async (body: object = {}, user: User = people.contract) => {
  const draft = { officeId: office.office_id, type: 'slack', name: `通知先${(names += 1)}`, url: receiver.url, ...body }
  const answer = await product.askAs(user, 'POST', path, draft)
  return answer as { status: number; body: NotificationChannel }
}
const change = async (body: object, user: User = people.contract) =>
  (await product.askAs(user, 'PUT', path, body)) as { status: number; body: NotificationChannel }
const one = async (id: string, user: User = people.contract) =>
  (await product.askAs(user, 'GET', `${path}/${id}`)) as { status: number; body: NotificationChannel }
const deliveriesOf = async (id: string) =>
  ((await product.askAs(people.contract, 'GET', `${path}/${id}/Deliveries`)).body as { data: ChannelDelivery[] }).data
const list = async (user: User, query = '') =>
  ((await product.askAs(user, 'GET', `${path}${query}`)).body as { data: NotificationChannel[] }).data.map(({ id }) => id)

test('a channel is made, listed and changed without its address ever being answered, stored or logged in clear', async () => {
  const { status, body } = await make({ level: 2, kinds: ['belt', 'condition'], hours: { from: '20:00', to: '6:00' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    officeId: office.office_id,
    type: 'slack',
    isEnabled: true,
    url: `http://${receiver.host}/…7f2c`,
    level: 2,
    kinds: ['condition', 'belt'],
    hours: { from: '20:00', to: '06:00' },
    language: 'ja',
    withNames: false,
    failing: null,
    last: null,
    week: { count: 0, failed: 0 },
  })
  const again = await change({ id: body.id, version: body.version, name: '安全管理', url: body.url, level: 4 })
  expect(again.body).toMatchObject({ name: '安全管理', url: body.url, level: 4, version: 2 })
  expect((await product.askAs(people.contract, 'POST', `${path}/${body.id}/Test`)).body).toMatchObject({ state: 'sent' })
  expect(receiver.received).toHaveLength(1)
  const { rows } = await sql<{ row: string }>`
    select n::text as row from notification_channel n union all select a::text from audit_log a union all select d::text from channel_delivery d`.execute(
    db,
  )
  for (const { row } of rows) expect(row).not.toContain('secretpart')
  expect((await change({ id: body.id, version: 1, name: '古い版' })).status).toBe(412)
  expect((await product.recordedOf('notificationChannel')).map(({ action }) => action)).toEqual(['create', 'update', 'test'])
})

test('each administrator manages the channels of their own place; nobody sees those of another company', async () => {
  const site = await make()
  const whole = await make({ officeId: null })
  const other = await make({ officeId: sibling.office_id })
  expect(whole.body.officeId).toBeNull()
  const own = await make({ officeId: undefined }, people.base)
  expect(own.body.officeId).toBe(office.office_id)
  expect(await list(people.base)).toEqual(expect.arrayContaining([site.body.id, own.body.id]))
  for (const { body } of [whole, other]) {
    expect(await list(people.base)).not.toContain(body.id)
    expect((await one(body.id, people.base)).status).toBe(404)
    expect((await change({ id: body.id, name: 'x' }, people.base)).status).toBe(404)
  }
  const siteOnly = await list(people.contract, `?officeId=${office.office_id}&limit=1000`)
  expect(siteOnly).toEqual(expect.arrayContaining([site.body.id, whole.body.id]))
  expect(siteOnly).not.toContain(other.body.id)
  expect(await list(people.foreignContract)).toEqual([])
  for (const [method, tail] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/Test'],
    ['GET', '/Deliveries'],
    ['GET', '/Preview'],
  ] as const)
    expect((await product.askAs(people.foreignContract, method, `${path}/${site.body.id}${tail}`)).status).toBe(404)
  expect((await make({ officeId: sibling.office_id }, people.base)).status).toBe(404)
  expect((await make({ officeId: undefined }, people.service)).status).toBe(400)
})

test('names go out only where the contract-unit administrator says so, and stop where somebody else changes the destination', async () => {
  const words = ['氏名を送る：契約管理者だけが選べます。社外に氏名を送るかどうかを、会社が決めるためです。契約管理者に連絡してください。']
  for (const user of [people.base, people.service]) expect(await make({ withNames: true }, user)).toEqual({ status: 400, body: words })
  const { body } = await make({ withNames: true })
  expect(body.withNames).toBe(true)
  // What leads to the same place leaves them on.
  expect((await change({ id: body.id, level: 1, withNames: true, url: body.url }, people.base)).body.withNames).toBe(true)
  const elsewhere = await change({ id: body.id, url: `${receiver.url}x`, withNames: true }, people.base)
  expect(elsewhere.body).toMatchObject({ withNames: false, url: `http://${receiver.host}/…f2cx` })
  expect((await change({ id: body.id, withNames: true }, people.base)).body).toEqual(words)
  expect((await change({ id: body.id, withNames: true })).body.withNames).toBe(true)
  const records = await product.recordedOf('notificationChannel')
  expect(records.filter(({ resource_id: id }) => id === body.id).map(({ after }) => after)).toMatchObject([
    { withNames: true },
    { withNames: true },
    { withNames: false, destination: 'replaced' },
    { withNames: true },
  ])
})

test('what is missing or not allowed is named, and nothing is saved', async () => {
  const before = await list(people.contract, '?limit=1000')
  expect((await make({ url: '' })).body).toEqual(['送り先URL：Slackの通知先には必要です。'])
  expect((await make({ type: 'line' })).body).toEqual(['送り先の番号：LINEの通知先には必要です。', 'トークン：LINEの通知先には必要です。'])
  for (const url of ['http://127.0.0.1:9/x', 'https://10.0.0.1/x', 'https://localhost/x', 'http://example.com/x'])
    expect((await make({ url })).status).toBe(400)
  // An address as it is shown is none.
  expect((await make({ url: 'https://hooks.slack.com/…abcd' })).body).toEqual(['送り先URL：https:// で始まるURLを入力してください。'])
  const line = { type: 'line', settings: { room: 'C1' }, url: undefined }
  for (const token of ['トークン', 'one two', 'one\ntwo'])
    expect((await make({ ...line, secrets: { token } })).body).toEqual([
      'トークン：空白と全角文字は使えません。サービスの画面から写し直してください。',
    ])
  expect((await make({ hours: { from: '08:00', to: '08:00' } })).body).toEqual(['終了：開始とは違う時刻を入力してください。'])
  expect(await list(people.contract, '?limit=1000')).toEqual(before)
})

test('another type asks for its own address and secrets; those of the former are forgotten', async () => {
  const { body } = await make()
  expect((await change({ id: body.id, type: 'line' })).status).toBe(400)
  const line = await change({ id: body.id, type: 'line', settings: { room: 'C123' }, secrets: { token: 'very-secret' } })
  expect(line.body).toMatchObject({ type: 'line', url: null, settings: { room: 'C123' }, secretsSet: ['token'] })
  const kept = await change({ id: body.id, settings: { room: 'C456' } })
  expect(kept.body).toMatchObject({ settings: { room: 'C456' }, secretsSet: ['token'] })
  expect((await change({ id: body.id, type: 'teams', url: `http://${receiver.host}/…7f2c` })).status).toBe(400)
  expect((await change({ id: body.id, type: 'slack' })).body).toEqual(['送り先URL：Slackの通知先には必要です。'])
})

test('a trial is sent at once, marked as one, and answers what the channel answered', async () => {
  const { body } = await make()
  const trial = async () => (await product.askAs(people.contract, 'POST', `${path}/${body.id}/Test`)).body as ChannelTestResult
  expect(await trial()).toMatchObject({ state: 'sent', status: 200, reason: null, detail: 'ok' })
  expect(receiver.received[0]?.body).toContain('試し')
  receiver.state.reply = { status: 403, body: 'invalid_token' }
  expect(await trial()).toMatchObject({
    state: 'failed',
    status: 403,
    reason: '送り先に断られました。URLやトークンを作り直してください',
    detail: 'invalid_token',
  })
  const [failed, sent] = await deliveriesOf(body.id)
  expect(failed).toMatchObject({
    state: 'failed',
    test: true,
    reason: '送り先に断られました。URLやトークンを作り直してください',
    detail: 'invalid_token',
    urgency: '危険',
  })
  expect(sent).toMatchObject({ state: 'sent', test: true })
  expect((await one(body.id)).body).toMatchObject({ last: { state: 'failed', status: 403 }, week: { count: 2, failed: 1 } })
})

test('a company sends ten trials a minute, of all its channels together', async () => {
  product.time.now = new Date(product.time.now.getTime() + 61_000)
  const channels = [await make(), await make({}, people.base)]
  const statuses: number[] = []
  for (let trial = 0; trial < 11; trial += 1)
    statuses.push((await product.askAs(people.base, 'POST', `${path}/${channels[1]?.body.id}/Test`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await product.askAs(people.contract, 'POST', `${path}/${channels[0]?.body.id}/Test`)).status).toBe(429)
  product.time.now = new Date(product.time.now.getTime() + 61_000)
  expect((await product.askAs(people.contract, 'POST', `${path}/${channels[0]?.body.id}/Test`)).status).toBe(200)
})

test('a webhook has no hours', async () => {
  const hours = { from: '20:00', to: '6:00' }
  const { body } = await make({ type: 'webhook', hours })
  expect(body).toMatchObject({ type: 'webhook', hours: null })
  expect((await change({ id: body.id, hours })).body).toMatchObject({ hours: null })
})

test('a preview shows the very message, in its language, and the request without what is secret', async () => {
  const { body } = await make({ language: 'vi' })
  const preview = async (query = '') =>
    (await product.askAs(people.contract, 'GET', `${path}/${body.id}/Preview${query}`)).body as ChannelPreview
  const shown = await preview()
  expect(shown.message).toMatchObject({ urgency: 'Nguy hiểm', person: null, level: 3, link: { url: 'https://mimamori.example.jp/home' } })
  expect(shown.request?.url).toBe(`http://${receiver.host}/…7f2c`)
  expect(JSON.stringify(shown)).not.toContain('secretpart')
  expect((await preview('?language=ja&withNames=1&sample=emergency')).message).toMatchObject({
    urgency: '緊急',
    emergency: true,
    person: '見本',
  })
  expect(receiver.received).toEqual([])
})

test('a password in the body of an SMS is neither previewed, logged nor answered', async () => {
  const settings = { preset: 'template', numbers: ['09012345678'], template: 'key={token}&to={to}&text={text}' }
  const { status, body } = await make({ type: 'sms', settings, secrets: { token: 'pass&word 7' } })
  expect(status).toBe(200)
  const { request } = (await product.askAs(people.contract, 'GET', `${path}/${body.id}/Preview`)).body as ChannelPreview
  expect(request?.body).toMatch(/^key=…&to=09012345678&text=/)
  const log = await product.recordedOf('notificationChannel')
  for (const text of [JSON.stringify(body), JSON.stringify(log)]) expect(text).not.toContain('word')
})

test('a channel that is a step of an escalation is not deleted; any other is, with what was sent', async () => {
  const { body } = await make()
  const step = { company_id: office.company_id, type: 'ESCALATION_SETTING', key: 'STEPS', value: `GroupLeader,channel:${body.id}` }
  await db.insertInto('master_setting').values(step).execute()
  const remove = async () => (await product.askAs(people.contract, 'DELETE', `${path}/${body.id}`)).status
  expect(await remove()).toBe(400)
  expect(await change({ id: body.id, type: 'webhook', url: receiver.url })).toEqual({
    status: 400,
    body: ['この通知先は、未対応時の再通知の順番に入っています。マスター設定で順番から外してから、種類をWebhookに変えてください。'],
  })
  await db.deleteFrom('master_setting').execute()
  expect(await remove()).toBe(200)
  expect((await one(body.id)).status).toBe(404)
})

test('a step of an escalation names a channel of the place, or of its whole company', async () => {
  const [own, whole, other] = [await make(), await make({ officeId: null }), await make({ officeId: sibling.office_id })]
  const save = async (id: string, owner = `Office/${office.office_id}`) => {
    const steps = [{ type: 'ESCALATION_SETTING', key: 'STEPS', value: `GroupLeader,channel:${id}` }]
    return (await product.askAs(people.contract, 'PUT', `/api/MasterSetting/${owner}`, steps)).status
  }
  expect(await save(own.body.id)).toBe(200)
  expect(await save(whole.body.id)).toBe(200)
  expect(await save(other.body.id)).toBe(400)
  expect(await save('0123456789abcdef')).toBe(400)
  expect(await save(whole.body.id, `Company/${office.company_id}`)).toBe(200)
  expect(await save(own.body.id, `Company/${office.company_id}`)).toBe(400)
})
