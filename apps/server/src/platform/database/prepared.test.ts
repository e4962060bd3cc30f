import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClient } from '../exchange/on-client.ts'
import { prepared } from './prepared.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

test('a statement with a name is read by the database once a connection, and one without a name each time', async () => {
  const client = await database.pool.connect()
  try {
    const db = onClient(client)
    for (const value of [1, 2]) {
      expect(await sql<{ twice: number }>`${prepared('twice')} select 2 * ${value}::int as twice`.execute(db)).toMatchObject({
        rows: [{ twice: 2 * value }],
      })
      expect((await sql`select ${value}::int as once`.execute(db)).rows).toEqual([{ once: value }])
    }
    const { rows } = await client.query('select p.name, (p.generic_plans + p.custom_plans)::int as runs from pg_prepared_statements p')
    expect(rows).toEqual([{ name: 'twice', runs: 2 }])
  } finally {
    client.release()
  }
})
