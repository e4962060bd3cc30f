import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '../../platform/http/http.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { findSender } from '../../shared/access-keys/ingest-key.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { readHourlySummaries } from '../../shared/monitoring/summaries/read.ts'
import { createReceiver } from './receive.ts'
import { ingestRoutes } from './routes.ts'

const minute = 60_000
const { context, time, drop } = await createTestContext()
const { db } = context
let app: FastifyInstance
let key: Awaited<ReturnType<typeof makeIngestKey>>
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
  app = await createHttp(context.config, context.log)
  registerRoutes(app, context, ingestRoutes(context, createReceiver(context).receive), findSender)
})
afterAll(async () => {
  await app.close()
  await drop()
})

/** Somebody of 40 (limits 140, 159, 180) with a vital tag. */
const wearer = async () => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  return { user, tag, group }
}

const at = (minutes: number) => new Date(time.now.getTime() + minutes * minute).toISOString()

const post = async (readings: unknown, authorization = key.bearer) => {
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization }, payload: { readings } as object })
  return { status: answer.statusCode, body: answer.json() }
}

const stateOf = (userId: number) => db.selectFrom('worker_state').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
const alertsOf = (userId: number) => db.selectFrom('alert').selectAll().where('user_id', '=', userId).orderBy('alert_id').execute()

const pulse = (device: string, heartRate: number | null, minutes: number, more = {}) => ({
  kind: 'vital',
  device,
  at: at(minutes),
  heartRate,
  ...more,
})

describe('a heart rate over the limit', () => {
  it('opens an alert once it has lasted, raises it in place, and ends it where fifteen calm minutes began', async () => {
    const { user, tag } = await wearer()
    for (let m = 0; m <= 6; m++)
      expect((await post([pulse(tag.serial, 150, m - 30)])).body).toEqual({ accepted: 1, duplicates: 0, rejected: [], warnings: [] })
    expect(await stateOf(user.user_id)).toMatchObject({ heart_level: 1, total_level: 1, heart_rate: 150 })
    const [opened] = await alertsOf(user.user_id)
    expect(opened).toMatchObject({ kind: 'condition', level: 1, cause: 'sustained', ended_at: null, full_name: user.full_name })
    expect(opened?.started_at).toEqual(new Date(at(5 - 30)))

    for (let m = 7; m <= 11; m++) await post([pulse(tag.serial, 185, m - 30)])
    expect(await alertsOf(user.user_id)).toMatchObject([{ alert_id: opened?.alert_id, level: 3, peak_level: 3, ended_at: null }])

    for (let m = 12; m <= 27; m++) await post([pulse(tag.serial, 90, m - 30)])
    expect(await alertsOf(user.user_id)).toMatchObject([{ level: 0, peak_level: 3, ended_at: null }])
    await post([pulse(tag.serial, 90, 28 - 30)])
    expect(await alertsOf(user.user_id)).toMatchObject([{ peak_level: 3, ended_at: new Date(at(13 - 30)), ending: 'recovered' }])
    const events = await db
      .selectFrom('alert_event')
      .select(['event', 'level'])
      .where('alert_id', '=', opened?.alert_id ?? 0)
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['opened', 'raised', 'raised', 'lowered', 'ended'])
  })

  it('gives the same in one batch, in any order', async () => {
    const one = await wearer()
    const readings = Array.from({ length: 29 }, (_, m) => pulse(one.tag.serial, m < 8 ? 185 : 90, m - 30))
    expect((await post(readings.toReversed())).body.accepted).toBe(29)
    const alerts = await alertsOf(one.user.user_id)
    expect(alerts).toMatchObject([{ kind: 'condition', level: 0, peak_level: 3 }])
    expect(alerts[0]?.ended_at).not.toBeNull()
    expect(await stateOf(one.user.user_id)).toMatchObject({ total_level: 0, heart_rate: 90 })
  })

  it('becomes an emergency after fifteen minutes of danger', async () => {
    const { user, tag } = await wearer()
    await post(Array.from({ length: 20 }, (_, m) => pulse(tag.serial, 185, m - 30)))
    const alerts = await alertsOf(user.user_id)
    expect(alerts.map(({ kind }) => kind).toSorted()).toEqual(['condition', 'emergency'])
    expect(alerts.find(({ kind }) => kind === 'emergency')).toMatchObject({ cause: 'accumulated', ended_at: null, handling: 'open' })
    expect((await stateOf(user.user_id)).emergency_cause).toBe('accumulated')
  })
})

describe('the call button', () => {
  it('is an emergency at once, though it arrives late, and once', async () => {
    const { user, tag } = await wearer()
    await post([pulse(tag.serial, 90, -2)])
    const call = pulse(tag.serial, 88, -10, { call: true })
    await post([call])
    await post([call])
    expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'emergency', cause: 'call', level: 3 }])
    expect(await stateOf(user.user_id)).toMatchObject({ heart_rate: 90, emergency_cause: 'call' })
  })

  it('works on a belt as well', async () => {
    const { user } = await wearer()
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
    const reading = (minutes: number, call: boolean) => ({ kind: 'belt', device: belt.serial, at: at(minutes), hook: 1, call })
    await post([reading(-9, true)])
    const [alert] = await alertsOf(user.user_id)
    expect(alert).toMatchObject({ kind: 'emergency', cause: 'call', level: 3 })
    const presses = async () =>
      (
        await db
          .selectFrom('alert_event')
          .select('at')
          .where('alert_id', '=', alert?.alert_id ?? 0)
          .execute()
      ).length
    await post([reading(-8, true)])
    expect(await presses()).toBe(1)
    await post([reading(-7, false), reading(-6, true)])
    expect(await presses()).toBe(2)
  })
})

describe('what is sent twice or late', () => {
  it('counts once, in the summaries too', async () => {
    const { user, tag } = await wearer()
    const readings = [pulse(tag.serial, 100, -3), pulse(tag.serial, 110, -2)]
    await post(readings)
    expect((await post([...readings, pulse(tag.serial, 120, -1), pulse(tag.serial, 120, -1)])).body).toEqual({
      accepted: 1,
      duplicates: 3,
      rejected: [],
      warnings: [],
    })
    const span = { from: new Date(at(-120)), to: new Date(at(60)) }
    const hours = await readHourlySummaries(context.pool, office.company_id, [user.user_id], span)
    expect(hours.reduce((sum, row) => sum + row.readings, 0)).toBe(3)
    expect(Math.max(...hours.map((row) => row.heart_rate_max ?? 0))).toBe(120)
  })

  it('is stored but leaves the state alone', async () => {
    const { user, tag } = await wearer()
    await post([pulse(tag.serial, 100, -1)])
    expect((await post([pulse(tag.serial, 190, -20)])).body.accepted).toBe(1)
    expect(await stateOf(user.user_id)).toMatchObject({ heart_rate: 100, total_level: 0 })
    const stored = await db
      .selectFrom('reading')
      .select(['heart_rate', 'total_level'])
      .where('user_id', '=', user.user_id)
      .orderBy('at')
      .execute()
    expect(stored).toEqual([
      { heart_rate: 190, total_level: null },
      { heart_rate: 100, total_level: 0 },
    ])
  })

  it('goes to the wearer of the device at that time', async () => {
    const { user: first, tag } = await wearer()
    const second = await makeUser(db, 'User', office, {})
    await db
      .updateTable('wear')
      .set({ worn_to: new Date(at(-10)) })
      .where('user_id', '=', first.user_id)
      .execute()
    await makeWear(db, second.user_id, tag.device_id, { worn_from: new Date(at(-10)) })
    await post([pulse(tag.serial, 101, -15), pulse(tag.serial, 102, -5)])
    expect((await stateOf(first.user_id)).heart_rate).toBe(101)
    expect((await stateOf(second.user_id)).heart_rate).toBe(102)
  })
})

describe('the heat a worker is judged with', () => {
  it('comes from the watcher of the gateway, else the highest of the site, and its origin is kept', async () => {
    const { user, tag } = await wearer()
    const near = await makeDevice(db, 'heat', office.office_id, { location_name: '足場' })
    const far = await makeDevice(db, 'heat', office.office_id)
    const gateway = await makeDevice(db, 'gateway', office.office_id, { linked_device_id: near.device_id })
    await post([
      { kind: 'heat', device: near.serial, at: at(-3), wbgt: 29.5 },
      { kind: 'heat', device: far.serial, at: at(-3), wbgt: 31.2 },
      pulse(tag.serial, 90, -2, { gateway: gateway.serial }),
    ])
    expect(await stateOf(user.user_id)).toMatchObject({
      wbgt: 29.5,
      wbgt_device_id: near.device_id,
      heat_level: 2,
      total_level: 2,
      wbgt_source: 'measured',
    })
    await post([pulse(tag.serial, 90, -1)])
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: 31.2, wbgt_device_id: far.device_id, heat_level: 3, total_level: 2 })
    const site = await db.selectFrom('alert').selectAll().where('device_id', '=', far.device_id).execute()
    expect(site).toMatchObject([{ kind: 'siteHeat', level: 3 }])
  })
})

describe('what cannot be taken', () => {
  it('is named reading by reading and costs its neighbours nothing', async () => {
    const { tag } = await wearer()
    const elsewhere = await makeDevice(db, 'vital', (await makeOffice(db)).office_id, { serial: 'FOREIGN' })
    const { status, body } = await post([
      pulse(tag.serial, 90, -1),
      { kind: 'vital', device: 'nobody', at: at(-1) },
      pulse(elsewhere.serial, 90, -1),
      { kind: 'vital', device: tag.serial, at: '2026-07-20 13:00', heartRate: 80 },
      { kind: 'vital', device: tag.serial, at: at(-500 * 24 * 60), heartRate: 80 },
      { ...pulse(tag.serial, 90, -2), battery: 'full' },
      { kind: 'shoe', device: '1', at: at(-1) },
      null,
      { kind: 'vital', device: tag.serial, at: '0001-01-01T00:00:00Z', heartRate: 80 },
    ])
    expect(status).toBe(200)
    expect(body.accepted).toBe(1)
    expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(body.rejected[0].reason).toBe(body.rejected[1].reason)
    expect(body.rejected[3].reason).toBe('測定時刻：保存期間より前の測定値です。')
    expect(body.rejected[4].reason).toBe('電池：数値にしてください。')
  })

  it('is refused whole where the message is no message', async () => {
    expect((await post([])).status).toBe(400)
    expect((await post('x')).status).toBe(400)
    expect((await post(Array.from({ length: 5_001 }, () => null))).body).toEqual(['測定値：5000件以内にしてください。'])
    expect((await post([], 'Bearer nobody.nothing')).status).toBe(401)
    const large = await app.inject({
      method: 'POST',
      url: '/api/ingest',
      headers: { authorization: key.bearer, 'content-type': 'application/json' },
      payload: `{"readings":["${'x'.repeat(4_000_001)}"]}`,
    })
    expect(large.statusCode).toBe(413)
  })
})
