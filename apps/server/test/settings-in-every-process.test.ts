import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { connectDatabase } from '../src/platform/database/database.ts'
import { createTestApp } from '../src/test-app.ts'
import type { TableRow } from '../src/platform/database/table-row.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let other: { app: Awaited<ReturnType<typeof buildApp>>; close: () => Promise<void> }
beforeAll(async () => {
  product = await createTestApp()
  // Another process: its own connections, its own queue, nothing shared but the database.
  const { pool, db, close } = connectDatabase({ url: product.url, log: pino({ level: 'silent' }) })
  const app = await buildApp({ ...product.context, pool, db })
  other = { app, close: () => app.close().then(close) }
})
afterAll(async () => {
  await other.close()
  await product.close()
})

test('a change of thresholds acts from the next reading on, whichever process takes it', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const worker = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, tag.device_id)

  /** The worker's level and emergency after a reading above the maximum limit, taken by a process. */
  const beat = async ({ app }: { app: typeof product.app }, minute: number) => {
    product.time.now = new Date(Date.parse('2026-07-20T13:00:00+09:00') + minute * 60_000)
    const readings = [{ kind: 'vital', device: tag.serial, at: product.time.now.toISOString(), heartRate: 186, interval: 1 }]
    const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
    expect(answer.json()).toMatchObject({ accepted: 1 })
    const { rows } = await product.context.pool.query<TableRow<'worker_state', 'total_level' | 'emergency_since'>>(
      'select s.total_level, s.emergency_since from worker_state s where s.user_id = $1',
      [worker.user_id],
    )
    return [rows[0]?.total_level, rows[0]?.emergency_since != null]
  }
  const save = async (type: string, key: string, value: string | null) => {
    const url = `/api/MasterSetting/Office/${office.office_id}`
    expect((await product.askAs(admin, 'PUT', url, [{ type, key, value }])).status).toBe(200)
  }
  const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'
  const emergency = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'

  // Both processes judge by the defaults first, so that either could have kept them.
  expect(await beat(product, 0)).toEqual([0, false])
  expect(await beat(other, 1)).toEqual([0, false])
  await save(durations, 'MAXIMUM_HEART_RATE', '6')
  await save(durations, 'INSTANTANEOUS_HEARTBEAT_LOSS', '60')
  await save(durations, 'SUSTAINED_HEARTBEAT_LOSS', '60')
  expect(await beat(other, 2)).toEqual([0, false])
  expect(await beat(product, 3)).toEqual([0, false])
  await save(durations, 'MAXIMUM_HEART_RATE', null)
  expect(await beat(other, 4)).toEqual([3, false])
  expect(await beat(product, 5)).toEqual([3, false])
  await save(emergency, 'ACCUMULATED_TIME', '2')
  expect(await beat(other, 6)).toEqual([3, true])
})
