import type { DatabaseState } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import type { Primary } from '../../platform/database/database-primary.ts'
import { createTestApp } from '../../test-app.ts'
import { recordMove } from './record-moves.ts'

let hasStandby = true
const primary = { hasStandby: () => hasStandby } as Primary
let product: Awaited<ReturnType<typeof createTestApp>>
let tenants: Awaited<ReturnType<typeof makeTenants>>

beforeAll(async () => {
  product = await createTestApp({ primary })
  tenants = await makeTenants(product.context.db)
})
afterAll(() => product.close())

const read = async (user: { user_id: number }) => (await product.askAs(user, 'GET', '/api/DatabaseState')).body as DatabaseState
const before = (minutes: number) => new Date(Date.parse('2026-07-20T13:00:00+09:00') - minutes * 60_000)
const move = { from: 'db1:5432', to: 'db2:5432', timeline: 2, awaySince: before(3), at: before(2) }

test('a move is put on record once, however many processes saw it', async () => {
  const { people } = tenants
  expect(await read(people.base)).toEqual({ moved: null, hasStandby: null, disks: [], needsHand: [] })
  await Promise.all([recordMove(product.context.db, move), recordMove(product.context.db, { ...move, awaySince: before(4) })])
  expect(await product.recordedOf('database')).toMatchObject([
    { action: 'switched', resource_id: '2', company_id: 0, before: { host: 'db1:5432' }, after: { host: 'db2:5432' } },
  ])
  await recordMove(product.context.db, { ...move, from: 'db2:5432', to: 'db1:5432', timeline: 3, at: before(1), awaySince: before(2) })
  expect(await product.recordedOf('database')).toHaveLength(2)
  const moved = { at: '2026-07-20T12:59:00+09:00', awaySince: '2026-07-20T12:58:00+09:00' }
  for (const person of [people.contract, people.base])
    expect(await read(person)).toEqual({ moved, hasStandby: null, disks: [], needsHand: [] })
})

test('whether there is a standby is shown to service administrators only', async () => {
  const { people } = tenants
  expect((await read(people.service)).hasStandby).toBe(true)
  hasStandby = false
  expect((await read(people.service)).hasStandby).toBe(false)
})

test('what needs a hand is shown to service administrators only', async () => {
  const { people } = tenants
  await product.context.db
    .insertInto('operation_state')
    .values([
      { part: 'mail', state: 'needsHand', since: before(9) },
      { part: 'disk', state: 'attention', since: before(9) },
      { part: 'alarms', state: 'needsHand', since: before(9) },
      // Of a later version.
      { part: 'kettle', state: 'needsHand', since: before(9) },
    ])
    .execute()
  expect((await read(people.service)).needsHand).toEqual(['alarms', 'mail'])
  expect((await read(people.contract)).needsHand).toEqual([])
})

test('what has just begun is not shown yet, and what nobody looks at any more is no longer known', async () => {
  const { db } = product.context
  const needsHand = async () => (await read(tenants.people.service)).needsHand
  const secondsAgo = (seconds: number) => new Date(product.time.now.getTime() - seconds * 1_000)
  await db.deleteFrom('operation_state').execute()
  await db
    .insertInto('operation_state')
    .values({ part: 'broker', state: 'needsHand', since: secondsAgo(59) })
    .execute()
  expect(await needsHand()).toEqual([])
  await db
    .updateTable('operation_state')
    .set({ since: secondsAgo(60) })
    .execute()
  expect(await needsHand()).toEqual(['broker'])
  const turn = { job: 'operation', every_seconds: 30, began_at: secondsAgo(600), took_ms: 1 }
  await db
    .insertInto('job_run')
    .values({ ...turn, ended_at: secondsAgo(209) })
    .execute()
  expect(await needsHand()).toEqual(['broker'])
  await db
    .updateTable('job_run')
    .set({ ended_at: secondsAgo(211) })
    .execute()
  expect(await needsHand()).toEqual(['jobs'])
  await db.deleteFrom('job_run').execute()
})

test('that alarms reach nobody is shown where nothing can be noted, too', async () => {
  await product.context.db.deleteFrom('operation_state').execute()
  const { people } = tenants
  product.time.now = new Date(product.time.now.getTime() + 120_000)
  expect((await read(people.service)).needsHand).toEqual(['alarms'])
  expect((await read(people.contract)).needsHand).toEqual([])
})

test('a day later it is no longer shown', async () => {
  product.time.now = new Date(product.time.now.getTime() + 86_400_000)
  expect(await read(tenants.people.base)).toEqual({ moved: null, hasStandby: null, disks: [], needsHand: [] })
})
