import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { distribute } from './distribute.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('one server is no cluster: nothing is laid out, and a migration that lays out its table goes through', async () => {
  expect(await distribute({ url: database.url, log: pino({ level: 'silent' }) })).toEqual([])
  await database.pool.query(`
    create table shoe (company_id integer not null, shoe_id integer not null, primary key (company_id, shoe_id));
    select place_table('shoe');
    alter table shoe add foreign key (company_id) references company`)
})
