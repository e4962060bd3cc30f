import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let tenants: Awaited<ReturnType<typeof makeTenants>>
const now = new Date('2026-07-20T13:00:00+09:00')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeAll(async () => {
  await sql`select ensure_reading_partition(${now}::timestamptz)`.execute(product.context.db)
})
beforeEach(async () => {
  const { db } = product.context
  tenants = await makeTenants(db)
  const { office, sibling, people } = tenants
  await setState(db, people.worker.user_id, now, { total_level: 1 })
  const [tag, belt] = [await makeDevice(db, 'vital', office.office_id), await makeDevice(db, 'belt', office.office_id)]
  const base = { company_id: office.company_id, office_id: office.office_id, user_id: people.worker.user_id, received_at: now }
  const place = (device_id: number, minutes: number, values: object = { latitude: 35 + minutes / 10_000, longitude: 139 }) => ({
    ...base,
    device_id,
    at: ago(minutes),
    ...values,
  })
  await db
    .insertInto('reading')
    .values([
      place(tag.device_id, 121),
      place(tag.device_id, 120),
      place(belt.device_id, 60),
      place(tag.device_id, 30, { latitude: null, longitude: null }),
      { ...place(tag.device_id, 20), office_id: sibling.office_id },
      { ...place(tag.device_id, 15), user_id: people.neighbour.user_id },
      place(tag.device_id, 1),
    ])
    .execute()
})

const trail = (user: { user_id: number }) => product.askAs(user, 'GET', `/api/Map/Trail/${tenants.people.worker.user_id}`)

test('is the way of the last two hours, of tag and belt, at the own site', async () => {
  expect(await trail(tenants.people.base)).toEqual({
    status: 200,
    body: {
      data: [
        { at: '2026-07-20T11:00:00+09:00', latitude: 35.012, longitude: 139 },
        { at: '2026-07-20T12:00:00+09:00', latitude: 35.006, longitude: 139 },
        { at: '2026-07-20T12:59:00+09:00', latitude: 35.0001, longitude: 139 },
      ],
    },
  })
})

test('is shown to the responders in scope, and each look is on record', async () => {
  const { people, office } = tenants
  const looks = async () =>
    (await product.recordedOf('user')).filter(({ action, office_id }) => action === 'trail' && office_id === office.office_id)
  for (const person of [people.service, people.contract, people.base, people.leader, people.subLeader])
    expect((await trail(person)).status).toBe(200)
  expect(await looks()).toMatchObject(
    [people.service, people.contract, people.base, people.leader, people.subLeader].map(({ login_id }) => ({
      user_name: login_id,
      resource_id: String(people.worker.user_id),
      after: { fullName: people.worker.full_name },
    })),
  )
  for (const person of [people.foreignBase, people.foreignContract]) expect((await trail(person)).status).toBe(404)
  expect((await trail(people.worker)).status).toBe(403)
  expect((await product.askAs(people.leader, 'GET', `/api/Map/Trail/${people.neighbour.user_id}`)).status).toBe(404)
  expect(await looks()).toHaveLength(5)
})

test('is shut while nothing is the matter, and of who withdrew consent', async () => {
  const { db } = product.context
  const { people } = tenants
  const shut = { status: 403, body: [message('trailClosed')] }
  await setState(db, people.worker.user_id, now, { total_level: 0 })
  expect(await trail(people.base)).toEqual(shut)
  await setState(db, people.worker.user_id, now, { total_level: 0, emergency_since: now })
  expect((await trail(people.base)).status).toBe(200)
  await setState(db, people.worker.user_id, now, { emergency_since: null, total_level: 3, last_at: ago(600) })
  expect((await trail(people.base)).status).toBe(200)
  await db.deleteFrom('worker_state').where('worker_state.user_id', '=', people.worker.user_id).execute()
  expect(await trail(people.base)).toEqual(shut)
  await setState(db, people.worker.user_id, now, { total_level: 3 })
  await db.updateTable('app_user').set({ consent_withdrawn_at: now }).where('app_user.user_id', '=', people.worker.user_id).execute()
  expect(await trail(people.base)).toEqual({ status: 403, body: [message('consentWithdrawn')] })
  expect((await trail(people.foreignBase)).status).toBe(404)
})
