import type { AlertEpisode, BeltRow } from '@mimamori/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { liveChannel } from '../../shared/announcements/announce.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()

/** A site of its own with a barometer and somebody whose belt is measured against it. */
const makeHeights = async () => {
  const { db } = site
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const admin = await makeUser(db, 'AdminUnitContract', office)
  const worker = await makeUser(db, 'User', office, { full_name: '高所　一郎' })
  const barometer = await makeDevice(db, 'barometer', office.office_id)
  const other = await makeDevice(db, 'barometer', office.office_id)
  const belt = await makeDevice(db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
  await makeWear(db, worker.user_id, belt.device_id, { slot: 'belt' })
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  const send = async (...readings: { at: string }[]) => {
    const newest = Math.max(...readings.map((reading) => Date.parse(reading.at)))
    if (site.time.now.getTime() < newest) site.time.now = new Date(newest)
    const { body } = await site.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
    expect(body).toMatchObject({ accepted: readings.length })
  }
  return {
    admin,
    barometerId: barometer.device_id,
    send,
    pressure: (minutes: number, metres: number) => pressureOf('barometer', barometer.serial, at(minutes), metres),
    otherPressure: (minutes: number, metres: number) => pressureOf('barometer', other.serial, at(minutes), metres),
    hook: (minutes: number, metres: number, hook: 0 | 1) => ({ ...pressureOf('belt', belt.serial, at(minutes), metres), hook }),
    zero: () =>
      site.call(admin, 'POST', `/api/ReferenceBarometer/${barometer.serial}/ZeroHeights?officeId=${office.office_id}`, {
        deviceIDs: [belt.serial],
      }),
    belt: async () => (await site.rows<BeltRow>(admin, `/api/SafetyBelt?OfficeId=${office.office_id}`))[0],
    alerts: async () =>
      (await site.rows<AlertEpisode>(admin, `/api/HealthCondition/Alert?allTime=1&officeId=${office.office_id}`)).map(
        ({ kind, startedAt, ending, reason }) => ({ kind, minute: (Date.parse(startedAt) - start.getTime()) / 60_000, ending, reason }),
      ),
    /** The heights that were stored with the belt's readings, in metres. */
    heights: async () => {
      const rows = await db
        .selectFrom('reading')
        .select('altitude_cm')
        .where('device_id', '=', belt.device_id)
        .where('company_id', '=', office.company_id)
        .orderBy('at')
        .execute()
      return rows.map(({ altitude_cm: cm }) => (cm === null ? null : Math.round(cm / 100)))
    },
  }
}

const start = new Date('2026-07-20T09:00:00+09:00')
/** Some 8.4 m for each hectopascal near the ground. */
const pressureOf = (kind: 'belt' | 'barometer', device: string, at: Date, metres: number) => ({
  kind,
  device,
  at: at.toISOString(),
  pressure: 101_325 - metres * 12,
})

let made: Awaited<ReturnType<typeof makeHeights>>
beforeEach(async () => {
  site.time.now = start
  made = await makeHeights()
})

describe('a reference barometer that was carried up ten metres', () => {
  test('makes heights unknown instead of zero: somebody unhooked up there still has an alert', async () => {
    const { send, pressure, hook, alerts, belt, heights } = made
    await send(pressure(0, 0), hook(1, 10, 1))
    await send(pressure(5, 10))
    for (const minute of [6, 7, 8]) await send(hook(minute, 10, 0))
    expect(await heights()).toEqual([10, null, null, null])
    expect(await belt()).toMatchObject({ state: 'alert', altitude: null })
    const kinds = (await alerts()).map(({ kind, minute }) => `${kind} ${minute}`)
    expect(kinds.toSorted()).toEqual(['barometerMoved 5', 'belt 7'])
  })

  test('has a line that says what to do, until somebody zeroes heights by it; then they are known again', async () => {
    const { send, pressure, hook, alerts, heights, zero } = made
    await send(pressure(0, 0))
    await send(pressure(5, 10))
    await send(hook(6, 10, 1))
    for (const minute of [30, 60, 90]) await send(pressure(minute, 10))
    const [line, ...others] = await alerts()
    expect(others).toEqual([])
    expect(line).toMatchObject({ kind: 'barometerMoved', minute: 5, ending: null })
    expect(line?.reason).toMatch(/^気圧基準器 .+ が動かされ、高さが不明です。端末の高さを0に合わせてください$/u)
    await send(pressure(100, 10))
    await send(hook(100, 10, 1))
    expect((await zero()).status).toBe(200)
    expect(await alerts()).toMatchObject([{ kind: 'barometerMoved', ending: 'recovered' }])
    await send(pressure(101, 10))
    await send(hook(101, 12, 1))
    expect(await heights()).toEqual([null, null, 2])
    expect(await alerts()).toHaveLength(1)
  })

  test('is shown in its place at once where somebody zeroes heights', async () => {
    const { send, pressure, hook, zero, barometerId } = made
    await send(pressure(0, 0))
    await send(pressure(5, 10))
    await send(hook(6, 10, 1))
    const listener = await site.context.pool.connect()
    onTestFinished(() => listener.release(true))
    const named: number[] = []
    listener.on('notification', ({ payload = '{}' }) => named.push(...((JSON.parse(payload) as { d?: number[] }).d ?? [])))
    await listener.query(`listen ${liveChannel}`)
    await zero()
    await expect.poll(() => named).toContain(barometerId)
  })

  test('is noticed alike where its backlog comes in parts, the newest first', async () => {
    const { send, pressure, hook, alerts, heights } = made
    site.time.now = new Date(start.getTime() + 100 * 60_000)
    await send(...[60, 70, 80].map((minute) => pressure(minute, 10)))
    await send(...[10, 20, 30, 40, 50].map((minute) => pressure(minute, 10)))
    await send(pressure(0, 0))
    await send(hook(5, 10, 1), hook(15, 10, 1), hook(75, 10, 1))
    expect(await heights()).toEqual([10, null, null])
    expect(await alerts()).toMatchObject([{ kind: 'barometerMoved', ending: null }])
  })
})

describe('beside another barometer of the site', () => {
  test('a change of the weather leaves heights unknown until the other shows it too, and opens no line', async () => {
    const { send, pressure, otherPressure, hook, alerts, heights } = made
    for (const minute of [0, 10]) {
      await send(pressure(minute, 0))
      await send(otherPressure(minute + 1, 0))
    }
    await send(pressure(20, 6))
    await send(hook(21, 16, 1))
    await send(otherPressure(21, 6))
    await send(pressure(30, 6))
    await send(hook(31, 16, 1))
    expect(await heights()).toEqual([null, 10])
    expect(await alerts()).toEqual([])
  })

  test('one that is carried alone has its line once the other has shown nothing', async () => {
    const { send, pressure, otherPressure, hook, alerts, heights } = made
    for (const minute of [0, 10]) {
      await send(pressure(minute, 0))
      await send(otherPressure(minute + 1, 0))
    }
    await send(pressure(20, 10))
    await send(otherPressure(21, 0))
    expect(await alerts()).toEqual([])
    await send(pressure(30, 10))
    await send(hook(31, 10, 1))
    expect(await heights()).toEqual([null])
    expect(await alerts()).toMatchObject([{ kind: 'barometerMoved', minute: 20, ending: null }])
  })
})
