import type { Device, HealthRow } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { doubtfulHeartJob } from './doubtful-heart-job.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
await site.context.pool.query(`select ensure_reading_partition('2026-07-01'), ensure_reading_partition('2026-06-30')`)

/** An instant of a day of July in Japan. */
const tokyo = (day: number, clock = '00:10') => new Date(Date.parse(`2026-07-01T${clock}:00+09:00`) + (day - 1) * 86_400_000)

const turnOn = (day: number) => {
  site.time.now = tokyo(day)
  return takeTurn(site.context, doubtfulHeartJob)
}

const makeCrew = async () => {
  const { db } = site
  const office = await makeOffice(db)
  const admin = await makeUser(db, 'AdminUnitContract', office)
  const [one, other] = [await makeUser(db, 'User', office), await makeUser(db, 'User', office)]
  const [tag, spare] = [await makeDevice(db, 'vital', office.office_id), await makeDevice(db, 'vital', office.office_id)]
  type Worn = { user?: typeof one; device?: typeof tag; bpm?: (minute: number) => number; minutes?: number }
  /** Five hours of the morning, a value a minute. */
  const work = async (day: number, { user = one, device = tag, bpm = (minute) => 80 + (minute % 5), minutes = 300 }: Worn = {}) => {
    const rows = Array.from({ length: minutes }, (_, minute) => ({
      company_id: office.company_id,
      office_id: office.office_id,
      device_id: device.device_id,
      user_id: user.user_id,
      at: new Date(tokyo(day, '07:00').getTime() + minute * 60_000),
      received_at: tokyo(day, '12:00'),
      heart_rate: bpm(minute),
      total_level: 0,
    }))
    await db.insertInto('reading').values(rows).execute()
  }
  const warningsOf = async (device = tag) =>
    (await site.rows<Device>(admin, `/api/Device?officeId=${office.office_id}`)).find(({ id }) => id === device.serial)?.warnings
  return { office, admin, one, other, tag, spare, work, warningsOf }
}

/** A heart at work. */
const alive = (minute: number) => 90 + (minute % 60)

let crew: Awaited<ReturnType<typeof makeCrew>>
beforeEach(async () => {
  site.time.now = tokyo(1)
  await site.db.deleteFrom('doubtful_heart_count').execute()
  await site.db.deleteFrom('doubtful_heart').execute()
  crew = await makeCrew()
})

describe('a device whose heart rates lie close together', () => {
  test('on three days and for two wearers is to be checked, until thirty days are over', async () => {
    const { other, work, warningsOf } = crew
    for (const day of [1, 2]) await work(day)
    await turnOn(3)
    await work(3)
    await turnOn(4)
    expect(await warningsOf()).toEqual([])
    await work(4, { user: other })
    await turnOn(5)
    expect(await warningsOf()).toEqual(['checkHeartRate'])
    site.time.now = tokyo(31)
    expect(await warningsOf()).toEqual(['checkHeartRate'])
    site.time.now = tokyo(35)
    expect(await warningsOf()).toEqual([])
  })

  test.each([
    ['whose heart rates move', { bpm: alive }],
    ['that measured less than four hours', { minutes: 239 }],
  ])('is not one %s', async (_, worn) => {
    const { one, other, work, warningsOf } = crew
    for (const day of [1, 2]) await work(day, { user: one, ...worn })
    await work(3, { user: other, ...worn })
    for (const day of [3, 4]) await turnOn(day)
    expect(await warningsOf()).toEqual([])
  })

  test('is found alike after a pause, in a second turn, and with readings that came a day late', async () => {
    const { other, work, warningsOf } = crew
    await turnOn(1)
    for (const day of [1, 2]) await work(day)
    await work(3, { user: other, minutes: 100 })
    // Nothing was counted for days.
    await turnOn(4)
    expect(await warningsOf()).toEqual([])
    await site.db.deleteFrom('reading').where('user_id', '=', other.user_id).execute()
    await work(3, { user: other })
    await turnOn(5)
    expect(await warningsOf()).toEqual(['checkHeartRate'])
    const counted = await site.db.selectFrom('doubtful_heart').selectAll().execute()
    await site.db.deleteFrom('doubtful_heart_count').execute()
    await turnOn(5)
    expect(await site.db.selectFrom('doubtful_heart').selectAll().execute()).toEqual(counted)
  })

  test('is named at its wearer’s row, whose level stays, and no more once somebody else wears another', async () => {
    const { office, admin, other, tag, work } = crew
    const { db } = site
    for (const day of [1, 2]) await work(day)
    await work(3, { user: other })
    await turnOn(3)
    await turnOn(4)
    await makeWear(db, other.user_id, tag.device_id)
    const state = { company_id: office.company_id, user_id: other.user_id, device_id: tag.device_id, last_at: tokyo(4), total_level: 0 }
    await db
      .insertInto('worker_state')
      .values({ ...state, heart_rate: 82, heard_at: tokyo(4) })
      .execute()
    const row = async () =>
      (await site.rows<HealthRow>(admin, `/api/HealthCondition?officeId=${office.office_id}`)).find(
        ({ userId }) => userId === other.user_id,
      )
    expect(await row()).toMatchObject({ warnings: ['checkHeartRate'], alertLevel: 0, heartRate: 82, reason: null })
    await db
      .updateTable('wear')
      .set({ worn_to: tokyo(4) })
      .where('device_id', '=', tag.device_id)
      .execute()
    expect(await row()).toMatchObject({ warnings: [] })
  })
})

describe('two devices on one person', () => {
  test('that differ by 20 bpm for ten minutes are both named for three days', async () => {
    const { work, spare, warningsOf } = crew
    await work(1, { bpm: alive })
    await work(1, { device: spare, bpm: (minute) => alive(minute) + (minute < 10 ? 25 : 0) })
    await turnOn(2)
    expect([await warningsOf(), await warningsOf(spare)]).toEqual([['differentHeartRates'], ['differentHeartRates']])
    site.time.now = tokyo(4)
    expect(await warningsOf()).toEqual(['differentHeartRates'])
    site.time.now = tokyo(5)
    expect(await warningsOf()).toEqual([])
  })

  test('that show the same, or that were worn one after the other, are not', async () => {
    const { other, work, spare, warningsOf } = crew
    await work(1, { bpm: alive })
    await work(1, { device: spare, bpm: (minute) => alive(minute) + 10 })
    await work(2, { bpm: () => 80, minutes: 100 })
    await work(2, { device: spare, user: other, bpm: () => 120, minutes: 100 })
    await turnOn(3)
    expect([await warningsOf(), await warningsOf(spare)]).toEqual([[], []])
  })
})
