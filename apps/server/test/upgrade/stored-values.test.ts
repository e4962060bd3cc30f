import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { differencesOf, readStoredValues, type StoredValues } from './stored-values.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let before: StoredValues

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  await database.pool.query(`
    create table person (id integer primary key, name text, password_hash text, born date);
    insert into person values (1, 'A', 'p', '2000-01-02'), (2, 'B', 'q', null), (3, '', 'r', null);
    create table device (id integer primary key, place text);
    insert into device values (1, 'gate');
    create table link (id integer primary key, kind text);
    insert into link values (1, 'wallboard');`)
  before = await readStoredValues(database.url)
})
afterAll(() => database.drop())

const after = async (statements: string): Promise<string[]> => {
  await database.pool.query('create table spare_person as table person; create table spare_device as table device')
  await database.pool.query(statements)
  const differences = differencesOf(before, await readStoredValues(database.url), { link: 'office_link' })
  await database.pool.query(`
    drop table if exists person, device;
    alter table spare_person rename to person; alter table spare_device rename to device;
    alter table if exists office_link rename to link`)
  return differences
}

it.each([
  [`select 1`, []],
  [`alter table person add column age integer default 3; create table made_up (id integer); drop table made_up`, []],
  [`alter table link rename to office_link`, []],
  [`update person set password_hash = 'x' where id > 1`, ['person.password_hash']],
  [`update person set name = null where name = ''`, ['person.name']],
  [`update person set born = null`, ['person.born']],
  [`alter table person drop column born`, ['person.born']],
  [`alter table person rename column name to full_name`, ['person.name']],
  [`truncate device`, ['device: 0 of 1 rows']],
  [`drop table device`, ['device']],
  [`insert into device values (2, 'x'); delete from person where id = 3`, ['device: 2 of 1 rows', 'person: 2 of 3 rows']],
])('after "%s" sees %j', async (statements, differences) => {
  expect(await after(statements)).toEqual(differences)
})
