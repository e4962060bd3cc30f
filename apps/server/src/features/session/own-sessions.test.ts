import type { AnswerOf, sessions } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Sessions = AnswerOf<typeof sessions.own>

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const password = 'Right-1234'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'

const makeWorker = () => makeUser(product.context.db, 'User', office, { password })

const signIn = async (username: string, remoteAddress: string, userAgent: string) => {
  const { body } = await product.ask('POST', '/api/Authenticate/Login', {
    payload: { username, password },
    remoteAddress,
    headers: { 'user-agent': userAgent },
  })
  const { token, refreshToken } = body as { token: string; refreshToken: string }
  return { headers: { authorization: `Bearer ${token}` }, refreshToken }
}

const list = async (headers: Record<string, string>) => (await product.ask('GET', '/api/Session', { headers })).body as Sessions

const pass = (minutes: number) => {
  product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
}

test('one sees where one is signed in, on what, since when and when it was last used', async () => {
  product.time.now = new Date('2026-07-20T09:00:00+09:00')
  const { login_id } = await makeWorker()
  const atDesk = await signIn(login_id, '192.0.2.5', desk)
  pass(10)
  const onPhone = await signIn(login_id, '198.51.100.7', phone)
  pass(5)
  const { body } = await product.ask('POST', '/api/Authenticate/refresh', {
    payload: { refreshToken: atDesk.refreshToken },
    remoteAddress: '192.0.2.6',
  })
  expect(body).toHaveProperty('token')
  const seen = await list(onPhone.headers)
  expect(seen.count).toBe(2)
  expect(seen.data).toMatchObject([
    {
      browser: 'WindowsのEdge',
      address: '192.0.2.5',
      lastAddress: '192.0.2.6',
      signedInAt: '2026-07-20T09:00:00+09:00',
      usedAt: '2026-07-20T09:15:00+09:00',
      expiresAt: '2026-08-03T09:15:00+09:00',
      isCurrent: false,
      receivesNotices: false,
    },
    { browser: 'iPhoneのSafari', address: '198.51.100.7', lastAddress: '198.51.100.7', isCurrent: true },
  ])
})

test('one ends a session of one’s own, on record; nobody else’s, and none twice', async () => {
  const own = await makeWorker()
  const [here, lost] = [await signIn(own.login_id, '192.0.2.5', desk), await signIn(own.login_id, '192.0.2.5', phone)]
  const lostId = (await list(lost.headers)).data.find(({ isCurrent }) => isCurrent)?.sessionId
  const stranger = await product.as(await makeWorker())
  const end = (headers: Record<string, string>, id: string | undefined) => product.ask('DELETE', `/api/Session/${id}`, { headers })
  expect((await end(stranger, lostId)).status).toBe(404)
  expect((await list(lost.headers)).count).toBe(2)
  expect(await end(here.headers, lostId)).toMatchObject({ status: 200, body: {} })
  expect((await product.ask('GET', '/api/UserInfo', { headers: lost.headers })).status).toBe(401)
  expect((await product.ask('POST', '/api/Authenticate/refresh', { payload: { refreshToken: lost.refreshToken } })).status).toBe(401)
  expect((await list(here.headers)).count).toBe(1)
  expect((await end(here.headers, lostId)).status).toBe(404)
  expect((await end(here.headers, 'x')).status).toBe(400)
  const ended = (await product.recordedOf('user')).filter(({ resource_id }) => resource_id === String(own.user_id))
  expect(ended).toMatchObject([{ action: 'endSession', user_name: own.login_id, after: { fullName: own.full_name, endedSessions: 1 } }])
})

test('one ends all one’s own sessions except the current one', async () => {
  const { login_id } = await makeWorker()
  const others = [await signIn(login_id, '192.0.2.5', desk), await signIn(login_id, '192.0.2.5', phone)]
  const here = await signIn(login_id, '192.0.2.5', desk)
  expect((await product.ask('DELETE', '/api/Session', { headers: here.headers })).status).toBe(200)
  for (const { headers } of others) expect((await product.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
  expect((await list(here.headers)).data).toMatchObject([{ isCurrent: true }])
})

test('a session that ran out is listed only while its browser is sent notices', async () => {
  const { db } = product.context
  const person = await makeWorker()
  const [ended, forgotten] = [await signIn(person.login_id, '192.0.2.5', phone), await signIn(person.login_id, '192.0.2.5', desk)]
  const idOf = async ({ headers }: typeof ended) => (await list(headers)).data.find(({ isCurrent }) => isCurrent)?.sessionId ?? ''
  const [endedId, forgottenId] = [await idOf(ended), await idOf(forgotten)]
  const browser = { endpoint: 'https://push.example.com/own', p256dh: 'p', auth: 'a', created_at: product.time.now }
  await db
    .insertInto('push_subscription')
    .values({ company_id: person.company_id, session_id: endedId, ...browser })
    .execute()
  pass(15 * 24 * 60)
  const now = await signIn(person.login_id, '192.0.2.5', desk)
  const seen = await list(now.headers)
  expect(seen.data.map(({ sessionId }) => sessionId)).not.toContain(forgottenId)
  expect(seen.data).toMatchObject([{ isCurrent: true }, { sessionId: endedId, receivesNotices: true }])
})

test('a browser’s endless name of itself is cut', async () => {
  const person = await makeWorker()
  const { headers } = await signIn(person.login_id, '192.0.2.5', `${desk} ${'x'.repeat(10_000)}`)
  expect((await list(headers)).data).toMatchObject([{ browser: 'WindowsのEdge' }])
  const { user_agent } = await product.context.db
    .selectFrom('session as s')
    .select('s.user_agent')
    .where('s.user_id', '=', person.user_id)
    .executeTakeFirstOrThrow()
  expect(user_agent).toHaveLength(400)
})
