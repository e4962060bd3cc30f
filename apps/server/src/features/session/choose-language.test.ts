import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const choose = async (user: { user_id: number }, language: unknown) =>
  product.ask('PUT', '/api/User/Language', { headers: await product.as(user), payload: { language } })
const languageOf = async (user: { user_id: number }) =>
  (await product.ask('GET', '/api/UserInfo', { headers: await product.as(user) })).body as { language: string | null }

test('a person chooses the language of their pages, which is on their record and on the log once', async () => {
  const worker = await makeUser(product.context.db, 'User', office)
  const base = await makeUser(product.context.db, 'HeadquartersAdmin', office)
  expect(await languageOf(worker)).toMatchObject({ language: null })
  expect((await choose(worker, 'vi')).status).toBe(200)
  expect((await choose(worker, 'vi')).status).toBe(200)
  expect(await languageOf(worker)).toMatchObject({ language: 'vi' })
  const record = await product.ask('GET', `/api/UserRole/${worker.user_id}`, { headers: await product.as(base) })
  expect(record.body).toMatchObject({ language: 'vi' })
  const entries = (await product.recordedOf('user')).filter(({ resource_id }) => resource_id === String(worker.user_id))
  expect(entries).toMatchObject([{ action: 'update', before: { language: null }, after: { fullName: worker.full_name, language: 'vi' } }])
})

test('a language that there is not is refused, and a form that was open meanwhile does not overwrite the choice', async () => {
  const worker = await makeUser(product.context.db, 'User', office)
  const base = await makeUser(product.context.db, 'HeadquartersAdmin', office)
  const headers = await product.as(base)
  const url = `/api/UserRole/${worker.user_id}`
  const { version } = (await product.ask('GET', url, { headers })).body as { version: number }
  expect((await choose(worker, 'xx')).status).toBe(400)
  expect((await choose(worker, null)).status).toBe(400)
  expect((await choose(worker, 'zh-Hans')).status).toBe(200)
  expect((await product.ask('PUT', url, { headers, payload: { version, language: null } })).status).toBe(412)
  expect(await languageOf(worker)).toMatchObject({ language: 'zh-Hans' })
})

test('the language follows a session by card, and one that must first set a password', async () => {
  const worker = await makeUser(product.context.db, 'User', office, { password: 'Right-1234', must_change_password: true })
  expect((await choose(worker, 'my')).status).toBe(200)
  expect(await languageOf(worker)).toMatchObject({ language: 'my', owed: ['newPassword'] })
})
