import type { Barometer, Device, HeatWatcher } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
const start = new Date('2026-07-20T09:00:00+09:00')
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

const makeSite = async () => {
  const { db } = site
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const admin = await makeUser(db, 'AdminUnitContract', office)
  const send = async (minutes: number, ...readings: object[]) => {
    site.time.now = at(minutes)
    const timed = readings.map((reading) => ({ at: at(minutes).toISOString(), ...reading }))
    const { body } = await site.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings: timed } })
    expect(body).toMatchObject({ accepted: readings.length })
  }
  const warningsOf = async (path: string, serial: string) => {
    const rows = await site.rows<Device | HeatWatcher | Barometer>(admin, `/api/${path}?officeId=${office.office_id}`)
    return rows.find(({ id }) => id === serial)?.warnings
  }
  return { office, admin, send, warningsOf }
}

let made: Awaited<ReturnType<typeof makeSite>>
beforeEach(async () => {
  site.time.now = start
  made = await makeSite()
})

describe('a vital tag', () => {
  test.each([
    [5, []],
    [10, ['longInterval']],
    [20, ['tooLongInterval']],
  ])('that reports each %i minutes, as its readings show, has %j', async (interval, warnings) => {
    const { office, send, warningsOf } = made
    const worker = await makeUser(site.db, 'User', office)
    const tag = await makeDevice(site.db, 'vital', office.office_id)
    await makeWear(site.db, worker.user_id, tag.device_id)
    for (let n = 0; n < 5; n++) await send(n * interval, { kind: 'vital', device: tag.serial, heartRate: 80 + n })
    expect(await warningsOf('Device', tag.serial)).toEqual(warnings)
    // What nobody has heard for a day watches nobody.
    site.time.now = at(5 * interval + 24 * 60)
    expect(await warningsOf('Device', tag.serial)).toEqual([])
  })

  test('that says a long interval has it at once, whatever the heart, and its wearer keeps their level', async () => {
    const { office, admin, send, warningsOf } = made
    const worker = await makeUser(site.db, 'User', office)
    const tag = await makeDevice(site.db, 'vital', office.office_id)
    await makeWear(site.db, worker.user_id, tag.device_id)
    for (const minute of [0, 1, 2]) await send(minute, { kind: 'vital', device: tag.serial, heartRate: 80, interval: minute < 2 ? 1 : 30 })
    expect(await warningsOf('Device', tag.serial)).toEqual(['tooLongInterval'])
    expect(await site.rows(admin, `/api/HealthCondition?officeId=${office.office_id}`)).toMatchObject([{ alertLevel: 0, heartRate: 80 }])
  })
})

describe('a heat-index watcher', () => {
  const watch = async (minutes: readonly number[], wbgtAt: (minute: number) => number) => {
    const { office, send, warningsOf } = made
    const watcher = await makeDevice(site.db, 'heat', office.office_id)
    for (const minute of minutes) await send(minute, { kind: 'heat', device: watcher.serial, wbgt: wbgtAt(minute) })
    return { watcher, warnings: await warningsOf('HeatIndexWatcher', watcher.serial) }
  }
  const each10 = (until: number) => Array.from({ length: until / 10 + 1 }, (_, n) => n * 10)

  test('whose value has not moved for three hours of daytime has a warning, until it moves', async () => {
    const { watcher, warnings } = await watch(each10(180), () => 28.3)
    expect(warnings).toEqual(['stuckValue'])
    await made.send(190, { kind: 'heat', device: watcher.serial, wbgt: 28.4 })
    expect(await made.warningsOf('HeatIndexWatcher', watcher.serial)).toEqual([])
  })

  test.each([
    ['three hours are not over', each10(170), () => 28.3],
    ['it moved by 0.1', each10(180), (minute: number) => (minute === 90 ? 28.4 : 28.3)],
    ['it spoke twice', [0, 180], () => 28.3],
  ])('has none where %s', async (_, minutes, wbgtAt) => {
    expect((await watch(minutes, wbgtAt)).warnings).toEqual([])
  })

  test.each([
    ['from noon into the night', 12, 22, ['stuckValue']],
    ['from the afternoon before to the next morning', 16, 24 + 7, ['stuckValue']],
    ['from the evening to the next morning', 19, 24 + 8, []],
  ])('whose value stays the same %s: %i to %i o’clock', async (_, fromHour, untilHour, warnings) => {
    const { office, send, warningsOf } = made
    const watcher = await makeDevice(site.db, 'heat', office.office_id)
    for (let minute = (fromHour - 9) * 60; minute <= (untilHour - 9) * 60; minute += 30)
      await send(minute, { kind: 'heat', device: watcher.serial, wbgt: 25 })
    expect(await warningsOf('HeatIndexWatcher', watcher.serial)).toEqual(warnings)
  })

  test('counts on: its site’s people are judged by the value that does not move', async () => {
    const { office, admin, send } = made
    const worker = await makeUser(site.db, 'User', office)
    const tag = await makeDevice(site.db, 'vital', office.office_id)
    await makeWear(site.db, worker.user_id, tag.device_id)
    await watch(each10(180), () => 33)
    await send(181, { kind: 'vital', device: tag.serial, heartRate: 80 })
    expect(await site.rows(admin, `/api/HealthCondition?officeId=${office.office_id}`)).toMatchObject([{ wbgtValue: 33, lost: [] }])
  })
})

test('a reference barometer that was moved has a warning until heights are zeroed by it', async () => {
  const { office, admin, send, warningsOf } = made
  const barometer = await makeDevice(site.db, 'barometer', office.office_id)
  const belt = await makeDevice(site.db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
  const pressure = (pa: number) => ({ kind: 'barometer', device: barometer.serial, pressure: pa })
  await send(0, pressure(101_325))
  expect(await warningsOf('ReferenceBarometer', barometer.serial)).toEqual([])
  await send(10, pressure(101_200))
  await send(11, { kind: 'belt', device: belt.serial, pressure: 101_200 })
  expect(await warningsOf('ReferenceBarometer', barometer.serial)).toEqual(['moved'])
  const zeroed = await site.call(admin, 'POST', `/api/ReferenceBarometer/${barometer.serial}/ZeroHeights?officeId=${office.office_id}`, {
    deviceIDs: [belt.serial],
  })
  expect(zeroed.status).toBe(200)
  expect(await warningsOf('ReferenceBarometer', barometer.serial)).toEqual([])
})
