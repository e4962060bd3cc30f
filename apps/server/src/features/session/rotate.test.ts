import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { buildApp } from '../../app.ts'
import type { Secrets } from '../../platform/config/operation-variables.ts'
import { startTestApp } from '../../test-app.ts'

type Pair = { token: string; refreshToken: string }

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const password = 'Right-1234'

const signIn = async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username: user.login_id, password } })
  return { user, first: body as Pair }
}

const refresh = async (refreshToken: string, accessToken?: string) => {
  const { status, body } = await product.ask('POST', '/api/Authenticate/refresh', { payload: { refreshToken, accessToken } })
  return { status, pair: body as Pair }
}

const isAlive = async ({ token }: Pair) =>
  (await product.ask('GET', '/api/UserInfo', { headers: { authorization: `Bearer ${token}` } })).status === 200

const pass = (seconds: number) => {
  product.time.now = new Date(product.time.now.getTime() + seconds * 1_000)
}

const sessionOf = (userId: number) =>
  product.context.db.selectFrom('session').selectAll().where('session.user_id', '=', userId).executeTakeFirstOrThrow()

test('a refresh gives a new pair', async () => {
  const { first } = await signIn()
  pass(1)
  const second = await refresh(first.refreshToken, first.token)
  expect(second.status).toBe(200)
  expect(second.pair.refreshToken).not.toBe(first.refreshToken)
  expect(second.pair.token).not.toBe(first.token)
  expect(await isAlive(second.pair)).toBe(true)
})

test('an access token is good for 15 minutes', async () => {
  const { first } = await signIn()
  pass(15 * 60 - 1)
  expect(await isAlive(first)).toBe(true)
  pass(1)
  expect(await isAlive(first)).toBe(false)
})

test('two refreshes at once give the same pair', async () => {
  const { first } = await signIn()
  const both = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken), refresh(first.refreshToken)])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(both[1]).toEqual(both[0])
  expect(both[2]).toEqual(both[0])
})

test('the token before gives the same pair after 59 seconds', async () => {
  const { first } = await signIn()
  const second = await refresh(first.refreshToken)
  pass(59)
  expect(await refresh(first.refreshToken)).toEqual(second)
})

test('after 61 seconds the token before is a replay, which ends the session for everybody', async () => {
  const { user, first } = await signIn()
  const second = await refresh(first.refreshToken)
  pass(61)
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await refresh(second.pair.refreshToken)).status).toBe(401)
  expect(await isAlive(second.pair)).toBe(false)
  expect(await sessionOf(user.user_id)).toMatchObject({ ended_reason: 'replay', ended_at: product.time.now })
})

test('a token two rotations old is a replay at once', async () => {
  const { user, first } = await signIn()
  const second = await refresh(first.refreshToken)
  const third = await refresh(second.pair.refreshToken)
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect(await isAlive(third.pair)).toBe(false)
  expect((await sessionOf(user.user_id)).ended_reason).toBe('replay')
})

test('a refused refresh tells the holder why the session ended', async () => {
  const admin = await makeUser(product.context.db, 'HeadquartersAdmin', office)
  const refusalOf = async ({ refreshToken }: Pair) => {
    const { status, body } = await product.ask('POST', '/api/Authenticate/refresh', { payload: { refreshToken } })
    return [status, body]
  }
  const byAdmin = await signIn()
  expect((await product.askAs(admin, 'DELETE', `/api/UserRole/Session/${byAdmin.user.user_id}`)).status).toBe(200)
  expect(await refusalOf(byAdmin.first)).toEqual([401, ['管理者が、この端末のログインを終えました。もう一度ログインしてください。']])

  const disabled = await signIn()
  expect((await product.askAs(admin, 'PUT', `/api/UserRole/Disable/${disabled.user.user_id}`)).status).toBe(200)
  expect(await refusalOf(disabled.first)).toEqual([401, ['このアカウントは停止されています。拠点または契約の管理者に連絡してください。']])

  const left = await signIn()
  await product.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken: left.first.refreshToken } })
  expect(await refusalOf(left.first)).toEqual([401, ['ログインの有効期限が切れました。もう一度ログインしてください。']])

  // A token that only names the session says nothing of it.
  const [companyId, sessionId] = byAdmin.first.refreshToken.split('.')
  const forged = { token: '', refreshToken: `${companyId}.${sessionId}.0.${randomBytes(32).toString('base64url')}` }
  expect(await refusalOf(forged)).toEqual([401, ['ログインの有効期限が切れました。もう一度ログインしてください。']])
})

test('a token nobody was given is refused and ends nothing', async () => {
  const { first } = await signIn()
  const [sessionId] = first.refreshToken.split('.')
  for (const forged of [
    '',
    'x',
    `${sessionId}.0.${randomBytes(32).toString('base64url')}`,
    `${sessionId}.5.${first.refreshToken.split('.')[2]}`,
  ])
    expect([400, 401]).toContain((await refresh(forged)).status)
  expect(await isAlive(first)).toBe(true)
})

test('a refresh token is good for 14 days, counted again from each use', async () => {
  const { first } = await signIn()
  pass(14 * 86_400 - 1)
  const second = await refresh(first.refreshToken)
  expect(second.status).toBe(200)
  pass(14 * 86_400)
  expect((await refresh(second.pair.refreshToken)).status).toBe(401)
})

test('a session ends 30 days after the sign-in, however often it is renewed', async () => {
  const { first } = await signIn()
  let pair = first
  for (const days of [10, 10, 10]) {
    pass(days * 86_400 - 1)
    const next = await refresh(pair.refreshToken)
    expect(next.status).toBe(200)
    pair = next.pair
  }
  pass(2)
  expect(await isAlive(pair)).toBe(true)
  pass(2)
  expect(await isAlive(pair)).toBe(false)
  expect((await refresh(pair.refreshToken)).status).toBe(401)
})

test('only the hash of a refresh token is kept', async () => {
  const { user, first } = await signIn()
  const row = await sessionOf(user.user_id)
  expect(row.token_hash).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(first.refreshToken.split('.').at(-1))
})

test('signing out ends the session; doing it twice, or with nonsense, is no error', async () => {
  const { user, first } = await signIn()
  const out = () => product.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken: first.refreshToken } })
  expect(await out()).toMatchObject({ status: 200, body: {} })
  expect(await isAlive(first)).toBe(false)
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await out()).status).toBe(200)
  expect((await sessionOf(user.user_id)).ended_reason).toBe('logout')
  expect((await product.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken: 'x' } })).status).toBe(200)
})

test('a deleted person is out at once', async () => {
  const { user, first } = await signIn()
  await product.context.db
    .updateTable('app_user')
    .set({ deleted_at: product.time.now })
    .where('app_user.user_id', '=', user.user_id)
    .execute()
  expect(await isAlive(first)).toBe(false)
  expect((await refresh(first.refreshToken)).status).toBe(401)
})

test('what an older secret signed stays good, and new tokens need only the newest', async () => {
  const { first } = await signIn()
  const { context } = product
  const [older] = context.config.jwtSecrets
  const newer = 'a newer secret that only tests know'
  const under = async (...jwtSecrets: Secrets) => {
    const app = await buildApp({ ...context, config: { ...context.config, jwtSecrets } })
    const refreshed = await app.inject({
      method: 'POST',
      url: '/api/Authenticate/refresh',
      payload: { refreshToken: pairs.at(-1)?.refreshToken },
    })
    await app.close()
    return refreshed
  }
  const pairs: Pair[] = [first]
  const both = await under(newer, older)
  expect(both.statusCode).toBe(200)
  pairs.push(both.json<Pair>())
  expect(await isAlive(first)).toBe(true)
  expect(await isAlive(pairs[1] as Pair)).toBe(false)
  const alone = await under(newer)
  expect(alone.statusCode).toBe(200)
  expect((await under(older)).statusCode).toBe(401)
})

test('the token before gives the same pair although the secret was replaced meanwhile', async () => {
  const { first } = await signIn()
  const second = await refresh(first.refreshToken)
  const { context } = product
  const jwtSecrets = ['a newer secret that only tests know', ...context.config.jwtSecrets] as const
  const app = await buildApp({ ...context, config: { ...context.config, jwtSecrets } })
  const again = await app.inject({ method: 'POST', url: '/api/Authenticate/refresh', payload: { refreshToken: first.refreshToken } })
  await app.close()
  expect(again.json<Pair>().refreshToken).toBe(second.pair.refreshToken)
})
