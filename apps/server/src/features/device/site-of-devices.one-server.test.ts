import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import { makeDevice, makeOffice } from '../../shared/organisation/test-factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Office = Awaited<ReturnType<typeof makeOffice>>

const refused = { code: '23503', constraint: 'device_company_id_office_id_fkey' }
const insert = (companyId: number, officeId: number) =>
  database.pool.query(`insert into device (company_id, office_id, kind, serial) values ($1, $2, 'gateway', 'G-1')`, [companyId, officeId])
const remove = ({ company_id, office_id }: Office) =>
  database.pool.query('delete from office o where o.company_id = $1 and o.office_id = $2', [company_id, office_id])

test("no device is at a site that does not exist or is another company's, and none moves to one", async () => {
  const office = await makeOffice(database.db)
  const foreign = await makeOffice(database.db)
  const device = await makeDevice(database.db, 'gateway', office.office_id)
  const move = (officeId: number) =>
    database.pool.query('update device d set office_id = $3 where d.company_id = $1 and d.device_id = $2', [
      device.company_id,
      device.device_id,
      officeId,
    ])
  for (const officeId of [999_999, foreign.office_id]) {
    await expect(insert(office.company_id, officeId)).rejects.toMatchObject(refused)
    await expect(move(officeId)).rejects.toMatchObject(refused)
  }
})

test('a site with devices stays; without them it goes', async () => {
  const office = await makeOffice(database.db)
  await insert(office.company_id, office.office_id)
  await expect(remove(office)).rejects.toMatchObject(refused)
  await database.pool.query('delete from device d where d.company_id = $1', [office.company_id])
  expect((await remove(office)).rowCount).toBe(1)
})
