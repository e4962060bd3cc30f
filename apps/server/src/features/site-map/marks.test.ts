import { type ListedMap, mapDefaults } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeGatewayOn, makeMap } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let tenants: Awaited<ReturnType<typeof makeTenants>>
let gateway: Awaited<ReturnType<typeof makeDevice>>
let maps: ListedMap[]

const list = async (query = '', user: { user_id: number } = tenants.people.base) =>
  (await product.askAs(user, 'GET', `/api/Map?OfficeId=${tenants.office.office_id}${query}`)).body as { data: ListedMap[]; count: number }
const marks = async (query = '', user?: { user_id: number }) => (await list(query, user)).data.map(({ listMarks }) => listMarks)
const stand = (user: { user_id: number }, values: Parameters<typeof setState>[3]) =>
  setState(product.context.db, user.user_id, product.time.now, { gateway_id: gateway.device_id, ...values })

// 0.02° by 0.01°: a drawing, the world around its middle, and a drawing that is laid there.
const rows = [
  { locationName: 'A工区', floor: '3F', type: 1 },
  { locationName: '全体', type: 2, latitude: 35.005, longitude: 139.01, zoom: 14 },
  {
    locationName: 'B工区',
    floor: 'RF',
    type: 1,
    angleCoordinate1: '35.01,139',
    angleCoordinate2: '35.01,139.02',
    angleCoordinate3: '35,139.02',
    angleCoordinate4: '35,139',
  },
]

beforeEach(async () => {
  const { db } = product.context
  tenants = await makeTenants(db)
  const { office_id } = tenants.office
  const { body } = await product.askAs(tenants.people.base, 'POST', `/api/Map/${office_id}`, rows)
  maps = (body as { data: ListedMap[] }).data
  // Laid without a picture, whose rules are another test's.
  await db
    .updateTable('site_map')
    .set({ type: 3 })
    .where('site_map.map_id', '=', maps[2]?.id ?? 0)
    .execute()
  gateway = await makeDevice(db, 'gateway', office_id, { serial: 'GW-01', map_id: maps[0]?.id ?? 0, position_x: 24, position_y: 23.46 })
})

test('people at a level are at their gateway, the worst first; people at no level have no mark', async () => {
  const { worker, neighbour, leader } = tenants.people
  await stand(worker, { total_level: 1 })
  await stand(neighbour, { total_level: 2, emergency_since: product.time.now })
  await stand(leader, { total_level: 0 })
  const place = { x: 24, y: 23.5, isReported: false, isSilent: false, gwExtensionId: 'GW-01' }
  expect(await marks()).toEqual([
    [
      { userId: neighbour.user_id, alertLevel: 2, emergency: '1', ...place },
      { userId: worker.user_id, alertLevel: 1, emergency: '0', ...place },
    ],
    [],
    [],
  ])
})

test('somebody who reported has a mark at any level, until the report is closed', async () => {
  const { worker } = tenants.people
  const { db } = product.context
  await stand(worker, { total_level: 0 })
  await makeAlert(db, worker, product.time.now, { kind: 'report', source: 'self', level: null, peak_level: null, heart_rate: null })
  expect((await marks())[0]).toMatchObject([{ userId: worker.user_id, alertLevel: 0, isReported: true }])
  await db
    .updateTable('alert')
    .set({ handling: 'closed', ended_at: product.time.now, outcome: 'falseAlarm' })
    .where('user_id', '=', worker.user_id)
    .execute()
  expect((await marks())[0]).toEqual([])
})

test('on the world somebody is at their own position, on a drawing laid over the world where its corners say', async () => {
  const { worker } = tenants.people
  await stand(worker, { total_level: 3, gateway_id: null, latitude: 35.0075, longitude: 139.005, position_at: product.time.now })
  const [drawn, world, laid] = await marks()
  expect(drawn).toEqual([])
  // 0.005° of longitude at zoom 14 are 58 of 1260 pixels.
  expect(world?.[0]).toMatchObject({ userId: worker.user_id, x: 45.4, gwExtensionId: null })
  expect(world?.[0]?.y).toBeLessThan(50)
  expect(laid?.[0]).toMatchObject({ userId: worker.user_id, x: 25, y: 25 })
})

test('a GPS map that nobody has centred shows people round the same place as its devices', async () => {
  const { worker } = tenants.people
  const { latitude, longitude } = mapDefaults
  await product.context.db
    .updateTable('site_map')
    .set({ latitude: null, longitude: null })
    .where('site_map.map_id', '=', maps[1]?.id ?? 0)
    .execute()
  await stand(worker, { total_level: 3, gateway_id: null, latitude, longitude, position_at: product.time.now })
  expect((await marks())[1]).toMatchObject([{ userId: worker.user_id, x: 50, y: 50 }])
})

test('a mark is hollow once its person is silent, and a group sees its own', async () => {
  const { worker, neighbour } = tenants.people
  await stand(worker, { total_level: 2, last_at: new Date(product.time.now.getTime() - 3_600_000) })
  await stand(neighbour, { total_level: 1 })
  const [ofGroup] = await marks(`&GroupId=${tenants.group.group_id}`)
  expect(ofGroup?.map(({ userId, isSilent }) => [userId, isSilent])).toEqual([[worker.user_id, true]])
})

test('of several sites, of drawings and of the world, each has the marks of its own people', async () => {
  const { sibling, office, people } = tenants
  const { db } = product.context
  const other = await makeGatewayOn(db, await makeMap(db, sibling, { position: 3 }))
  await stand(people.worker, { total_level: 3, gateway_id: null, latitude: 35.0075, longitude: 139.005, position_at: product.time.now })
  await stand(people.neighbour, { total_level: 1, latitude: 35.0075, longitude: 139.005, position_at: product.time.now })
  await stand(people.sibling, {
    gateway_id: other.device_id,
    total_level: 2,
    latitude: 35.005,
    longitude: 139.01,
    position_at: product.time.now,
  })
  const { body } = await product.askAs(people.contract, 'GET', '/api/Map')
  const { data } = body as { data: ListedMap[] }
  const marked = data.map(({ officeId, listMarks }) => [officeId, listMarks.map(({ userId, x }) => [userId, x])])
  const [first, second] = [people.worker.user_id, people.neighbour.user_id]
  expect(marked).toEqual([
    [office.office_id, [[second, 24]]],
    [
      office.office_id,
      [
        [first, 45.4],
        [second, 45.4],
      ],
    ],
    [
      office.office_id,
      [
        [first, 25],
        [second, 25],
      ],
    ],
    [sibling.office_id, [[people.sibling.user_id, 50]]],
  ])
})

test('a company narrows the list, and never widens it', async () => {
  const { foreign, office, people } = tenants
  const countOf = async (companyId: number, user: { user_id: number }) => (await list(`&CompanyId=${companyId}`, user)).count
  expect(await countOf(office.company_id, people.service)).toBe(3)
  expect(await countOf(foreign.company_id, people.service)).toBe(0)
  expect(await countOf(foreign.company_id, people.contract)).toBe(0)
  expect(await countOf(office.company_id, people.foreignContract)).toBe(0)
})

test('a sub-gateway shows how it receives while it is heard, and a main one that it is heard', async () => {
  const { db } = product.context
  const { company_id, office_id } = tenants.office
  const heard = async (device_id: number, minutes: number) => {
    const at = new Date(product.time.now.getTime() - minutes * 60_000)
    await db.insertInto('device_state').values({ company_id, device_id, last_at: at, heard_at: at, wave_level: 3 }).execute()
  }
  const sub = async (serial: string) =>
    (await makeDevice(db, 'gateway', office_id, { serial, type: 2, map_id: maps[0]?.id ?? 0, position_x: 1, position_y: 1 })).device_id
  await heard(gateway.device_id, 1)
  await heard(await sub('GW-02'), 1)
  await heard(await sub('GW-03'), 60)
  const [first, second] = (await list()).data
  expect(first).toMatchObject({
    isMainGatewayAlive: true,
    listSubGateways: [
      { serialNumber: 'GW-02', waveLevel: 3 },
      { serialNumber: 'GW-03', waveLevel: null },
    ],
  })
  expect(second).toMatchObject({ isMainGatewayAlive: null, listSubGateways: [] })
})
