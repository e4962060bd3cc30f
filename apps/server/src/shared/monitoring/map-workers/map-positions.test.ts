import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear, setDeviceState } from '../../organisation/test-factories.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { readHealthRows } from '../workers/health-rows.ts'
import { setState } from '../workers/test-workers.ts'
import { readPlaces } from './placed-workers.ts'
import { laidDrawing, makeGatewayOn, makeMap } from './test-maps.ts'

const { context, drop } = await createTestContext()
const { db } = context
afterAll(drop)

const now = new Date('2026-07-20T13:00:00+09:00')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

let office: Awaited<ReturnType<typeof makeOffice>>
let worker: Awaited<ReturnType<typeof makeUser>>
let drawing: Awaited<ReturnType<typeof makeMap>>
let gps: Awaited<ReturnType<typeof makeMap>>
let laid: Awaited<ReturnType<typeof makeMap>>
let floorGateway: Awaited<ReturnType<typeof makeDevice>>
let yardGateway: Awaited<ReturnType<typeof makeDevice>>

/** A site with a drawing, a GPS map and a drawing over the world; there is a gateway on each drawing. */
beforeEach(async () => {
  office = await makeOffice(db)
  worker = await makeUser(db, 'User', office)
  drawing = await makeMap(db, office)
  gps = await makeMap(db, office, { type: 2, position: 1 })
  laid = await makeMap(db, office, { ...laidDrawing, position: 2 })
  floorGateway = await makeGatewayOn(db, drawing)
  yardGateway = await makeGatewayOn(db, laid)
})

const inside = { latitude: 35.005, longitude: 139.005, position_at: now, accuracy: 6 }
const outside = { ...inside, latitude: 35.02 }

/** How the worker is placed at a moment. */
const positions = async (at = now) =>
  (await readPlaces(context, await readHealthRows(context, [{ companyId: worker.company_id, userId: worker.user_id }], at), at))[0]?.row
const mapsOf = async (at = now) => (await positions(at))?.mapIds

describe('a worker is', () => {
  test('on the drawing of their last gateway', async () => {
    await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id })
    expect(await positions()).toMatchObject({
      mapIds: [drawing.map_id],
      gwExtensionId: floorGateway.serial,
      latitude: null,
      positionAt: null,
    })
    await setState(db, worker.user_id, now, { gateway_id: yardGateway.device_id })
    expect(await mapsOf()).toEqual([laid.map_id])
  })

  test('on the drawing of a gateway whose own pin is hidden', async () => {
    const { device_id, serial } = await makeGatewayOn(db, drawing, { on_map: false })
    await setState(db, worker.user_id, now, { gateway_id: device_id, emergency_since: now })
    expect(await positions()).toMatchObject({ mapIds: [drawing.map_id], gwExtensionId: serial, emergency: '1' })
  })

  test('on no drawing by a gateway without a place or at another site', async () => {
    const elsewhere = await makeOffice(db, { company_id: office.company_id })
    const gateways = [await makeDevice(db, 'gateway', office.office_id), await makeGatewayOn(db, await makeMap(db, elsewhere))]
    for (const { device_id } of gateways) {
      await setState(db, worker.user_id, now, { gateway_id: device_id })
      expect(await mapsOf()).toEqual([])
    }
  })

  test('on a GPS map by their position, and on a drawing over the world where it lies inside', async () => {
    await setState(db, worker.user_id, now, inside)
    expect(await positions()).toMatchObject({
      mapIds: [gps.map_id, laid.map_id],
      latitude: 35.005,
      longitude: 139.005,
      positionAt: '2026-07-20T13:00:00+09:00',
      accuracy: 6,
      gwExtensionId: null,
    })
    await setState(db, worker.user_id, now, outside)
    expect(await mapsOf()).toEqual([gps.map_id])
    // Somebody a little outside by an inexact position, whom the drawing's own gateway hears, is on it still.
    await setState(db, worker.user_id, now, { gateway_id: yardGateway.device_id })
    expect(await mapsOf()).toEqual([gps.map_id, laid.map_id])
  })

  test('inside any four corners, and in no drawing that lacks one', async () => {
    const slanted = await makeMap(db, office, {
      type: 3,
      angle_coordinates: ['35.01,139.005', '35.005,139.01', '35,139.005', '35.005,139'],
    })
    const unfinished = await makeMap(db, office, laidDrawing)
    await sql`
      update site_map m set angle_coordinates[3] = null where m.company_id = ${office.company_id} and m.map_id = ${unfinished.map_id}`.execute(
      db,
    )
    await setState(db, worker.user_id, now, inside)
    expect(await mapsOf()).toEqual([gps.map_id, laid.map_id, slanted.map_id])
    await setState(db, worker.user_id, now, { latitude: 35.009, longitude: 139.009 })
    expect(await mapsOf()).toEqual([gps.map_id, laid.map_id])
    expect(await mapsOf()).not.toContain(unfinished.map_id)
  })

  test('by the newer position of tag and belt; a belt’s from before they put it on is not theirs', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, worker.user_id, belt.device_id, { slot: 'belt', worn_from: ago(5) })
    await setState(db, worker.user_id, now, { ...outside, position_at: ago(3) })
    await setDeviceState(db, belt.device_id, { last_at: now, ...inside, position_at: ago(4) })
    expect(await positions()).toMatchObject({ mapIds: [gps.map_id], latitude: outside.latitude })
    await setDeviceState(db, belt.device_id, { ...inside, position_at: ago(2), accuracy: 9 })
    expect(await positions()).toMatchObject({ mapIds: [gps.map_id, laid.map_id], latitude: inside.latitude, accuracy: 9 })
    await setState(db, worker.user_id, now, { latitude: null, longitude: null, position_at: null })
    await setDeviceState(db, belt.device_id, { ...inside, position_at: ago(6) })
    expect(await mapsOf()).toEqual([])
  })

  test('by a position younger than one of their gaps', async () => {
    await setState(db, worker.user_id, now, { ...inside, position_at: ago(5), interval_minutes: 1 })
    expect(await mapsOf()).toEqual([gps.map_id, laid.map_id])
    await setState(db, worker.user_id, now, { position_at: ago(6) })
    expect(await positions()).toMatchObject({ mapIds: [], latitude: null, positionAt: null, accuracy: null })
    await setState(db, worker.user_id, now, { interval_minutes: 10 })
    expect(await mapsOf()).toEqual([gps.map_id, laid.map_id])
    await setState(db, worker.user_id, now, { position_at: ago(26) })
    expect(await mapsOf()).toEqual([])
  })

  test.each([
    ['at level 1', { total_level: 1 }],
    ['in an emergency', { emergency_since: now }],
  ])('by their last position however old it is, %s', async (_, state) => {
    await setState(db, worker.user_id, now, { ...inside, position_at: ago(600), ...state })
    expect(await positions()).toMatchObject({ mapIds: [gps.map_id, laid.map_id], positionAt: '2026-07-20T03:00:00+09:00' })
  })
})

describe('somebody who has fallen silent', () => {
  test('keeps their last place, and no values', async () => {
    await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id, ...inside, position_at: ago(182), last_at: ago(180) })
    expect(await positions()).toMatchObject({
      mapIds: [drawing.map_id, gps.map_id, laid.map_id],
      status: '0',
      alertLevel: null,
      heartRate: null,
      time: '2026-07-20T10:00:00+09:00',
    })
  })

  test('in danger at the gateway that hears them now, not where they were long ago', async () => {
    for (const danger of [{ total_level: 1 }, { emergency_since: now }]) {
      const old = { ...inside, position_at: ago(60), ...danger }
      await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id, ...old })
      expect(await positions()).toMatchObject({ mapIds: [drawing.map_id], latitude: null, positionAt: null })
      // If the gateway is on no map, the old place is the last known one; it stays so once they have fallen silent.
      await setState(db, worker.user_id, now, { gateway_id: null, ...old })
      expect(await positions()).toMatchObject({ mapIds: [gps.map_id, laid.map_id], latitude: inside.latitude })
      await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id, ...old, last_at: ago(59) })
      expect(await positions()).toMatchObject({ mapIds: [drawing.map_id, gps.map_id, laid.map_id], latitude: inside.latitude })
    }
  })

  test('keeps it until the next shift opens; with a level or an emergency, until that ends', async () => {
    const nextMorning = new Date('2026-07-21T03:59:00+09:00')
    const opening = new Date('2026-07-21T04:01:00+09:00')
    await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id })
    expect(await mapsOf(nextMorning)).toEqual([drawing.map_id])
    expect(await mapsOf(opening)).toEqual([])
    await setState(db, worker.user_id, now, { total_level: 1 })
    expect(await positions(opening)).toMatchObject({ mapIds: [drawing.map_id], status: '0', alertLevel: 1 })
    await setState(db, worker.user_id, now, { total_level: 0, emergency_since: now })
    expect(await positions(opening)).toMatchObject({ mapIds: [drawing.map_id], emergency: '1' })
  })

  test('leaves the map once somebody has accounted for them, but not from a level', async () => {
    await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id, last_at: ago(60), quiet_since: ago(30) })
    expect(await mapsOf()).toEqual([])
    await setState(db, worker.user_id, now, { last_at: ago(60), total_level: 2 })
    expect(await mapsOf()).toEqual([drawing.map_id])
  })
})

test('somebody who withdrew consent, is deleted or no worker is on no map and is shown to nobody', async () => {
  await setState(db, worker.user_id, now, { gateway_id: floorGateway.device_id })
  const set = (values: object) => db.updateTable('app_user').set(values).where('app_user.user_id', '=', worker.user_id).execute()
  await set({ consent_withdrawn_at: now })
  expect(await positions()).toBeUndefined()
  await set({ consent_withdrawn_at: null, role: 'HeadquartersAdmin' })
  expect(await positions()).toBeUndefined()
  await set({ role: 'User' })
  expect(await mapsOf()).toEqual([drawing.map_id])
})
