import { message } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeOffice, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { forgetPushesJob } from './forget-pushes.ts'
import { formerBrowsersJob } from './former-browsers.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { testConfig } from '../../platform/test-context.ts'
import { createCourier } from './deliver.ts'
import { startPushing } from './test-pushing.ts'

const at = await startPushing()

beforeEach(() => at.empty())

const stateOf = async (headers: Record<string, string>) => (await at.ask('GET', '/api/Push/Subscription', { headers })).body

test('each session has its own browser, and says which', async () => {
  const office = await at.withBrowser(at.leader, 'office')
  const phone = await at.withBrowser(at.leader, 'phone')
  expect(await stateOf(office.headers)).toEqual({
    publicKey: expect.stringMatching(/^[\w-]{87}$/) as string,
    endpoint: office.browser.endpoint,
  })
  expect(await stateOf(phone.headers)).toMatchObject({ endpoint: phone.browser.endpoint })
  expect((await at.ask('DELETE', '/api/Push/Subscription', { headers: phone.headers })).status).toBe(200)
  expect(await stateOf(phone.headers)).toMatchObject({ endpoint: null })
  expect(await stateOf(office.headers)).toMatchObject({ endpoint: office.browser.endpoint })
})

test('a browser that subscribes again keeps what waits for it', async () => {
  const { headers } = await at.withBrowser(at.leader, 'old')
  await at.tell(at.leader)
  await at.ask('POST', '/api/Push/Subscription', { headers, payload: at.service.browser('new') })
  await at.turn()
  expect(at.service.received.map(({ browser }) => browser)).toEqual(['new'])
})

test('somebody who signs in on a browser takes it over, from whatever company', async () => {
  const { browser } = await at.withBrowser(at.leader, 'shared')
  await at.tell(at.leader)
  const stranger = await makeUser(at.context.db, 'HeadquartersAdmin', await makeOffice(at.context.db))
  const { headers } = await signInAs(at.context, stranger.user_id)
  await Promise.all([1, 2, 3].map(() => at.ask('POST', '/api/Push/Subscription', { headers, payload: browser })))
  expect(await at.browsers()).toMatchObject([{ company_id: stranger.company_id, endpoint: browser.endpoint }])
  expect(await at.tell(at.leader)).toEqual(new Set())
  await at.turn()
  expect(at.service.received).toEqual([])
})

test('notices end 90 days after the last sign-in of their browser, and begin again with the next one', async () => {
  const { sessionId, browser } = await at.withBrowser(at.leader, 'phone')
  const sessions = async () => {
    const { headers } = await signInAs(at.context, at.leader.user_id)
    const { body } = await at.ask('GET', '/api/Session', { headers })
    return (body as { data: { sessionId: string; receivesNotices: boolean }[] }).data.find((one) => one.sessionId === sessionId)
  }
  at.later(90 * 86_400 - 1)
  expect(await at.tell(at.leader)).toEqual(new Set([at.leader.user_id]))
  expect(await sessions()).toMatchObject({ receivesNotices: true })
  at.later(1)
  // What waits since then is not sent either.
  await at.turn()
  expect(at.service.received).toEqual([])
  expect(await at.tell(at.leader)).toEqual(new Set())
  expect(await sessions()).toBeUndefined()
  await takeTurn(at.context, forgetPushesJob)
  expect(await at.browsers()).toEqual([])
  const { headers } = await signInAs(at.context, at.leader.user_id)
  await at.ask('POST', '/api/Push/Subscription', { headers, payload: browser })
  expect(await at.tell(at.leader)).toEqual(new Set([at.leader.user_id]))
})

test('a browser is notified a week and a day before its notices end, each once', async () => {
  await at.withBrowser(at.leader, 'phone')
  const notices = async () => {
    await takeTurn(at.context, forgetPushesJob)
    await at.turn()
    return at.service.received.map(({ notice }) => notice.title)
  }
  at.later(83 * 86_400 - 1)
  expect(await notices()).toEqual([])
  at.later(1)
  const week = '【見守り】この端末への通知は、あと7日で止まります'
  expect(await notices()).toEqual([week])
  at.later(3_600)
  expect(await notices()).toEqual([week])
  at.later(6 * 86_400)
  const both = [week, '【見守り】この端末への通知は、あと1日で止まります']
  expect(await notices()).toEqual(both)
  expect(await notices()).toEqual(both)
})

test('somebody who took a browser over while its former reader could not be reached keeps it alone', async () => {
  const { browser } = await at.withBrowser(at.leader, 'shared')
  at.later(1)
  const stranger = await makeUser(at.context.db, 'HeadquartersAdmin', await makeOffice(at.context.db))
  const there = await at.withBrowser(stranger, 'elsewhere')
  await at.context.db
    .updateTable('push_subscription')
    .set({ endpoint: browser.endpoint })
    .where('push_subscription.company_id', '=', stranger.company_id)
    .execute()
  await at.withBrowser(at.leader, 'own')
  await takeTurn(at.context, formerBrowsersJob)
  expect(await at.browsers()).toMatchObject([
    { company_id: stranger.company_id, session_id: there.sessionId },
    { company_id: at.leader.company_id, endpoint: expect.stringMatching(/own$/) as string },
  ])
})

test('logging out ends it, whatever the console does', async () => {
  const password = 'Plot-1234'
  const user = await makeUser(at.context.db, 'HeadquartersAdmin', at.office, { password })
  const login = await at.ask('POST', '/api/Authenticate/Login', { payload: { username: user.login_id, password } })
  const { token, refreshToken } = login.body as { token: string; refreshToken: string }
  const headers = { authorization: `Bearer ${token}` }
  await at.ask('POST', '/api/Push/Subscription', { headers, payload: at.service.browser('gate') })
  expect(await at.tell(user)).toEqual(new Set([user.user_id]))
  await at.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken } })
  expect(await at.tell(user)).toEqual(new Set())
  await at.turn()
  expect(at.service.received).toEqual([])
})

test.each([
  'http://push.example.com/1',
  'https://127.0.0.1/1',
  'https://[::1]/1',
  'https://localhost/1',
  'https://10.0.0.7/1',
  'https://169.254.169.254/latest/meta-data',
  'https://push.example.com:8443/1',
  'https://u:p@push.example.com/1',
  'file:///etc/passwd',
  'none',
])('the server does not go to %s for a browser', async (endpoint) => {
  const { answer } = await at.withBrowser(at.leader, 'gate', { endpoint })
  expect(answer).toMatchObject({ status: 400, body: ['このブラウザーの通知の宛先には送れません。ほかのブラウザーで試してください。'] })
  expect(await at.browsers()).toEqual([])
})

test('an address that was stored is looked at again when it is called', async () => {
  const courier = createCourier({ pushHosts: [] })
  const wire = { endpoint: `http://${at.service.host}/gate`, headers: {}, body: Buffer.alloc(0) }
  expect(await courier.deliver(wire, new AbortController().signal)).toMatchObject({ status: 0, error: 'address not allowed' })
  courier.close()
})

test('a key that is none is refused', async () => {
  const { headers } = await signInAs(at.context, at.leader.user_id)
  const { endpoint, keys } = at.service.browser('gate')
  const post = (over: object) => at.ask('POST', '/api/Push/Subscription', { headers, payload: { endpoint, keys: { ...keys, ...over } } })
  expect((await post({ p256dh: 'A'.repeat(87) })).status).toBe(400)
  expect((await post({ auth: 'short' })).status).toBe(400)
  expect(await at.browsers()).toEqual([])
})

test('one tries it out on oneself, in this browser, and not without end', async () => {
  const here = await at.withBrowser(at.leader, 'here')
  await at.withBrowser(at.leader, 'there')
  const ask = () => at.ask('POST', '/api/Push/Test', { headers: here.headers })
  expect(await ask()).toMatchObject({ status: 200, body: { queued: true } })
  await at.turn()
  expect(at.service.received).toMatchObject([{ browser: 'here', notice: { title: '【見守り】通知のテスト　13:00', url: '/user' } }])
  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) statuses.push((await ask()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  at.later(61)
  expect((await ask()).status).toBe(200)
  const { headers } = await signInAs(at.context, at.leader.user_id)
  expect((await at.ask('POST', '/api/Push/Test', { headers })).body).toEqual({ queued: false })
})

test('without a sender a subscription and a test are refused with the reason, and nothing is queued', async () => {
  const { headers, browser } = await at.withBrowser(at.leader, 'gate')
  const senderless = { ...at.context, config: testConfig({ pushHosts: [at.service.host] }) }
  const app = await buildApp(senderless)
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    return { status: statusCode, body: JSON.parse(body) as unknown }
  }
  const refused = { status: 400, body: [message('pushNoSender')] }
  expect((await ask('GET', '/api/Push/Subscription')).body).toEqual({ publicKey: null, endpoint: browser.endpoint })
  expect(await ask('POST', '/api/Push/Subscription', browser)).toEqual(refused)
  expect(await ask('POST', '/api/Push/Test')).toEqual(refused)
  const { user_id: userId, company_id: companyId } = at.leader
  const pushes = [{ companyId, userId, at: at.time.now, payload: at.notice() }]
  expect(await queuePush(senderless, pushes)).toEqual(new Set())
  expect(await at.rows()).toEqual([])
  expect(await queuePush(at.context, pushes)).toEqual(new Set([userId]))
  expect((await ask('DELETE', '/api/Push/Subscription')).status).toBe(200)
  await app.close()
})
