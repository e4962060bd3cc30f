import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { resetPassword } from './reset-password.ts'

const product = await startTestApp()
const { context } = product
const office = await makeOffice(context.db)

const login = (username: string, password: string) => product.ask('POST', '/api/Authenticate/Login', { payload: { username, password } })

test('the operator of the server gives an account a new password, which ends its sessions and must be changed', async () => {
  const { user_id, login_id } = await makeUser(context.db, 'HeadquartersAdmin', office, { password: 'Forgotten-1234' })
  const { token } = (await login(login_id, 'Forgotten-1234')).body as { token: string }
  const password = await resetPassword(context, ` ${login_id.toUpperCase()} `)
  expect(password).toMatch(/^[a-zA-Z2-9]{16}$/)
  expect((await product.ask('GET', '/api/UserInfo', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  expect((await login(login_id, 'Forgotten-1234')).status).toBe(401)
  const answer = await login(login_id, password ?? '')
  expect(answer.status).toBe(200)
  const headers = { authorization: `Bearer ${(answer.body as { token: string }).token}` }
  expect((await product.ask('GET', '/api/UserInfo', { headers })).body).toMatchObject({ owed: ['newPassword'] })
  const recorded = (await product.recordedOf('user')).filter(({ resource_id }) => resource_id === String(user_id))
  expect(recorded).toMatchObject([{ action: 'resetPassword', user_name: '（未ログイン）' }])
  expect(JSON.stringify(recorded)).not.toContain(password)
})

test('an account that wrong passwords have locked is let in with the new one', async () => {
  const { login_id } = await makeUser(context.db, 'User', office, { password: 'Forgotten-1234' })
  for (let n = 0; n < 10; n++) await login(login_id, 'Wrong-1234')
  const password = await resetPassword(context, login_id)
  expect((await login(login_id, password ?? '')).body).toMatchObject({ isLockedOut: false })
})

test('of a login ID that nobody has nothing is made', async () => {
  expect(await resetPassword(context, 'nobody')).toBeUndefined()
})

test('the command prints the password once, and nothing of it on standard error', async () => {
  const { login_id } = await makeUser(context.db, 'User', office, { password: 'Forgotten-1234' })
  const command = join(import.meta.dirname, '../../command.ts')
  const env = { ...process.env, DATABASE_URL: product.url }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, 'reset-password', login_id], { env })
  const [, password = ''] = /password: (\S+)/.exec(stdout) ?? []
  expect((await login(login_id, password)).status).toBe(200)
  expect(stderr).toBe('')
  await expect(promisify(execFile)(process.execPath, [command, 'reset-password', 'nobody'], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
  })
})
