import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClient } from '../../platform/exchange/on-client.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import { companiesOf, eachCompany } from './each-company.ts'
import { makeCompany } from '../organisation/test-factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const lost = () => Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), { code: '08006' })

/** What became of companies whose work renames them, and then fails as said. */
const renamed = async (failures: Readonly<Record<string, () => Error>>) => {
  const { db, pool } = database
  const companies = [await makeCompany(db), await makeCompany(db), await makeCompany(db)]
  const mine = sql`c.company_id = any(${companies.map(({ company_id }) => company_id)}::int[])`
  const client = await pool.connect()
  const context = { pool, log: pino({ level: 'silent' }) }
  const done = await eachCompany(context, client, companiesOf('company', 'c', mine), async (companyId) => {
    await sql`update company set name = 'done' where company_id = ${companyId}`.execute(onClient(client))
    const failure = failures[String(companies.findIndex(({ company_id }) => company_id === companyId))]
    if (failure !== undefined) throw failure()
  }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  client.release()
  const { rows } = await sql<{ name: string }>`select c.name from company c where ${mine} order by c.company_id`.execute(db)
  return { done, names: rows.map(({ name }) => name === 'done') }
}

test('what fails for one company is rolled back, delays no other, and is reported at the end', async () => {
  expect(await renamed({ 1: () => new Error('a fault of ours') })).toEqual({ done: 'a fault of ours', names: [true, false, true] })
})

test('a company whose node of a cluster is away has its turn later', async () => {
  expect(await renamed({ 0: lost })).toEqual({ done: 'done', names: [false, true, true] })
})

test('where the whole database is away nobody else is tried', async () => {
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(await renamed({ 0: away })).toEqual({ done: 'connect ECONNREFUSED', names: [false, false, false] })
})
