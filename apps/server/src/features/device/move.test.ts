import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeAlert, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeDownlink, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
beforeEach(() => site.db.deleteFrom('audit_log').execute())

let serials = 0
const nextSerial = () => `M${(serials += 1)}`

const mapOf = async ({ company_id, office_id }: { company_id: number; office_id: number }) =>
  (
    await site.db
      .insertInto('site_map')
      .values({ company_id, office_id, position: 0, location_name: '1階' })
      .returning('site_map.map_id')
      .executeTakeFirstOrThrow()
  ).map_id

/** A belt that is worn, zeroed against a barometer, heard, with a command and an alarm. */
const makeBusyBelt = async () => {
  const { db, office, minutesAgo } = site
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: nextSerial() })
  const belt = await makeDevice(db, 'belt', office.office_id, {
    serial: nextSerial(),
    linked_device_id: barometer.device_id,
    altitude_offset_cm: 12,
    altitude_zeroed_at: minutesAgo(60),
    map_id: await mapOf(office),
    position_x: 10,
    position_y: 20,
  })
  const worker = await makeUser(db, 'User', office)
  const { wear_id: wearId } = await makeWear(db, worker.user_id, belt.device_id, { slot: 'belt' })
  await site.setDeviceState(belt, {
    last_at: minutesAgo(1),
    battery: 3,
    hook: 0,
    altitude_cm: 250,
    judge: JSON.stringify({ belt: { openSince: 1 } }),
  })
  const alert = await makeAlert(db, worker, minutesAgo(5), { kind: 'belt', device_id: belt.device_id })
  const { downlink_id: downlinkId } = await makeDownlink(db, belt)
  await sql`select ensure_reading_partition(${minutesAgo(1)}::timestamptz)`.execute(db)
  await db
    .insertInto('reading')
    .values({
      company_id: office.company_id,
      office_id: office.office_id,
      device_id: belt.device_id,
      at: minutesAgo(1),
      received_at: minutesAgo(1),
      user_id: worker.user_id,
      hook: 0,
    })
    .execute()
  return { barometer, belt, worker, wearId, alert, downlinkId }
}

/** An emergency that somebody called by a device that nobody wears. */
const makeCall = ({ device_id }: { device_id: number }) =>
  makeAlert(site.db, { ...site.people.base, user_id: null as never }, site.minutesAgo(3), {
    kind: 'emergency',
    cause: 'call',
    level: 3,
    user_id: null,
    full_name: null,
    device_id,
  })

const readingsOf = (deviceId: number) => site.db.selectFrom('reading').selectAll().where('reading.device_id', '=', deviceId).execute()
const alertOf = (alertId: number) => site.db.selectFrom('alert').selectAll().where('alert.alert_id', '=', alertId).executeTakeFirstOrThrow()
const eventsOf = async (alertId: number) =>
  (await site.db.selectFrom('alert_event').select('event').where('alert_event.alert_id', '=', alertId).execute()).map(({ event }) => event)
const wearOf = (wearId: number) => site.db.selectFrom('wear').selectAll().where('wear.wear_id', '=', wearId).executeTakeFirst()

describe('a device that goes to another site', () => {
  test('leaves wearer, link, offset, map, alarm and commands behind, and is judged from the start; its readings stay', async () => {
    const { people, sibling, office, call } = site
    const { belt, wearId, alert, downlinkId } = await makeBusyBelt()
    const moved = await call(people.contract, 'PUT', '/api/Device', {
      officeId: sibling.office_id,
      fromOfficeId: office.office_id,
      deviceType: 2,
      serialNumber: belt.serial,
      version: 1,
    })
    expect(moved).toMatchObject({
      status: 200,
      body: { officeId: sibling.office_id, userId: null, referenceBarometerId: null, bateryLevel: 3, version: 2 },
    })
    expect(await site.deviceOf(belt.device_id)).toMatchObject({
      linked_device_id: null,
      altitude_offset_cm: 0,
      altitude_zeroed_at: null,
      map_id: null,
      position_x: null,
      position_y: null,
    })
    expect((await wearOf(wearId))?.worn_to).toEqual(site.time.now)
    expect(await alertOf(alert.alert_id)).toMatchObject({ ended_at: site.time.now, handling: 'open', device_id: belt.device_id })
    expect(await eventsOf(alert.alert_id)).toEqual(['ended'])
    const state = await site.db
      .selectFrom('device_state')
      .selectAll()
      .where('device_state.device_id', '=', belt.device_id)
      .executeTakeFirstOrThrow()
    expect(state).toMatchObject({ judge: null, hook: null, altitude_cm: null, last_at: site.minutesAgo(1) })
    expect(await site.db.selectFrom('downlink').select('state').where('downlink.downlink_id', '=', downlinkId).executeTakeFirst()).toEqual({
      state: 'expired',
    })
    expect(await readingsOf(belt.device_id)).toHaveLength(1)
  })

  test('leaves a call of somebody who does not wear it to be answered where it was made', async () => {
    const { people, sibling, office, db, call } = site
    const { belt } = await makeBusyBelt()
    const emergency = await makeCall(belt)
    const draft = { fromOfficeId: office.office_id, deviceType: 2, serialNumber: belt.serial }
    expect((await call(people.contract, 'PUT', '/api/Device', { ...draft, officeId: sibling.office_id })).status).toBe(200)
    expect(await alertOf(emergency.alert_id)).toMatchObject({ ended_at: null, handling: 'open', office_id: office.office_id })
    expect(await db.selectFrom('device').select('office_id').where('device_id', '=', belt.device_id).executeTakeFirst()).toEqual({
      office_id: sibling.office_id,
    })
  })

  test('is recorded at both sites, at neither what belongs to the other', async () => {
    const { people, sibling, office, call } = site
    const { belt } = await makeBusyBelt()
    // Found by its serial alone, since only one place has it.
    expect(
      (await call(people.contract, 'PUT', '/api/Device', { officeId: sibling.office_id, deviceType: 2, serialNumber: belt.serial })).status,
    ).toBe(200)
    expect(await site.log()).toMatchObject([
      { action: 'movedToOtherSite', office_id: office.office_id, before: { officeId: office.office_id }, after: null },
      { action: 'movedFromOtherSite', office_id: sibling.office_id, before: null, after: { officeId: sibling.office_id, userId: null } },
    ])
  })

  test("stays if its serial is taken, or if the site is not the actor's", async () => {
    const { people, sibling, office, foreign, db, call } = site
    const { belt, wearId } = await makeBusyBelt()
    await makeDevice(db, 'belt', sibling.office_id, { serial: belt.serial })
    const draft = { deviceType: 2, serialNumber: belt.serial, fromOfficeId: office.office_id }
    expect(await call(people.contract, 'PUT', '/api/Device', { ...draft, officeId: sibling.office_id })).toEqual({
      status: 400,
      body: ['入力したシリアル番号はすでに登録されています。'],
    })
    expect((await call(people.contract, 'PUT', '/api/Device', { ...draft, officeId: foreign.office_id })).status).toBe(404)
    expect((await call(people.base, 'PUT', '/api/Device', { ...draft, officeId: sibling.office_id })).status).toBe(404)
    expect(await wearOf(wearId)).toMatchObject({ worn_to: null })
    expect(await site.deviceOf(belt.device_id)).toMatchObject({ office_id: office.office_id, version: 1 })
    expect(await site.log()).toEqual([])
  })

  test('leaves the name of its place behind, unless the form gives it one', async () => {
    const { people, sibling, office, db, call } = site
    const made = (serial: string) => makeDevice(db, 'gateway', office.office_id, { serial, location_name: '秘密の場所' })
    const [bare, named] = [await made(nextSerial()), await made(nextSerial())]
    const draft = { officeId: sibling.office_id, gatewayType: 1 }
    expect((await call(people.contract, 'PUT', '/api/Gateway', { ...draft, serialNumber: bare.serial })).body).toMatchObject({
      locationName: null,
    })
    const { body } = await call(people.contract, 'PUT', '/api/Gateway', { ...draft, serialNumber: named.serial, locationName: '南門' })
    expect(body).toMatchObject({ locationName: '南門' })
  })

  test('frees what was linked to it, and the people it left no longer name it', async () => {
    const { people, sibling, office, db, call } = site
    const watcher = await makeDevice(db, 'heat', office.office_id, { serial: '000501' })
    const gateway = await makeDevice(db, 'gateway', office.office_id, {
      serial: nextSerial(),
      linked_device_id: watcher.device_id,
      location_name: '秘密の場所',
    })
    const worker = await makeUser(db, 'User', office)
    const vital = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, worker.user_id, vital.device_id)
    await setState(db, worker.user_id, site.time.now, {
      device_id: vital.device_id,
      gateway_id: gateway.device_id,
      wbgt_device_id: watcher.device_id,
    })
    const heat = await makeAlert(db, { ...worker, user_id: null as never }, site.minutesAgo(5), {
      kind: 'siteHeat',
      user_id: null,
      device_id: watcher.device_id,
    })
    await call(people.contract, 'PUT', '/api/HeatIndexWatcher', { officeId: sibling.office_id, serialNumber: '000501' })
    expect(await site.deviceOf(gateway.device_id)).toMatchObject({ linked_device_id: null, version: 2 })
    expect((await alertOf(heat.alert_id)).ended_at).toEqual(site.time.now)
    await call(people.contract, 'PUT', '/api/Gateway', { officeId: sibling.office_id, serialNumber: gateway.serial, gatewayType: 1 })
    const state = await db
      .selectFrom('worker_state')
      .select(['gateway_id', 'wbgt_device_id'])
      .where('worker_state.user_id', '=', worker.user_id)
      .executeTakeFirst()
    expect(state).toEqual({ gateway_id: null, wbgt_device_id: null })
  })
})

describe('a device that somebody calls by', () => {
  test.each([
    ['deleted', () => undefined],
    ['taken to another company', (draft: object) => ({ ...draft, officeId: site.foreign.office_id })],
  ])('is not %s before a person has closed the call', async (_, movedAs) => {
    const { people, office, call } = site
    const { belt, wearId } = await makeBusyBelt()
    const emergency = await makeCall(belt)
    const draft = { officeId: office.office_id, fromOfficeId: office.office_id, deviceType: 2, serialNumber: belt.serial }
    const moved = movedAs(draft)
    const go = () =>
      moved === undefined
        ? call(people.service, 'DELETE', `/api/Device/${belt.serial}?deviceType=2`)
        : call(people.service, 'PUT', '/api/Device', moved)
    expect(await go()).toEqual({
      status: 400,
      body: [`機器「${belt.serial}」からの呼出の対応が終わっていません。対応を終えてから、もう一度行ってください。`],
    })
    expect(await alertOf(emergency.alert_id)).toMatchObject({ ended_at: null, device_id: belt.device_id })
    expect(await wearOf(wearId)).toMatchObject({ worn_to: null })
    await site.db
      .updateTable('alert')
      .set({ ended_at: site.time.now, handling: 'closed' })
      .where('alert_id', '=', emergency.alert_id)
      .execute()
    expect((await go()).status).toBe(200)
  })
})

describe('a device that goes to another company', () => {
  test('is a new one there; the old one goes as a deleted one does', async () => {
    const { people, foreign, office, call } = site
    const { belt, wearId, alert, downlinkId } = await makeBusyBelt()
    const moved = await call(people.service, 'PUT', '/api/Device', {
      officeId: foreign.office_id,
      fromOfficeId: office.office_id,
      deviceType: 2,
      serialNumber: belt.serial,
      version: 1,
    })
    expect(moved).toMatchObject({
      status: 200,
      body: {
        serialNumber: belt.serial,
        officeId: foreign.office_id,
        userId: null,
        referenceBarometerId: null,
        bateryLevel: null,
        version: 1,
      },
    })
    expect(await site.deviceOf(belt.device_id)).toBeUndefined()
    const copies = await site.db.selectFrom('device').selectAll().where('device.serial', '=', belt.serial).execute()
    expect(copies).toMatchObject([
      { company_id: foreign.company_id, office_id: foreign.office_id, kind: 'belt', type: 2, map_id: null, linked_device_id: null },
    ])
    expect(await readingsOf(belt.device_id)).toMatchObject([{ company_id: office.company_id, office_id: office.office_id }])
    expect(await alertOf(alert.alert_id)).toMatchObject({ ended_at: site.time.now, handling: 'open', device_id: null })
    expect(await wearOf(wearId)).toBeUndefined()
    expect(
      await site.db.selectFrom('downlink').select('state').where('downlink.downlink_id', '=', downlinkId).executeTakeFirst(),
    ).toBeUndefined()
    expect(await site.log()).toMatchObject([
      {
        action: 'movedToOtherCompany',
        company_id: office.company_id,
        office_id: office.office_id,
        before: { officeId: office.office_id },
        after: null,
      },
      {
        action: 'create',
        company_id: foreign.company_id,
        office_id: foreign.office_id,
        before: null,
        after: { officeId: foreign.office_id, userId: null },
      },
    ])
  })

  test('keeps its own fields but not its place, and its number is free where it was', async () => {
    const { people, foreign, office, db, call } = site
    const gateway = await makeDevice(db, 'gateway', office.office_id, {
      serial: nextSerial(),
      type: 2,
      installation_status: 9,
      on_map: false,
      keep_map_info: true,
      location_name: '秘密の場所',
    })
    const draft = { fromOfficeId: office.office_id, officeId: foreign.office_id, gatewayType: 2, serialNumber: gateway.serial }
    const moved = await call(people.service, 'PUT', '/api/Gateway', draft)
    const own = { gatewayType: '2', installationStatus: '9', status: '0', keepMapInfo: true }
    expect(moved).toMatchObject({ status: 200, body: { ...own, locationName: null, officeId: foreign.office_id } })
    await makeDevice(db, 'gateway', office.office_id, { serial: gateway.serial })
    // Its namesake may not follow it, and stays whole.
    expect(await call(people.service, 'PUT', '/api/Gateway', { ...draft, gatewayType: 1 })).toMatchObject({ status: 400 })
    expect((await call(people.base, 'GET', `/api/Gateway/1/${gateway.serial}`)).status).toBe(200)
  })
})

describe('a device that is deleted', () => {
  test('leaves its readings and alerts, ended, and the wearer without it', async () => {
    const { people, call } = site
    const { belt, barometer, wearId, alert } = await makeBusyBelt()
    expect((await call(people.base, 'DELETE', `/api/Device/${belt.serial}`)).status).toBe(200)
    expect(await site.deviceOf(belt.device_id)).toBeUndefined()
    expect(await readingsOf(belt.device_id)).toHaveLength(1)
    expect(await alertOf(alert.alert_id)).toMatchObject({
      ended_at: site.time.now,
      handling: 'open',
      device_id: null,
      full_name: expect.any(String) as string,
    })
    expect(await wearOf(wearId)).toBeUndefined()
    expect(await site.log()).toMatchObject([
      {
        action: 'delete',
        before: { serialNumber: belt.serial, referenceBarometerId: barometer.serial, fullName: expect.any(String) as string },
      },
    ])
  })

  test('frees what hung on it, whose offset means nothing any more', async () => {
    const { people, call } = site
    const { belt, barometer } = await makeBusyBelt()
    expect((await call(people.base, 'DELETE', `/api/ReferenceBarometer/${barometer.serial}`)).status).toBe(200)
    expect(await site.deviceOf(belt.device_id)).toMatchObject({
      linked_device_id: null,
      altitude_offset_cm: 0,
      altitude_zeroed_at: null,
      version: 2,
    })
  })

  test('leaves no silence behind that nothing would end', async () => {
    const { people, office, db, call } = site
    const gateway = await makeDevice(db, 'gateway', office.office_id, { serial: nextSerial() })
    const worker = await makeUser(db, 'User', office)
    const silence = await makeAlert(db, worker, site.minutesAgo(30), { kind: 'siteSilent', user_id: null, device_id: gateway.device_id })
    await call(people.base, 'DELETE', `/api/Gateway/1/${gateway.serial}`)
    expect((await alertOf(silence.alert_id)).ended_at).toEqual(site.time.now)
  })
})
