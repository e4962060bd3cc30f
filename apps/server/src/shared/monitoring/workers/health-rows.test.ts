import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { makeDevice, makeGroup, makeOffice, makeUser } from '../../organisation/test-factories.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { readHealthRows } from './health-rows.ts'
import { setState } from './test-workers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('only of a few the statement is kept prepared: a plan made while the tables were small takes minutes for many', async () => {
  const { db } = database
  const office = await makeOffice(db)
  const keys = []
  for (let n = 0; n < 21; n++) {
    const { company_id: companyId, user_id: userId } = await makeUser(db, 'User', office)
    keys.push({ companyId, userId })
  }
  const { pool, close } = connectDatabase({ url: database.url, log: pino({ level: 'silent' }), max: 1 })
  const prepared = async () =>
    (await pool.query<{ name: string }>(`select name from pg_prepared_statements where name like 'health-rows%'`)).rows.map(
      ({ name }) => name,
    )
  expect(await readHealthRows({ db, pool }, keys, new Date())).toHaveLength(21)
  expect(await prepared()).toEqual([])
  expect(await readHealthRows({ db, pool }, keys.slice(1), new Date())).toHaveLength(20)
  expect(await prepared()).toHaveLength(1)
  await close()
})

test('of thousands at once the same is read as of one', async () => {
  const { db, pool } = database
  const now = new Date('2026-07-20T13:00:00+09:00')
  const { company_id: companyId, office_id: officeId } = await makeOffice(db)
  const group = await makeGroup(db, { office_id: officeId, name: '鉄骨班' })
  const watcher = await makeDevice(db, 'heat', officeId)
  const gateway = await makeDevice(db, 'gateway', officeId, { location_name: '北門' })
  const tag = await makeDevice(db, 'vital', officeId)
  const { user_id: userId } = await makeUser(db, 'User', { company_id: companyId, office_id: officeId, group_id: group.group_id })
  const { user_id: unheard } = await makeUser(db, 'User', { company_id: companyId, office_id: officeId })
  await setState(db, userId, now, { wbgt_device_id: watcher.device_id, gateway_id: gateway.device_id, device_id: tag.device_id })
  await db
    .insertInto('rest')
    .values(
      [1, 2].map((hours) => ({
        company_id: companyId,
        office_id: officeId,
        user_id: userId,
        source: 'leader',
        began_at: new Date(now.getTime() - hours * 3_600_000),
        ended_at: hours === 2 ? now : null,
      })),
    )
    .execute()
  const keys = [userId, unheard].map((id) => ({ companyId, userId: id }))
  const few = await readHealthRows({ db, pool }, keys, now)
  expect(few.map(({ row }) => row)).toMatchObject([
    {
      groupName: '鉄骨班',
      locationName: '北門',
      wbgtMeasurementPoint: watcher.serial,
      resting: '2026-07-20T12:00:00+09:00',
      deviceType: String(tag.type),
    },
    { groupName: null, locationName: null, wbgtMeasurementPoint: null, resting: null, deviceType: null },
  ])
  const many = await readHealthRows({ db, pool }, Array.from({ length: 500 }, () => keys).flat(), now)
  expect(many).toEqual(Array.from({ length: 500 }, () => few).flat())
})
