import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import type { makeUser } from '../../shared/organisation/test-factories.ts'
import { hashPassword } from '../../platform/secrets/password.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { codeOf, enrolTotp } from './second-factor/test-app-of.ts'
import { password, startSignInTests } from './test-sign-in.ts'

const { product, makePerson } = await startSignInTests()

type Person = Awaited<ReturnType<typeof makeUser>>
const someone = () => makePerson('User')

const login = (person: Person, text = password) =>
  product.ask('POST', '/api/Authenticate/Login', { payload: { username: person.login_id, password: text } })

/** Somebody else resets a person's password just as a call of that person has passed the old one and is about to continue. */
const resetDuring = async <Answer>({ company_id: companyId, user_id: userId }: Person, call: () => Promise<Answer>): Promise<Answer> => {
  const { db, clock } = product.context
  const password_hash = await hashPassword('Reset-5678')
  const reset = await db.startTransaction().execute()
  await reset.updateTable('app_user').set({ password_hash }).where('company_id', '=', companyId).where('user_id', '=', userId).execute()
  const answer = call()
  await expect.poll(async () => (await sql.raw(waitingForLocks).execute(db)).rows).toHaveLength(1)
  await endSessions(reset, { companyId, userId }, 'all', 'passwordChanged', clock())
  await reset.commit().execute()
  return answer
}

const openSessionsOf = ({ user_id }: Person) =>
  product.context.db.selectFrom('session').select('session_id').where('user_id', '=', user_id).where('ended_at', 'is', null).execute()

test('a sign-in with the password of before opens no session', async () => {
  const person = await someone()
  expect(await resetDuring(person, () => login(person))).toMatchObject({ status: 401, body: ['ログインIDまたはパスワードが違います。'] })
  expect(await openSessionsOf(person)).toEqual([])
  expect((await login(person, 'Reset-5678')).status).toBe(200)
})

test('nor does it come to the second step', async () => {
  const person = await someone()
  await enrolTotp(product, person, password)
  expect(await resetDuring(person, () => login(person))).toMatchObject({ status: 401, body: ['ログインIDまたはパスワードが違います。'] })
})

test('a second step under way opens no session', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const { ticket } = ((await login(person)).body as { secondFactor: { ticket: string } }).secondFactor
  const payload = { ticket, code: codeOf(product, secret) }
  const step = () => product.ask('POST', '/api/Authenticate/SecondFactor', { payload })
  expect((await resetDuring(person, step)).status).toBe(401)
  expect(await openSessionsOf(person)).toEqual([])
})

test('a change of the own password does not undo a reset', async () => {
  const person = await someone()
  const headers = await product.as(person)
  const payload = { oldPassword: password, newPassword: 'Own-9012x', confirmNewPassword: 'Own-9012x' }
  const change = () => product.ask('POST', '/api/Authenticate/ChangePassword', { headers, payload })
  expect(await resetDuring(person, change)).toMatchObject({ status: 400, body: ['現在のパスワードが違います。'] })
  expect((await login(person, 'Reset-5678')).status).toBe(200)
})
