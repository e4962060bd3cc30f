import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from '../src/platform/database/test-database.ts'

test('of codes that differ in their case alone the oldest company keeps its own, and what others are called then is on record', async () => {
  const database = await createTestDatabase({ migrated: false })
  try {
    const log = pino({ level: 'silent' })
    await migrate({ url: database.url, log, upTo: '0073-wallboard-links-that-end' })
    await database.pool.query(
      `insert into company (company_id, code, name, deleted_at) overriding system value
       values (11, 'aoba', '一', null), (12, 'AOBA', '二', null), (13, 'Aoba', '三', null), (14, 'AOBA-12', '四', null),
              (15, 'AOBA', '五', now()), (16, '若葉', '六', null)`,
    )
    await migrate({ url: database.url, log })
    const { rows: companies } = await database.pool.query('select company_id, code, version from company where company_id > 0 order by 1')
    expect(companies.map(({ company_id, code, version }) => `${company_id} ${code} ${version}`)).toEqual([
      '11 aoba 1',
      '12 AOBA-12-2 2',
      '13 Aoba-13 2',
      '14 AOBA-12 1',
      '15 AOBA 1',
      '16 若葉 1',
    ])
    const { rows: records } = await database.pool.query('select company_id, action, before, after from audit_log order by audit_id')
    expect(records).toEqual([
      { company_id: 12, action: 'update', before: { officeCode: 'AOBA' }, after: { officeCode: 'AOBA-12-2' } },
      { company_id: 13, action: 'update', before: { officeCode: 'Aoba' }, after: { officeCode: 'Aoba-13' } },
    ])
  } finally {
    await database.drop()
  }
})
