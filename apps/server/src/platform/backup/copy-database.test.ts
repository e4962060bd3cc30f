import { pino } from 'pino'
import { expect, test } from 'vitest'
import { copyAndVerify } from '../../copy-and-verify.ts'
import { makeOffice } from '../../shared/organisation/test-factories.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { copyDatabase } from './copy-database.ts'

const log = pino({ level: 'silent' })

test('what does not arrive as it was is named by its table, and nothing of it is kept', async () => {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await makeOffice(source.db)
  // A column that keeps whole seconds: every row arrives, with another value.
  await target.pool.query('alter table office alter column created_at type timestamptz(0)')
  await expect(copyDatabase({ from: source.url, to: target.url, log })).rejects.toThrow(
    '移した先のデータが元と一致しません（"public"."office"）。元のデータベースはそのままで、移した先は空のままです。',
  )
  expect(await target.db.selectFrom('office as o').select('o.office_id').execute()).toEqual([])
  await Promise.all([source.drop(), target.drop()])
})

test('a fault that the audit log of the source already has is named, and the copy is made', async () => {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase({ migrated: false })])
  await source.pool.query(
    `insert into audit_log (user_name, company_id, action, resource, resource_id, at, chain_no, hash)
     values ('a', 1, 'import', 'user', 1, '2026-07-01T00:00Z', 2, '\\x00')`,
  )
  const { rows, faults } = await copyAndVerify({ from: source.url, to: target.url, log })
  expect(faults).toEqual([expect.stringContaining('1')])
  expect(rows).toBeGreaterThan(0)
  await Promise.all([source.drop(), target.drop()])
})
