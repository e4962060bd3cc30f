import type { TerminalHeight } from '@mimamori/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
let bearer: string
let turn = 0
let serials: { barometer: string; high: string; low: string; silent: string; other: string }

beforeAll(async () => {
  bearer = (await makeIngestKey(site.db, site.office.office_id)).bearer
})

// Each test has a barometer and terminals of its own, for what was read before stays read.
beforeEach(async () => {
  const { db, office } = site
  site.time.now = new Date('2026-07-20T13:00:00+09:00')
  turn += 1
  serials = { barometer: `RB${turn}`, high: `HIGH${turn}`, low: `LOW${turn}`, silent: `SILENT${turn}`, other: `OTHER${turn}` }
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: serials.barometer })
  for (const serial of [serials.high, serials.low, serials.silent])
    await makeDevice(db, 'belt', office.office_id, { serial, linked_device_id: barometer.device_id })
  await makeDevice(db, 'belt', office.office_id, { serial: serials.other })
  await db.deleteFrom('audit_log').execute()
})

const reading = (kind: 'belt' | 'barometer', device: string, minutes: number, pressure: number | undefined, more: object = {}) => ({
  kind,
  device,
  at: site.minutesAgo(minutes).toISOString(),
  ...(pressure === undefined ? {} : { pressure }),
  ...more,
})
const send = async (...readings: object[]) => {
  const { body } = await site.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
  expect(body).toMatchObject({ accepted: readings.length })
}
const url = (done: string) => `/api/ReferenceBarometer/${serials.barometer}/${done}`
const heights = async () =>
  new Map((await site.rows<TerminalHeight>(site.people.base, url('Heights'))).map((row) => [row.serialNumber, row]))
const zero = (deviceIDs: string | string[], user: { user_id: number } = site.people.base) =>
  site.call(user, 'POST', url('ZeroHeights'), { deviceIDs })

// 23 Pa less is two metres higher at 30 °C.
const ground = 100_500
const above = 100_477

describe("the heights of a barometer's terminals", () => {
  test('are measured against its value at the time, unknown where one of the two is older than 15 minutes', async () => {
    await send(
      reading('barometer', serials.barometer, 2, ground, { temperature: 30 }),
      reading('belt', serials.high, 1, above, { hook: 1 }),
      reading('belt', serials.low, 1, ground),
    )
    await send(reading('belt', serials.silent, 16, ground))
    const all = await heights()
    expect([...all.keys()]).toEqual([serials.high, serials.low, serials.silent])
    expect(all.get(serials.high)).toEqual({
      serialNumber: serials.high,
      userName: null,
      fullName: null,
      altitude: expect.closeTo(203, 0) as number,
      measuredAt: '2026-07-20T12:59:00+09:00',
      offset: 0,
      zeroedAt: null,
      accuracy: 100,
    })
    expect(all.get(serials.low)?.altitude).toBeCloseTo(0, 1)
    expect(all.get(serials.silent)).toMatchObject({ altitude: null, measuredAt: null })
    site.time.now = new Date('2026-07-20T13:14:30+09:00')
    expect((await heights()).get(serials.high)?.altitude).toBeNull()
  })

  test('name who wears the terminal, and are hidden from other tenants', async () => {
    const { db, office } = site
    const worker = await makeUser(db, 'User', office, { full_name: '高所　一郎' })
    const belt = await db.selectFrom('device').select('device_id').where('device.serial', '=', serials.high).executeTakeFirstOrThrow()
    await makeWear(db, worker.user_id, belt.device_id, { slot: 'belt' })
    expect((await heights()).get(serials.high)).toMatchObject({ fullName: '高所　一郎', userName: worker.login_id })
    expect((await site.call(site.people.foreignBase, 'GET', url('Heights'))).status).toBe(404)
    expect((await zero(serials.high, site.people.foreignBase)).status).toBe(404)
  })
})

describe('zeroing', () => {
  test('sets the current height to zero, on record, at once and for the next reading', async () => {
    await send(
      reading('barometer', serials.barometer, 2, ground, { temperature: 30 }),
      reading('belt', serials.high, 1, above),
      reading('belt', serials.low, 1, ground),
    )
    const before = (await heights()).get(serials.high)?.altitude ?? 0
    const answer = await zero([serials.high])
    expect(answer.status).toBe(200)
    const all = await heights()
    expect((answer.body as { data: TerminalHeight[] }).data).toEqual([...all.values()])
    expect(all.get(serials.high)).toMatchObject({ altitude: 0, offset: before, zeroedAt: '2026-07-20T13:00:00+09:00', accuracy: 25 })
    expect(all.get(serials.low)).toMatchObject({ offset: 0, zeroedAt: null, accuracy: 100 })
    expect(await site.log()).toMatchObject([
      {
        action: 'zeroHeights',
        resource: 'barometer',
        resource_id: serials.barometer,
        before: { offset: { [serials.high]: 0 } },
        after: { offset: { [serials.high]: before } },
      },
    ])
    const stored = () =>
      site.db
        .selectFrom('device_state')
        .innerJoin('device', (join) =>
          join.onRef('device.company_id', '=', 'device_state.company_id').onRef('device.device_id', '=', 'device_state.device_id'),
        )
        .select('altitude_cm')
        .where('device.serial', '=', serials.high)
        .executeTakeFirst()
    expect((await stored())?.altitude_cm).toBeCloseTo(0, 1)
    // The same pressure is the same height, which is zero now.
    await send(reading('belt', serials.high, 0, above))
    expect((await stored())?.altitude_cm).toBeCloseTo(0, 1)
  })

  test('asks for terminals of this barometer, heard of together with it', async () => {
    await send(reading('belt', serials.high, 1, above), reading('belt', serials.low, 1, undefined, { hook: 1 }))
    expect(await zero([serials.high, serials.silent])).toEqual({
      status: 400,
      body: [`${serials.high}、${serials.silent}は、高さが分かりません。端末と基準器の両方が受信しているときに、もう一度お試しください。`],
    })
    await send(reading('barometer', serials.barometer, 1, ground))
    expect((await zero(`${serials.high},${serials.low}`)).body).toEqual([
      `${serials.low}は、高さが分かりません。端末と基準器の両方が受信しているときに、もう一度お試しください。`,
    ])
    expect((await zero([serials.high, serials.other])).body).toEqual([
      `${serials.other}は、この気圧基準器につながっていません。つないでから、もう一度お試しください。`,
    ])
    expect((await zero([])).body).toEqual(['端末：この項目は必須です。'])
    expect((await heights()).get(serials.high)).toMatchObject({ offset: 0, zeroedAt: null })
    expect(await site.log()).toEqual([])
  })

  test.each([
    ['2026-07-20T05:30:00+09:00', '2026-07-20T19:00:00+09:00', 25, 'before the gate opened'],
    ['2026-07-20T13:00:00+09:00', '2026-07-21T03:59:00+09:00', 25, 'through the night'],
    ['2026-07-20T13:00:00+09:00', '2026-07-21T06:30:00+09:00', 100, 'in the shift before'],
  ])('done %s holds at %s to ±%i cm: %s', async (done, requested, accuracy) => {
    const { office, db } = site
    await db.updateTable('office').set({ opens_at: '06:00' }).where('office.office_id', '=', office.office_id).execute()
    await db
      .updateTable('device')
      .set({ altitude_zeroed_at: new Date(done) })
      .where('device.serial', '=', serials.high)
      .execute()
    site.time.now = new Date(requested)
    expect((await heights()).get(serials.high)?.accuracy).toBe(accuracy)
  })
})
