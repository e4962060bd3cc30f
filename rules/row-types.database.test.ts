import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../apps/server/src/platform/database/test-database.ts'
import { databaseTypes } from '../scripts/database-types.ts'
import { root } from './tree.ts'

const committed = readFileSync(join(root, 'apps/server/src/platform/database/database-types.ts'), 'utf8')

describe('the row types', () => {
  let database: TestDatabase
  const written = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return databaseTypes(client).finally(() => client.end())
  }

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('are in step with the migrations (npm run types writes them)', async () => expect(await written()).toBe(committed))

  it('are noticed to lag behind a new column', async () => {
    await database.pool.query('alter table company add column motto text')
    expect(await written()).not.toBe(committed)
  })
})
