import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureFirstAdmin, isAdminPasswordUnused } from './first-admin.ts'
import { makePassword, verifyPassword } from '../../platform/secrets/password.ts'
import { secretInDatabase } from '../../platform/secrets/product-secret.ts'
import { createTestContext, testConfig } from '../../platform/test-context.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

test('of processes that start together one makes the administrator, and all share one secret', async () => {
  const passwords = (await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(made.context)))).filter((password) => password !== undefined)
  expect(passwords).toHaveLength(1)
  const admins = await made.context.db.selectFrom('app_user').selectAll().execute()
  expect(admins).toMatchObject([{ login_id: 'admin', role: 'AdminUnitService' }])
  expect(await verifyPassword(admins[0]?.password_hash, passwords[0] ?? '')).toBe(true)
  const secrets = await Promise.all([1, 2, 3].map(() => secretInDatabase(made.context.db)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
})

test('ADMIN_PASSWORD is used, is not printed again, and changes nothing later', async () => {
  const other = await createTestContext({ config: testConfig({ adminPassword: 'Given-1234' }) })
  expect(await ensureFirstAdmin(other.context)).toBeUndefined()
  const own = () => other.context.db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow()
  expect(await verifyPassword((await own()).password_hash, 'Given-1234')).toBe(true)
  expect(await isAdminPasswordUnused(other.context)).toBe(false)
  expect(await isAdminPasswordUnused({ ...other.context, config: testConfig() })).toBe(false)
  const later = { ...other.context, config: testConfig({ adminPassword: 'Other-5678' }) }
  await ensureFirstAdmin(later)
  expect(await isAdminPasswordUnused(later)).toBe(true)
  expect(await verifyPassword((await own()).password_hash, 'Given-1234')).toBe(true)
  await other.drop()
})

test('a made-up password meets the rule', () => {
  for (let n = 0; n < 100; n += 1) expect(makePassword()).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[a-zA-Z0-9]{16}$/)
})
