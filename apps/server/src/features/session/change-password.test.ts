import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const password = 'Right-1234'

const login = async (username: string, text: string) => {
  const { status, body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password: text } })
  return { status, headers: { authorization: `Bearer ${(body as { token?: string }).token ?? ''}` } }
}

const change = (headers: { authorization: string }, oldPassword: string, newPassword: string, confirmNewPassword = newPassword) =>
  product.ask('POST', '/api/Authenticate/ChangePassword', { headers, payload: { oldPassword, newPassword, confirmNewPassword } })

test('a changed password ends the other sessions and is on record without itself', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const here = await login(user.login_id, password)
  const there = await login(user.login_id, password)
  expect(await change(here.headers, password, 'Other-5678')).toMatchObject({ status: 200, body: {} })
  expect((await product.ask('GET', '/api/UserInfo', here)).status).toBe(200)
  expect((await product.ask('GET', '/api/UserInfo', there)).status).toBe(401)
  expect((await login(user.login_id, password)).status).toBe(401)
  expect((await login(user.login_id, 'Other-5678')).status).toBe(200)
  const audit = (await product.recordedOf('user')).filter(({ resource_id }) => resource_id === String(user.user_id))
  expect(audit).toMatchObject([
    { action: 'changePassword', resource_id: String(user.user_id), before: null, after: { fullName: user.full_name } },
  ])
  expect(JSON.stringify(audit)).not.toContain('5678')
})

test('the old password is no new one, and must still be changed', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password, must_change_password: true })
  const { headers } = await login(user.login_id, password)
  const words = '新しいパスワード：現在のパスワードと同じです。別のパスワードを入力してください。'
  expect(await change(headers, password, password)).toMatchObject({ status: 400, body: [words] })
  expect((await product.ask('GET', '/api/UserInfo', { headers })).body).toMatchObject({ owed: ['newPassword'] })
})

test('a wrong old password is a fault in the form of a list, and changes nothing', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const { headers } = await login(user.login_id, password)
  expect(await change(headers, 'Wrong-1234', 'Other-5678')).toMatchObject({ status: 400, body: ['現在のパスワードが違います。'] })
  expect((await login(user.login_id, password)).status).toBe(200)
})

test('the new password must meet the rule and be given twice alike', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const { headers } = await login(user.login_id, password)
  expect(await change(headers, password, 'short')).toMatchObject({ status: 400 })
  expect((await change(headers, password, 'alllowercase1')).body).toEqual([
    '新しいパスワード：半角の英小文字、英大文字、数字をそれぞれ1文字以上使ってください。',
  ])
  expect((await change(headers, password, 'Other-5678', 'Other-5679')).body).toEqual([
    '新しいパスワード（確認）：新しいパスワードと一致していません。',
  ])
})

test('a password among the most common ones is refused, however it is capitalised', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const { headers } = await login(user.login_id, password)
  const refused = { status: 400, body: ['新しいパスワード：よく使われているパスワードです。ほかの人が思いつかないものにしてください。'] }
  for (const text of ['Password1', 'passW0rd', 'Qwerty123']) expect(await change(headers, password, text)).toMatchObject(refused)
  expect((await login(user.login_id, password)).status).toBe(200)
})

test('guessing the old password is limited like signing in', async () => {
  const user = await makeUser(product.context.db, 'User', office, { password })
  const { headers } = await login(user.login_id, password)
  const guess = () =>
    product.ask('POST', '/api/Authenticate/ChangePassword', {
      headers,
      remoteAddress: '198.51.100.9',
      payload: { oldPassword: 'Wrong-1234', newPassword: 'Other-5678', confirmNewPassword: 'Other-5678' },
    })
  for (let n = 1; n <= 30; n += 1) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
  // They are the person's own: nobody else of that network is kept out.
  const payload = { username: user.login_id, password }
  expect((await product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress: '198.51.100.9' })).status).toBe(200)
})
