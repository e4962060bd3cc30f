import { allEndpoints } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeCompany, makeUser } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const service = await makeUser(product.context.db, 'AdminUnitService')

const given = 'Handed-5831'
const chosen = 'Chosen-7402'
const words = 'はじめに、パスワードを変更してください。いまのパスワードは、ほかの人が決めたものです。'

type Pair = { readonly token: string; readonly refreshToken: string }

const bearer = ({ token }: Pair) => ({ authorization: `Bearer ${token}` })

const signIn = async (username: string, password: string) => {
  const { status, body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password } })
  expect(status).toBe(200)
  return body as Pair
}

const owedOf = async (pair: Pair) => (await product.ask('GET', '/api/UserInfo', { headers: bearer(pair) })).body as { owed: string[] }

const change = (pair: Pair, oldPassword: string, newPassword: string) =>
  product.ask('POST', '/api/Authenticate/ChangePassword', {
    headers: bearer(pair),
    payload: { oldPassword, newPassword, confirmNewPassword: newPassword },
  })

let made = 0

/** Somebody whose account an administrator has just made, with a password of the administrator's choice. */
const makeByForm = async () => {
  const { company_id: companyId } = await makeCompany(product.context.db)
  const userName = `newcomer-${(made += 1)}`
  const name = { fullName: '契約　新', furigana: 'ケイヤク　シン' }
  const payload = { role: 'AdminUnitContract', companyId, userName, ...name, password: given, confirmPassword: given }
  const { status, body } = await product.askAs(service, 'POST', '/api/UserRole', payload)
  expect(status).toBe(200)
  const { userId } = body as { userId: number }
  return { userId, loginId: userName, form: { ...payload, userId } }
}

// What a person signs in for; the others are called by anybody, by a key, or by a link.
const guarded = allEndpoints.filter(({ permission }) => Array.isArray(permission) || permission === 'session')

test('somebody with a password set by others changes it before anything else is answered', async () => {
  const { loginId } = await makeByForm()
  const pair = await signIn(loginId, given)
  expect(await owedOf(pair)).toMatchObject({ userName: loginId, owed: ['newPassword'] })

  const answered: string[] = []
  for (const { method, path, whileOwing } of guarded) {
    const { status, body } = await product.ask(method, path.replaceAll(/:\w+/g, '1'), { headers: bearer(pair) })
    if (whileOwing === true) answered.push(path)
    else expect({ path, status, body }).toEqual({ path, status: 403, body: [words] })
  }
  expect(answered).toEqual(expect.arrayContaining(['/api/UserInfo', '/api/Authenticate/ChangePassword']))

  expect((await change(pair, given, chosen)).status).toBe(200)
  expect(await owedOf(pair)).toMatchObject({ owed: [] })
  expect((await product.ask('GET', '/api/Office', { headers: bearer(pair) })).status).toBe(200)
})

test('while something must be set a session is kept alive and ended as any other', async () => {
  const { loginId } = await makeByForm()
  const pair = await signIn(loginId, given)
  const renewed = await product.ask('POST', '/api/Authenticate/refresh', { payload: { refreshToken: pair.refreshToken } })
  expect(renewed.status).toBe(200)
  const { refreshToken } = renewed.body as Pair
  expect((await product.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken } })).status).toBe(200)
  expect((await product.ask('GET', '/api/UserInfo', { headers: bearer(renewed.body as Pair) })).status).toBe(401)
})

test('a password that an administrator sets again must be changed; a form that leaves it as it is requires nothing', async () => {
  const { userId, loginId, form } = await makeByForm()
  expect((await change(await signIn(loginId, given), given, chosen)).status).toBe(200)
  const save = (more: object) => product.askAs(service, 'PUT', `/api/UserRole/${userId}`, { ...form, ...more })

  expect((await save({ password: '', confirmPassword: '', phoneNumber: '03-0000-0000' })).status).toBe(200)
  expect(await owedOf(await signIn(loginId, chosen))).toMatchObject({ owed: [] })
  expect((await save({})).status).toBe(200)
  expect(await owedOf(await signIn(loginId, given))).toMatchObject({ owed: ['newPassword'] })
})
