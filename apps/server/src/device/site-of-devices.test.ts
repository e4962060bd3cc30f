import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts'
import { makeDevice, makeOffice } from '../organisation/test-factories.ts'

// The site of a device is held by triggers of a statement in a foreign key's place (migration 14): they must hold as much.
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const refused = { code: '23503', constraint: 'device_office_id_fkey' }
const insert = (officeId: number) => ({
  text: `insert into device (office_id, kind, serial) values ($1, 'gateway', 'G-1')`,
  values: [officeId],
})
const remove = (officeId: number) => ({ text: 'delete from office where office_id = $1', values: [officeId] })

test('no device stands at a site that is not there, and none moves to one', async () => {
  await expect(database.pool.query(insert(999_999))).rejects.toMatchObject(refused)
  const office = await makeOffice(database.db)
  const { device_id: deviceId } = await makeDevice(database.db, 'gateway', office.office_id)
  await expect(database.pool.query('update device set office_id = 999999 where device_id = $1', [deviceId])).rejects.toMatchObject(refused)
})

test('a site with devices stays; without them it goes', async () => {
  const { office_id: officeId } = await makeOffice(database.db)
  await database.pool.query(insert(officeId))
  await expect(database.pool.query(remove(officeId))).rejects.toMatchObject(refused)
  await database.pool.query('delete from device where office_id = $1', [officeId])
  expect((await database.pool.query(remove(officeId))).rowCount).toBe(1)
})

test.each(['the device', 'the site'])('of a device that comes while its site goes, whichever is first stays: %s', async (first) => {
  const { office_id: officeId } = await makeOffice(database.db)
  const [one, other] = [await database.pool.connect(), await database.pool.connect()]
  const [earlier, later] = first === 'the device' ? [insert(officeId), remove(officeId)] : [remove(officeId), insert(officeId)]
  await one.query('begin')
  await one.query(earlier)
  const waiting = other.query(later).catch((error: unknown) => error)
  await expect
    .poll(
      async () =>
        (await database.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
          .rowCount,
    )
    .toBe(1)
  await one.query('commit')
  expect(await waiting).toMatchObject(refused)
  one.release()
  other.release()
})
