import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../apps/server/src/platform/database/test-database.ts'
import { sharedTables, tenancyFaults } from './tenancy.ts'

describe("a customer's table", () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const faultsWith = async (statement: string) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(statement)
      return await tenancyFaults(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('has the company first in every key, and no trigger', async () => expect(await tenancyFaults(database.pool)).toEqual([]))

  it('is the only kind that a cluster divides: every other one has a place of its own there', async () => {
    const { rows } = await database.pool.query<{ name: string }>('select t.name from table_place t order by 1')
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(sharedTables).toSorted())
  })

  it.each([
    [
      'create table shoe (shoe_id integer primary key)',
      ['has no company_id that is never null', 'has no foreign key', 'key shoe_pkey does not begin with company_id'],
    ],
    ['create table shoe (company_id integer not null references company)', ['has no key']],
    [
      'create table shoe (company_id integer references company, n integer, unique (company_id, n))',
      ['has no company_id that is never null'],
    ],
    [
      'create table shoe (company_id integer not null references company, n integer, primary key (company_id, n)); create unique index shoe_n on shoe (n)',
      ['key shoe_n does not begin with company_id'],
    ],
    [
      'create table shoe (company_id integer not null, n integer, primary key (company_id, n), foreign key (n, company_id) references office (office_id, company_id))',
      ['foreign key shoe_n_company_id_fkey does not begin with company_id'],
    ],
    [
      'create table shoe (company_id integer not null, n integer, m integer, primary key (company_id, n), foreign key (company_id, m) references office on delete set null (m))',
      ['foreign key shoe_company_id_m_fkey sets null or a default'],
    ],
    [
      `create table shoe (company_id integer not null references company, n integer, primary key (company_id, n));
       create function walk() returns trigger language plpgsql as 'begin return new; end';
       create trigger shoe_walks before insert on shoe for each row execute function walk()`,
      ['has the trigger shoe_walks'],
    ],
  ])('is distinguished: %s', async (statement, expected) =>
    expect(await faultsWith(statement)).toEqual(expected.map((fault) => `shoe: ${fault}`)),
  )
})
