import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../apps/server/src/platform/database/test-database.ts'
import { databaseTypes } from '../scripts/database-types.ts'
import { schemaText } from '../scripts/schema-text.ts'
import { root } from './tree.ts'

const files = [
  { path: 'apps/server/src/platform/database/database-types.ts', write: databaseTypes },
  { path: 'docs/schema.sql', write: schemaText },
]

describe.each(files)('$path', ({ path, write }) => {
  const committed = readFileSync(join(root, path), 'utf8')
  let database: TestDatabase
  const written = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return write(client).finally(() => client.end())
  }

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('is in step with the migrations (npm run types writes it)', async () => expect(await written()).toBe(committed))

  it('is noticed to lag behind a new column', async () => {
    await database.pool.query('alter table company add column motto text')
    expect(await written()).not.toBe(committed)
  })
})
