import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { distribute } from './distribute.ts'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  await migrate({ url: database.url, log })
})
afterAll(() => database.drop())

const column = async (text: string): Promise<unknown[]> => (await database.pool.query<{ x: unknown }>(text)).rows.map(({ x }) => x)

const foreignKeys = `
  select k.conrelid::regclass || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as x
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.contype = 'f' and k.conparentid = 0 order by 1`
const places = `
  select t.table_name || ' ' || t.citus_table_type || ' ' || t.colocation_id as x
    from citus_tables t where not exists (select from pg_inherits i where i.inhrelid = t.table_name) order by 1`

test('the data of one server is distributed to the nodes: all rows, all foreign keys, once', async () => {
  const people = []
  for (let n = 0; n < 8; n++) people.push(await makeUser(database.db, 'User', await makeOffice(database.db)))
  const keys = await column(foreignKeys)
  const nodes = await distribute({ url: database.url, log })
  expect(nodes).toHaveLength(2)
  expect(await column(foreignKeys)).toEqual(keys)
  expect(await column('select u.user_id as x from app_user u order by 1')).toEqual(people.map(({ user_id }) => user_id))
  expect(await column('select count(*) as x from company')).toEqual([9])
  // Every node has some of the people, and the coordinator none that would be counted twice after a backup.
  const holders = `select s.nodeport as x from run_command_on_shards('app_user', 'select count(*) from %s') r
    join pg_dist_placement p using (shardid) join pg_dist_node s using (groupid) where r.result::int > 0 group by 1`
  expect(await column(holders)).toHaveLength(2)
  const laid = await column(places)
  expect(laid).toContainEqual(expect.stringMatching(/^company reference /))
  expect(new Set(laid.map((place) => String(place).replace(/^\w+ /, ''))).size).toBe(2)

  await Promise.all([distribute({ url: database.url, log }), distribute({ url: database.url, log })])
  expect(await column(places)).toEqual(laid)
})

test('a table of a later migration comes to lie beside the others', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`
      create table shoe (company_id integer not null, shoe_id integer generated always as identity, office_id integer not null,
                         primary key (company_id, shoe_id))`)
    await client.query(`select place_table('shoe')`)
    await client.query('alter table shoe add foreign key (company_id, office_id) references office')
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(
    await column(`select t.colocation_id = o.colocation_id as x from citus_tables t, citus_tables o
    where t.table_name = 'shoe'::regclass and o.table_name = 'office'::regclass`),
  ).toEqual([true])
})
