import { expect, test } from 'vitest'
import { makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople, goodPassword, workerForm } from './test-people.ts'

const people = await addPeople(await startTestApp())

const disable = (actor: { user_id: number }, userId: number) => people.call(actor, 'PUT', `/api/UserRole/Disable/${userId}`)
const enable = (actor: { user_id: number }, userId: number) => people.call(actor, 'PUT', `/api/UserRole/Enable/${userId}`)
const signIn = (username: string, password = goodPassword) =>
  people.ask('POST', '/api/Authenticate/Login', { headers: {}, payload: { username, password } })
const isDisabled = async (userId: number) =>
  ((await people.call(people.service, 'GET', `/api/UserRole/${userId}`)).body as { isDisabled: boolean }).isDisabled

test('a disabled account is signed out everywhere, cannot sign in, stays in the lists, and can be enabled again', async () => {
  const { db, office, base } = people
  const worker = await makeUser(db, 'User', office, { password: goodPassword })
  const { body } = await signIn(worker.login_id)
  const { token, refreshToken } = body as { token: string; refreshToken: string }
  const headers = { authorization: `Bearer ${token}` }
  expect(await disable(base, worker.user_id)).toMatchObject({ status: 200, body: {} })
  expect((await people.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
  expect((await people.ask('POST', '/api/Authenticate/refresh', { headers: {}, payload: { refreshToken } })).status).toBe(401)
  expect(await signIn(worker.login_id)).toMatchObject({
    status: 403,
    body: ['このアカウントは停止されています。拠点または契約の管理者に連絡してください。'],
  })
  // Only the right password learns of it.
  expect((await signIn(worker.login_id, 'Wrong-1234')).status).toBe(401)
  const listed = await people.call(base, 'GET', `/api/UserRole?isDisabled=1&officeId=${office.office_id}`)
  expect(listed.body).toMatchObject({ count: 1, data: [{ userId: worker.user_id, isDisabled: true }] })
  expect((await disable(base, worker.user_id)).status).toBe(200)
  expect((await enable(base, worker.user_id)).status).toBe(200)
  expect((await enable(base, worker.user_id)).status).toBe(200)
  expect((await signIn(worker.login_id)).status).toBe(200)
  const entries = await db.selectFrom('audit_log').selectAll().where('audit_log.resource_id', '=', String(worker.user_id)).execute()
  const says = { user_name: base.login_id, company_id: office.company_id, office_id: office.office_id }
  expect(entries.filter(({ action }) => ['disable', 'enable'].includes(action))).toMatchObject([
    { ...says, action: 'disable', before: { isDisabled: '0' }, after: { fullName: worker.full_name, isDisabled: '1' } },
    { ...says, action: 'enable', before: { isDisabled: '1' }, after: { fullName: worker.full_name, isDisabled: '0' } },
  ])
})

test('only those above disable somebody, and nobody themselves', async () => {
  const { db, office, base, service, beside } = people
  const [peer, other] = [await makeUser(db, 'HeadquartersAdmin', office), await makeUser(db, 'User', beside)]
  expect((await disable(base, peer.user_id)).status).toBe(404)
  expect((await disable(base, other.user_id)).status).toBe(404)
  expect((await enable(base, other.user_id)).status).toBe(404)
  expect(await disable(base, base.user_id)).toMatchObject({ status: 400, body: ['自分自身のアカウントは停止できません。'] })
  expect(await isDisabled(peer.user_id)).toBe(false)
  expect((await disable(service, peer.user_id)).status).toBe(200)
})

test('of two service administrators who disable each other at once, one is left', async () => {
  const { db, context } = people
  const [one, other] = [await makeUser(db, 'AdminUnitService'), await makeUser(db, 'AdminUnitService')]
  await db
    .updateTable('app_user')
    .set({ disabled_at: people.time.now })
    .where('role', '=', 'AdminUnitService')
    .where('user_id', 'not in', [one.user_id, other.user_id])
    .execute()
  const [asOne, asOther] = [await signInAs(context, one.user_id), await signInAs(context, other.user_id)]
  const ask = (headers: Record<string, string>, { user_id }: { user_id: number }) =>
    people.ask('PUT', `/api/UserRole/Disable/${user_id}`, { headers })
  const answers = await Promise.all([ask(asOne.headers, other), ask(asOther.headers, one)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await db
    .selectFrom('app_user as u')
    .select('u.user_id')
    .where('u.role', '=', 'AdminUnitService')
    .where('u.disabled_at', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
  await db.updateTable('app_user').set({ disabled_at: null }).where('role', '=', 'AdminUnitService').execute()
})

test('a disabled account that moves to another company stays disabled there', async () => {
  const { db, office, elsewhere, service } = people
  const worker = await makeUser(db, 'User', office)
  expect((await disable(service, worker.user_id)).status).toBe(200)
  const moved = await people.call(service, 'PUT', `/api/UserRole/${worker.user_id}`, workerForm(elsewhere, worker.login_id))
  expect(moved).toMatchObject({ status: 200, body: { isDisabled: true } })
})
