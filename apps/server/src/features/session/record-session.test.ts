import { beforeEach, expect, test } from 'vitest'
import { providerId } from '../../shared/organisation/keys.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { startTestApp } from '../../test-app.ts'
import { recordFailedSignIn } from './record-failure.ts'
import { logFailedSignInsJob } from './log-failed-sign-ins.ts'

const product = await startTestApp()
let user: Awaited<ReturnType<typeof makeUser>>
const password = 'Right-1234'

beforeEach(async () => {
  const { db } = product.context
  await db.deleteFrom('audit_log').execute()
  await db.deleteFrom('login_failure').execute()
  await db.deleteFrom('failed_sign_in').execute()
  user = await makeUser(db, 'GroupLeader', await makeOffice(db), { password })
})

const post = (call: string, payload: object) => product.ask('POST', `/api/Authenticate/${call}`, { payload, remoteAddress: '192.0.2.7' })
const signIn = async (text = password, username = user.login_id) => {
  const { status, body } = await post('Login', { username, password: text })
  return { status, ...(body as { token: string; refreshToken: string }) }
}
const recorded = async () => {
  await takeTurn(product.context, logFailedSignInsJob)
  return product.recordedOf('session')
}
const actions = async () => (await recorded()).map(({ action }) => action)

test('sign-ins and sign-outs are on the log of the company, with their network', async () => {
  const { refreshToken } = await signIn()
  await post('Logout', { refreshToken })
  await post('Logout', { refreshToken })
  await post('Logout', { refreshToken: 'nobody' })
  const own = {
    company_id: user.company_id,
    office_id: user.office_id,
    resource_id: String(user.user_id),
    user_name: user.login_id,
    after: { fullName: user.full_name },
  }
  expect(await recorded()).toEqual([
    { ...own, action: 'signIn', resource: 'session', before: null },
    { ...own, action: 'signOut', resource: 'session', before: null },
  ])
  const { address } = await product.context.db.selectFrom('audit_log as a').select('a.address').limit(1).executeTakeFirstOrThrow()
  expect(address).toBe('192.0.2.7')
})

test('so is a wrong password, under nobody, and the right one of a locked account', async () => {
  expect((await signIn('Wrong-1234')).status).toBe(401)
  const failed = { action: 'signInFailed', company_id: user.company_id, resource_id: String(user.user_id), user_name: '（未ログイン）' }
  expect(await recorded()).toMatchObject([{ ...failed, after: { fullName: user.full_name } }])
  for (let n = 2; n <= 10; n += 1) await signIn('Wrong-1234')
  await signIn()
  expect(await recorded()).toMatchObject([{ ...failed }, { ...failed, after: { fullName: user.full_name, isLockedOut: '1' } }])
})

const anHour = 60 * 60_000
const passAnHour = () => {
  product.time.now = new Date(product.time.now.getTime() + anHour)
}

test('those that follow from the same network within the hour are counted, and recorded in one entry once it is over', async () => {
  const began = product.time.now
  for (let n = 0; n < 3; n += 1) {
    await signIn('Wrong-1234')
    product.time.now = new Date(product.time.now.getTime() + 60_000)
  }
  expect(await actions()).toEqual(['signInFailed'])
  passAnHour()
  const [first, last] = [toJapanIso(began), toJapanIso(new Date(began.getTime() + 120_000))]
  expect((await recorded()).map(({ after }) => after)).toEqual([
    { fullName: user.full_name },
    { fullName: user.full_name, failures: 3, firstFailedAt: first, lastFailedAt: last },
  ])
  passAnHour()
  await signIn('Wrong-1234')
  expect(await actions()).toEqual(['signInFailed', 'signInFailed', 'signInFailed'])
  passAnHour()
  // Only one has been recorded.
  expect(await actions()).toHaveLength(3)
})

test('the first is logged by a job within seconds, under its own time and address, and half an hour back at most', async () => {
  const { db, clock } = product.context
  const person = { companyId: user.company_id, userId: user.user_id }
  const first = clock()
  const ten = Array.from({ length: 10 }, (_, n) => `198.51.${n}.1`)
  for (const address of [...ten, '203.0.113.1', '203.0.113.2']) {
    await recordFailedSignIn(db, person, { at: clock(), address })
    product.time.now = new Date(product.time.now.getTime() + 1_000)
  }
  expect(logFailedSignInsJob.everySeconds).toBeLessThanOrEqual(5)
  await takeTurn(product.context, logFailedSignInsJob)
  const entries = () => db.selectFrom('audit_log as a').select(['a.at', 'a.address']).orderBy('a.audit_id').execute()
  expect(await entries()).toEqual([...ten, '203.0.113.1'].map((address, n) => ({ at: new Date(first.getTime() + n * 1_000), address })))
  await recordFailedSignIn(db, undefined, { at: clock(), address: '192.0.2.9' })
  passAnHour()
  await takeTurn(product.context, logFailedSignInsJob)
  expect((await entries())[11]).toEqual({ at: new Date(product.time.now.getTime() - anHour / 2), address: '192.0.2.9' })
})

test('a guesser with ever new addresses fills the log with no more than some entries an hour', async () => {
  const { db, clock } = product.context
  const fail = async (person?: { companyId: number; userId: number }) => {
    for (let n = 0; n < 40; n += 1) await recordFailedSignIn(db, person, { at: clock(), address: `2001:db8:0:${n}::1` })
  }
  await fail({ companyId: user.company_id, userId: user.user_id })
  await fail()
  expect(await actions()).toHaveLength(22)
  passAnHour()
  const summarised = await recorded()
  expect(summarised).toHaveLength(24)
  expect(summarised.slice(-2).map(({ after }) => after)).toMatchObject([{ failures: 30 }, { failures: 30 }])
})

test('somebody who finds an open session and guesses its password is on the log too', async () => {
  const headers = await product.as(user)
  const payload = { oldPassword: 'Wrong-1234', newPassword: 'Other-5678', confirmNewPassword: 'Other-5678' }
  for (let n = 0; n < 3; n += 1)
    await product.ask('POST', '/api/Authenticate/ChangePassword', { headers, payload, remoteAddress: '192.0.2.7' })
  const entry = { action: 'ownPasswordWrong', company_id: user.company_id, resource_id: String(user.user_id), user_name: user.login_id }
  expect(await recorded()).toMatchObject([{ ...entry, after: { fullName: user.full_name } }])
  passAnHour()
  expect((await recorded()).at(-1)).toMatchObject({ ...entry, after: { failures: 3 } })
})

test('a login ID that nobody has is on the log of the provider, without what was typed', async () => {
  await signIn('Wrong-1234', 'Secret-in-the-wrong-field-1')
  expect(await recorded()).toMatchObject([
    { action: 'signInFailed', company_id: providerId, office_id: null, resource_id: '不明なログインID', after: null },
  ])
  const all = await product.context.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify(all)).not.toMatch(/Secret-in|Wrong-1234/i)
})

test('a session that ends since its token was copied is on the log', async () => {
  const { refreshToken } = await signIn()
  const { body } = await post('refresh', { refreshToken })
  await post('refresh', { refreshToken: (body as { refreshToken: string }).refreshToken })
  expect((await post('refresh', { refreshToken })).status).toBe(401)
  await post('refresh', { refreshToken })
  expect(await actions()).toEqual(['signIn', 'replay'])
  expect((await recorded())[1]).toMatchObject({
    resource_id: String(user.user_id),
    user_name: '（未ログイン）',
    company_id: user.company_id,
  })
})
