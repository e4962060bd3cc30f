import { MapRow } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeGatewayOn, makeMap } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { setDeviceState } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let tenants: Awaited<ReturnType<typeof makeTenants>>
const now = new Date('2026-07-20T13:00:00+09:00')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeEach(async () => {
  tenants = await makeTenants(product.context.db)
})

type List = { data: MapRow[]; count: number; version: number }
const list = async (query: string, user: { user_id: number } = tenants.people.base) => {
  const { status, body } = await product.askAs(user, 'GET', `/api/Map?${query}`)
  expect(status).toBe(200)
  return body as List
}
const namesOf = ({ data }: List) => data.map(({ locationName }) => locationName)

/** Two maps out of order; on the first the people of the first group and one of another, on the second nobody. */
const makeSite = async () => {
  const { db } = product.context
  const { office, people } = tenants
  const second = await makeMap(db, office, { position: 1, location_name: '別館', floor: 'B1' })
  const first = await makeMap(db, office, { position: 0, location_name: '本館' })
  const gateway = await makeGatewayOn(db, first)
  const at = { gateway_id: gateway.device_id }
  await setState(db, people.worker.user_id, now, { ...at, total_level: 3, emergency_since: now })
  await setState(db, people.leader.user_id, now, { ...at, total_level: 1 })
  await setState(db, people.subLeader.user_id, now, { ...at, last_at: ago(60) })
  await setState(db, people.neighbour.user_id, now, at)
  return { first, second, gateway }
}

test('the maps are in their order, with the state of the people on them', async () => {
  const { first, second } = await makeSite()
  const { data, count, version } = await list(`OfficeId=${tenants.office.office_id}`)
  expect({ count, version }).toEqual({ count: 2, version: 0 })
  expect(data).toMatchObject([
    // Of the silent one nothing is known: nobody counts them as safe.
    {
      id: first.map_id,
      position: 0,
      countEmergency: 1,
      countAlertLevel0: 1,
      countAlertLevel1: 1,
      countAlertLevel2: 0,
      countAlertLevel3: 1,
    },
    {
      id: second.map_id,
      position: 1,
      countEmergency: 0,
      countAlertLevel0: 0,
      countAlertLevel1: 0,
      countAlertLevel2: 0,
      countAlertLevel3: 0,
    },
  ])
  expect(data[0]).toMatchObject({ officeName: tenants.office.name, mapImage: null, imageSize: null, mapImageData: null })
})

test('a group narrows the people and not the maps', async () => {
  await makeSite()
  const { data } = await list(`OfficeId=${tenants.office.office_id}&GroupId=${tenants.otherGroup.group_id}`)
  expect(data).toMatchObject([
    { countEmergency: 0, countAlertLevel0: 1, countAlertLevel1: 0, countAlertLevel3: 0 },
    { countAlertLevel0: 0 },
  ])
})

test('a part of the name of a building narrows the maps, and they can be cut into pages and sorted', async () => {
  await makeSite()
  const of = `officeId=${tenants.office.office_id}`
  expect(namesOf(await list(`${of}&locationName=${encodeURIComponent('別')}`))).toEqual(['別館'])
  expect(await list(`${of}&limit=1&offset=1`)).toMatchObject({ count: 2, data: [{ locationName: '別館' }] })
  expect(namesOf(await list(`${of}&sortKey=countAlertLevel3&sortOrder=asc`))).toEqual(['別館', '本館'])
  expect(namesOf(await list(`${of}&sortKey=floor`))).toEqual(['別館', '本館'])
  for (const key of Object.keys(MapRow.shape)) {
    const whole = await list(`${of}&sortKey=${key}`)
    expect(namesOf(whole), key).toHaveLength(2)
    expect(await list(`${of}&sortKey=${key}&limit=2`), key).toEqual(whole)
  }
  expect((await product.askAs(tenants.people.base, 'GET', `/api/Map?${of}&sortKey=mood`)).status).toBe(400)
})

test('a silent main gateway is shown, as is the reception of the others', async () => {
  const { db } = product.context
  const { first, gateway } = await makeSite()
  await makeGatewayOn(db, first, { type: 2, serial: 'SUB-2' })
  const sub = await makeGatewayOn(db, first, { type: 2, serial: 'SUB-1' })
  await setDeviceState(db, sub.device_id, { last_at: ago(1), wave_level: 3 })
  const alive = async () => {
    const [row, other] = (await list(`OfficeId=${tenants.office.office_id}`)).data
    expect(other?.isMainGatewayAlive).toBeNull()
    return row
  }
  // Unheard itself, but people's readings come through it.
  expect(await alive()).toMatchObject({
    isMainGatewayAlive: true,
    listSubGateways: [
      { serialNumber: 'SUB-1', waveLevel: 3 },
      { serialNumber: 'SUB-2', waveLevel: null },
    ],
  })
  const silent = await makeGatewayOn(db, first)
  await setDeviceState(db, silent.device_id, { last_at: ago(16) })
  expect((await alive())?.isMainGatewayAlive).toBe(false)
  await setDeviceState(db, silent.device_id, { last_at: ago(14) })
  expect((await alive())?.isMainGatewayAlive).toBe(true)
  expect(gateway.type).toBe(1)
  // A pin that is hidden hides neither the people behind it nor that nothing arrives from them.
  const hidden = await makeGatewayOn(db, first, { on_map: false })
  await setDeviceState(db, hidden.device_id, { last_at: ago(16) })
  expect((await alive())?.isMainGatewayAlive).toBe(false)
})

test('each administrator sees the maps of their scope, without naming a site too', async () => {
  const { db } = product.context
  const { people, office, sibling, foreign } = tenants
  await makeMap(db, office, { location_name: 'own' })
  await makeMap(db, sibling, { location_name: 'sibling' })
  await makeMap(db, foreign, { location_name: 'foreign' })
  expect(namesOf(await list('', people.base))).toEqual(['own'])
  expect(namesOf(await list('', people.contract))).toEqual(['own', 'sibling'])
  expect(namesOf(await list('', people.service))).toEqual(expect.arrayContaining(['own', 'sibling', 'foreign']))
  expect(await list(`officeId=${office.office_id}`, people.foreignBase)).toEqual({ data: [], count: 0, version: 0 })
  for (const person of [people.leader, people.subLeader, people.worker])
    expect((await product.askAs(person, 'GET', '/api/Map')).status).toBe(403)
})

test('the version is that of the list asked for, else of the own site', async () => {
  const { db } = product.context
  const { people, office, sibling } = tenants
  await db.updateTable('office').set({ map_version: 7 }).where('office.office_id', '=', office.office_id).execute()
  expect((await list('', people.base)).version).toBe(7)
  expect((await list(`officeId=${office.office_id}`, people.contract)).version).toBe(7)
  expect((await list(`officeId=${sibling.office_id}`, people.contract)).version).toBe(0)
  expect((await list(`officeId=${sibling.office_id}`, people.base)).version).toBe(0)
})
