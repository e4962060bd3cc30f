import { expect, test } from 'vitest'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { unlockLogin } from './unlock-login.ts'
import { password, startSignInTests } from './test-sign-in.ts'

const { product, office, makePerson } = await startSignInTests()

const someone = (values: Parameters<typeof makePerson>[1] = {}) => makePerson('User', values)

const login = (username: string, text: string, remoteAddress = '192.0.2.1') =>
  product.ask('POST', '/api/Authenticate/Login', { payload: { username, password: text }, remoteAddress })

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

/** The failures of somebody at one address, or at all others. */
const failedLogins = async (userId: number, address = '') => {
  const place = await product.context.db
    .selectFrom('sign_in_place as p')
    .selectAll()
    .where('p.user_id', '=', userId)
    .where('p.address', '=', address)
    .executeTakeFirstOrThrow()
  return { failed: place.failures, isLocked: place.locked_until !== null }
}

test('the right password opens a session', async () => {
  const { login_id } = await someone()
  const { status, body } = await login(login_id, password)
  expect(status).toBe(200)
  expect(body).toEqual({ token: expect.any(String), refreshToken: expect.any(String), isLockedOut: false })
  const own = await product.ask('GET', '/api/UserInfo', { headers: { authorization: `Bearer ${(body as { token: string }).token}` } })
  expect(own.body).toMatchObject({ userName: login_id })
})

test('the case of a login ID and of the JSON keys does not matter', async () => {
  const { login_id } = await someone()
  const { status } = await product.ask('POST', '/api/Authenticate/Login', {
    payload: { UserName: login_id.toUpperCase(), PASSWORD: password },
  })
  expect(status).toBe(200)
})

test('a login ID counts as it is kept: without the blank that a phone adds, and typed at full width too', async () => {
  const { login_id } = await someone()
  const fullWidth = login_id.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
  for (const typed of [`${login_id} `, `　${fullWidth}`]) expect((await login(typed, password)).status).toBe(200)
  const { status } = await login('　 ', password)
  expect(status).toBe(400)
})

test('a wrong password and an unknown login ID are answered alike', async () => {
  const { login_id } = await someone()
  const wrong = await login(login_id, 'Wrong-1234')
  const unknown = await login('nobody', 'Wrong-1234')
  expect(wrong).toMatchObject({ status: 401, body: ['ログインIDまたはパスワードが違います。'] })
  expect(unknown.body).toEqual(wrong.body)
  expect(unknown.status).toBe(401)
})

test('a deleted account and one without a password cannot sign in', async () => {
  const deleted = await someone({ deleted_at: new Date() })
  const without = await makeUser(product.context.db, 'User', office)
  expect((await login(deleted.login_id, password)).status).toBe(401)
  expect((await login(without.login_id, '')).status).toBe(400)
  expect((await login(without.login_id, password)).status).toBe(401)
})

test('the tenth wrong password in a row locks, which only the right password learns', async () => {
  const { user_id, login_id, full_name } = await someone()
  for (let n = 1; n <= 9; n += 1) await login(login_id, 'Wrong-1234')
  expect(await failedLogins(user_id)).toEqual({ failed: 9, isLocked: false })
  expect((await login(login_id, 'Wrong-1234')).status).toBe(401)
  expect(await failedLogins(user_id)).toEqual({ failed: 10, isLocked: true })
  expect((await login(login_id, 'Wrong-1234')).status).toBe(401)
  const right = await login(login_id, password)
  expect(right).toMatchObject({
    status: 200,
    body: { token: null, refreshToken: null, isLockedOut: true, lockedUntil: expect.any(String) },
  })
  const audit = await product.context.db
    .selectFrom('audit_log')
    .selectAll()
    .where('audit_log.resource_id', '=', String(user_id))
    .where('audit_log.resource', '=', 'user')
    .execute()
  expect(audit).toMatchObject([
    {
      action: 'lock',
      resource: 'user',
      office_id: office.office_id,
      address: '192.0.2.1',
      user_id: null,
      after: { fullName: full_name, isLockedOut: '1' },
    },
  ])
})

test('the operator of the server opens a lock by the login ID, in any case, and the log says so', async () => {
  const { user_id, login_id } = await someone()
  await times(10, () => login(login_id, 'Wrong-1234'))
  expect(await unlockLogin(product.context, ` ${login_id.toUpperCase()}`)).toBe('unlocked')
  expect(await unlockLogin(product.context, login_id)).toBe('notLocked')
  expect(await unlockLogin(product.context, 'nobody')).toBe('unknown')
  expect((await login(login_id, password)).body).toMatchObject({ isLockedOut: false })
  const audit = await product.context.db
    .selectFrom('audit_log')
    .selectAll()
    .where('audit_log.resource_id', '=', String(user_id))
    .where('audit_log.resource', '=', 'user')
    .execute()
  expect(audit).toMatchObject([{ action: 'lock' }, { action: 'unlock', user_id: null, address: 'サーバー', after: { isLockedOut: '0' } }])
})

test('the right password ends the row of wrong ones', async () => {
  const { user_id, login_id } = await someone()
  for (let n = 1; n <= 9; n += 1) await login(login_id, 'Wrong-1234')
  expect((await login(login_id, password)).status).toBe(200)
  expect(await failedLogins(user_id)).toEqual({ failed: 0, isLocked: false })
  await login(login_id, 'Wrong-1234')
  expect(await failedLogins(user_id, '192.0.2.1')).toEqual({ failed: 1, isLocked: false })
})

test('ten wrong passwords at once all count', async () => {
  const { user_id, login_id } = await someone()
  const answers = await times(10, () => login(login_id, 'Wrong-1234'))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(await failedLogins(user_id)).toEqual({ failed: 10, isLocked: true })
})

test('30 failures from one address in ten minutes close the door to it, and to it alone', async () => {
  const { login_id } = await someone()
  for (let n = 1; n <= 30; n += 1) expect((await login(`nobody-${n}`, 'Wrong-1234', '198.51.100.7')).status).toBe(401)
  const refused = await login(login_id, password, '198.51.100.7')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(600)
  expect(refused.body).toEqual(['ログインの失敗が続いています。しばらく待ってから、もう一度お試しください。'])
  expect((await login(login_id, password, '198.51.100.8')).status).toBe(200)

  const before = product.time.now
  product.time.now = new Date(before.getTime() + 10 * 60_000)
  expect((await login(login_id, password, '198.51.100.7')).status).toBe(200)
  product.time.now = before
})

test('failures count for their network over all accounts, also of those who came in from there before', async () => {
  const from = '198.51.100.20'
  const people = [await someone(), await someone(), await someone(), await someone()]
  for (const { login_id } of people) expect((await login(login_id, password, from)).status).toBe(200)
  for (const { login_id } of people.slice(0, 3))
    for (let n = 1; n <= 10; n += 1) expect((await login(login_id, 'Wrong-1234', from)).status).toBe(401)
  for (const { login_id } of people) expect((await login(login_id, password, from)).status).toBe(429)
  expect((await login(people[3]?.login_id ?? '', password, '198.51.100.22')).status).toBe(200)
})

test('of hundreds at once from one address no more are tried than one after another would be', async () => {
  const answers = await times(90, () => login('nobody', 'Wrong-1234', '198.51.100.9'))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60)
})

test('of one address only so many wait for those before them; another does not wait for it', async () => {
  const { login_id } = await someone()
  const flood = times(300, () => login('nobody', 'Wrong-1234', '198.51.100.10'))
  expect((await login(login_id, password, '198.51.100.11')).status).toBe(200)
  const statuses = (await flood).map(({ status }) => status)
  expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length]).toEqual([30, 270])
}, 300_000)

test('failures long past are forgotten', async () => {
  const { db } = product.context
  await db
    .insertInto('login_failure')
    .values({ address: 'long ago', at: new Date(product.time.now.getTime() - 3_600_000) })
    .execute()
  await login('nobody', 'Wrong-1234')
  const rows = await db.selectFrom('login_failure').select('login_failure.address').execute()
  expect(rows).not.toContainEqual({ address: 'long ago' })
  expect(rows).toContainEqual({ address: '192.0.2.1' })
})
