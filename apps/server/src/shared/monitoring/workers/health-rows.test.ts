import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { makeOffice, makeUser } from '../../organisation/test-factories.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { readHealthRows } from './health-rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('only of a few the statement is kept prepared: a plan made while the tables were small takes minutes for many', async () => {
  const { db } = database
  const office = await makeOffice(db)
  const keys = []
  for (let n = 0; n < 21; n++) {
    const { company_id: companyId, user_id: userId } = await makeUser(db, 'User', office)
    keys.push({ companyId, userId })
  }
  const { pool, close } = connectDatabase({ url: database.url, log: pino({ level: 'silent' }), max: 1 })
  const prepared = async () =>
    (await pool.query<{ name: string }>(`select name from pg_prepared_statements where name like 'health-rows%'`)).rows.map(
      ({ name }) => name,
    )
  expect(await readHealthRows({ db, pool }, keys, new Date())).toHaveLength(21)
  expect(await prepared()).toEqual([])
  expect(await readHealthRows({ db, pool }, keys.slice(1), new Date())).toHaveLength(20)
  expect(await prepared()).toHaveLength(1)
  await close()
})
