import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteDevices, moveDevice } from '../src/features/device/leave.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { createTestApp } from '../src/test-app.ts'
import { siteHeatJob } from '../src/features/alerts/site-heat/site-heat-job.ts'

let made: Awaited<ReturnType<typeof createTestApp>>
let stations = 44_000
beforeAll(async () => {
  made = await createTestApp()
})
afterAll(() => made.close())

const tokyo = (clock: string) => new Date(`2026-07-20T${clock}:00+09:00`)

/** A site with a public station of its own, a watcher and a worker of reference 23; nothing has been read yet. */
const site = async (company: { company_id?: number } = {}) => {
  const { db } = made.context
  const station = String((stations += 1))
  const office = await makeOffice(db, { ...company, public_wbgt_station: station })
  const { bearer } = await makeIngestKey(db, office.office_id)
  const user = await makeUser(db, 'User', office, { metabolic_class: 3, acclimatised: false, full_name: '見守　太郎' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const post = async (reading: object) => {
    const answer = await made.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings: [reading] } })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
  }
  return {
    office,
    watcher,
    publish: (clock: string, wbgt: number) =>
      db
        .insertInto('public_wbgt')
        .values({ station, at: tokyo(clock), kind: 'measured', wbgt })
        .execute(),
    measure: (clock: string, wbgt: number) => {
      made.time.now = tokyo(clock)
      return post({ kind: 'heat', device: watcher.serial, at: tokyo(clock).toISOString(), wbgt })
    },
    beat: (clock: string, more = {}) => {
      made.time.now = tokyo(clock)
      return post({ kind: 'vital', device: tag.serial, at: tokyo(clock).toISOString(), heartRate: 80, ...more })
    },
    turnAt: (clock: string) => {
      made.time.now = tokyo(clock)
      return takeTurn(made.context, siteHeatJob)
    },
    alerts: () =>
      db
        .selectFrom('alert')
        .selectAll()
        .where('office_id', '=', office.office_id)
        .where('kind', '=', 'siteHeat')
        .orderBy('alert_id')
        .execute(),
  }
}

type Site = Awaited<ReturnType<typeof site>>
const ofOffice = ({ company_id, office_id }: { company_id: number; office_id: number }) => ({ companyId: company_id, officeId: office_id })

describe('a site without a usable watcher', () => {
  it('has the heat of its public station, judged by the lowest reference value of those who are judged by it', async () => {
    const { office, publish, beat, turnAt, alerts } = await site()
    await publish('10:00', 25)
    await turnAt('10:20')
    expect(await alerts()).toEqual([])
    await beat('10:21')
    await turnAt('10:22')
    expect(await alerts()).toMatchObject([
      {
        device_id: null,
        user_id: null,
        level: 2,
        excess: 2,
        wbgt: 25,
        wbgt_point: `環境省 ${office.public_wbgt_station}`,
        reason: { kind: 'heat', limit: 23, names: ['見守　太郎'] },
        started_at: tokyo('10:22'),
        ended_at: null,
      },
    ])
    await turnAt('10:23')
    expect(await alerts()).toHaveLength(1)
  })

  it('is judged by its own reference value while nobody is there, and names people who come', async () => {
    const { publish, beat, turnAt, alerts } = await site()
    await publish('10:00', 28.5)
    await turnAt('10:20')
    expect(await alerts()).toMatchObject([{ level: 1, reason: { kind: 'heat', limit: 28, minutes: 0 }, excess: 0.5 }])
    await beat('10:21')
    await turnAt('10:22')
    expect(await alerts()).toMatchObject([{ level: 3, reason: { limit: 23, names: ['見守　太郎'] }, excess: 5.5 }])
  })

  it('continues by half a degree, and ends by a lower value that is ten minutes old', async () => {
    const { publish, turnAt, alerts } = await site()
    await publish('10:00', 28)
    await turnAt('10:20')
    await publish('11:00', 27.5)
    await turnAt('11:20')
    expect(await alerts()).toMatchObject([{ level: 1, ended_at: null }])
    await publish('12:00', 27.4)
    await turnAt('12:09')
    expect(await alerts()).toMatchObject([{ ended_at: null }])
    await turnAt('12:10')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('12:00'), ending: 'recovered' }])
  })

  it('keeps what it has for an hour once the station says no more', async () => {
    const { publish, turnAt, alerts } = await site()
    await publish('10:00', 31)
    await turnAt('10:20')
    await turnAt('12:29')
    expect(await alerts()).toMatchObject([{ level: 3, ended_at: null }])
    await turnAt('12:30')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('12:30'), ending: 'lost' }])
    await turnAt('12:31')
    expect(await alerts()).toHaveLength(1)
  })

  it('hands over to a watcher that speaks again', async () => {
    const { publish, measure, turnAt, alerts } = await site()
    await publish('10:00', 31)
    await turnAt('10:20')
    await measure('10:21', 24)
    await turnAt('10:22')
    expect(await alerts()).toMatchObject([{ device_id: null, ended_at: tokyo('10:22'), ending: 'handedOver' }])
    await turnAt('10:37')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('10:22') }, { device_id: null, ended_at: null }])
  })
})

describe('site heat of a station that a person closed', () => {
  const closeAt = async (clock: string, alertId: number | undefined) => {
    made.time.now = tokyo(clock)
    const admin = await makeUser(made.context.db, 'AdminUnitService')
    const closed = await made.askAs(admin, 'POST', `/api/Alert/${alertId}/Close`, { outcome: 'rested', note: '' })
    expect(closed.status).toBe(200)
  }

  it('opens again by a value that came after, once that has lasted for a quarter of an hour', async () => {
    const { publish, turnAt, alerts } = await site()
    await publish('10:00', 29)
    await turnAt('10:20')
    await closeAt('10:30', (await alerts())[0]?.alert_id)
    await turnAt('10:31')
    await turnAt('10:59')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('10:30'), ending: 'closed', outcome: 'rested' }])
    await publish('11:00', 29)
    await turnAt('11:10')
    await turnAt('11:24')
    expect(await alerts()).toHaveLength(1)
    await turnAt('11:25')
    expect(await alerts()).toMatchObject([{ outcome: 'rested' }, { started_at: tokyo('11:25'), ended_at: null, level: 2 }])
  })

  it('opens again at once on a rise', async () => {
    const { publish, turnAt, alerts } = await site()
    await publish('10:00', 29)
    await turnAt('10:20')
    await closeAt('10:30', (await alerts())[0]?.alert_id)
    await publish('11:00', 31)
    await turnAt('11:10')
    expect(await alerts()).toMatchObject([{ outcome: 'rested' }, { started_at: tokyo('11:10'), level: 3 }])
  })

  it('takes over nothing from a watcher that was closed and then deleted or moved', async () => {
    for (const leave of [
      async ({ office, watcher }: Site) => deleteDevices(made.context.db, ofOffice(office), [watcher.device_id], made.time.now),
      async ({ office, watcher }: Site) => {
        const to = await makeOffice(made.context.db, { company_id: office.company_id })
        const { company_id: companyId, device_id: deviceId } = watcher
        await moveDevice(made.context.db, { companyId, deviceId }, ofOffice(office), ofOffice(to), made.time.now)
      },
    ]) {
      const one = await site()
      await one.measure('10:00', 32)
      await closeAt('10:05', (await one.alerts())[0]?.alert_id)
      await leave(one)
      await one.publish('10:00', 31)
      await one.turnAt('10:20')
      expect(await one.alerts()).toMatchObject([
        { ending: 'closed', still_held: false, held_level: null, held_since: null },
        { device_id: null, ended_at: null, level: 3 },
      ])
    }
  })

  it('holds back nothing of another site of the company', async () => {
    const one = await site()
    const other = await site({ company_id: one.office.company_id })
    await one.publish('10:00', 29)
    await one.turnAt('10:20')
    await closeAt('10:30', (await one.alerts())[0]?.alert_id)
    await other.publish('10:00', 29)
    await other.turnAt('10:31')
    await other.publish('11:00', 29)
    await other.turnAt('11:10')
    await closeAt('11:11', (await other.alerts())[0]?.alert_id)
    await other.publish('12:00', 31)
    await other.turnAt('12:10')
    expect(await other.alerts()).toMatchObject([{ ending: 'closed' }, { started_at: tokyo('12:10'), ended_at: null }])
    const held = await made.context.db.selectFrom('alert').select('still_held').where('office_id', '=', one.office.office_id).execute()
    expect(held).toEqual([{ still_held: true }])
  })
})

it('a site with a usable watcher has that of its station too where somebody is judged by it', async () => {
  const { office, publish, measure, beat, turnAt, alerts } = await site()
  const { db } = made.context
  const map = await db
    .insertInto('site_map')
    .values({ company_id: office.company_id, office_id: office.office_id, position: 1, location_name: '足場', sismil_type: 2 })
    .returning('map_id')
    .executeTakeFirstOrThrow()
  const gateway = await makeDevice(db, 'gateway', office.office_id, { map_id: map.map_id })
  await publish('10:00', 25)
  await measure('10:20', 22)
  await turnAt('10:20')
  expect(await alerts()).toEqual([])
  await beat('10:21', { gateway: gateway.serial })
  await turnAt('10:22')
  expect(await alerts()).toMatchObject([{ device_id: null, level: 2, reason: { names: ['見守　太郎'] } }])
})

it('the heat of a watcher that fell silent is lost after an hour, without any reading', async () => {
  const { watcher, measure, turnAt, alerts } = await site()
  await measure('10:00', 32)
  await turnAt('10:59')
  expect(await alerts()).toMatchObject([{ device_id: watcher.device_id, level: 3, ended_at: null }])
  await turnAt('11:01')
  expect(await alerts()).toMatchObject([{ ended_at: tokyo('11:00'), ending: 'lost' }])
  const state = await made.context.db
    .selectFrom('device_state')
    .select('heat_level')
    .where('device_id', '=', watcher.device_id)
    .executeTakeFirstOrThrow()
  expect(state.heat_level).toBeNull()
  await measure('12:00', 30)
  expect(await alerts()).toMatchObject([{ ending: 'lost' }, { started_at: tokyo('12:00'), ended_at: null, level: 2 }])
})

it('waits for no watcher whose reading is being judged, and locks none that is still heard of', async () => {
  const [expired, heard] = [await site(), await site()]
  await expired.measure('10:00', 32)
  await heard.measure('10:50', 32)
  const client = await made.context.pool.connect()
  await client.query('begin')
  await client.query('select from device_state where device_id = any($1) for update', [
    [expired.watcher.device_id, heard.watcher.device_id],
  ])
  try {
    await expired.turnAt('11:01')
    expect(await expired.alerts()).toMatchObject([{ ended_at: null }])
  } finally {
    await client.query('rollback')
    client.release()
  }
  await expired.turnAt('11:02')
  expect(await expired.alerts()).toMatchObject([{ ended_at: tokyo('11:00'), ending: 'lost' }])
  expect(await heard.alerts()).toMatchObject([{ ended_at: null }])
})
