import type { AnswerOf, siteMap } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeGatewayOn, makeMap } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeUser, makeWear, setDeviceState } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let tenants: Awaited<ReturnType<typeof makeTenants>>
let map: Awaited<ReturnType<typeof makeMap>>
let gateway: Awaited<ReturnType<typeof makeGatewayOn>>
const now = new Date('2026-07-20T13:00:00+09:00')

/** A map with the people of the first group on it, and a neighbour of another. */
beforeEach(async () => {
  const { db } = product.context
  tenants = await makeTenants(db)
  const { people } = tenants
  map = await makeMap(db, tenants.office)
  gateway = await makeGatewayOn(db, map)
  const at = { gateway_id: gateway.device_id }
  await setState(db, people.worker.user_id, now, { ...at, total_level: 2, heart_rate: 120 })
  await setState(db, people.leader.user_id, now, { ...at, total_level: 2, heart_rate: 140 })
  await setState(db, people.neighbour.user_id, now, { ...at, emergency_since: now, total_level: 1 })
})

type Someone = { user_id: number }
type SiteMap = AnswerOf<typeof siteMap.one>
type Emergencies = AnswerOf<typeof siteMap.emergencies>

const ask = (user: Someone, rest = '') => product.askAs(user, 'GET', `/api/Map/${map.map_id}${rest}`)
const read = async (user: Someone, rest = '') => {
  const { status, body } = await ask(user, rest)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as SiteMap
}
const workersOf = ({ listWorkers }: SiteMap) => listWorkers.map(({ userId }) => userId)

describe('a map', () => {
  test('has its devices and its people, the worst first', async () => {
    const { db } = product.context
    const { people, office } = tenants
    const watcher = await makeDevice(db, 'heat', office.office_id, { map_id: map.map_id, position_x: 10, position_y: 20 })
    const barometer = await makeDevice(db, 'barometer', office.office_id, { map_id: map.map_id, position_x: 30, position_y: 40 })
    await makeDevice(db, 'gateway', office.office_id)
    const answer = await read(people.base)
    expect(answer).toMatchObject({
      id: map.map_id,
      countEmergency: 1,
      countAlertLevel2: 2,
      listGateways: [{ serialNumber: gateway.serial, positionX: 50, countEmergency: 1, countAlertLevel2: 2, countAlertLevel1: 1 }],
      listHeatIndexWatchers: [{ serialNumber: watcher.serial, positionX: 10 }],
      listReference: [{ id: barometer.serial, positionY: 40 }],
    })
    expect(workersOf(answer)).toEqual([people.neighbour.user_id, people.leader.user_id, people.worker.user_id])
    expect(answer.listWorkers[1]).toMatchObject({
      heartRate: 140,
      alertLevel: 2,
      status: '',
      gwExtensionId: gateway.serial,
      groupName: tenants.group.name,
    })
    expect(Object.keys(answer.listWorkers[0] ?? {})).not.toContain('mapIds')
  })

  test('of a named group has the people of that group alone, and all its devices', async () => {
    const { people, otherGroup } = tenants
    const answer = await read(people.base, `?GroupId=${otherGroup.group_id}`)
    expect(workersOf(answer)).toEqual([people.neighbour.user_id])
    expect(answer).toMatchObject({ countEmergency: 1, countAlertLevel2: 0, listGateways: [{ countEmergency: 1, countAlertLevel2: 0 }] })
  })

  test('is not there for other sites and companies, and shut to workers', async () => {
    const { people } = tenants
    for (const person of [people.foreignBase, people.foreignContract]) expect((await ask(person)).status).toBe(404)
    expect((await ask(people.worker)).status).toBe(403)
    expect((await product.askAs(people.service, 'GET', '/api/Map/99999999')).status).toBe(404)
  })
})

test('people of the site who are not on the map are listed with their place, the worst first; a leader sees only the own group', async () => {
  const { db } = product.context
  const { people, office, group } = tenants
  const rest = await makeDevice(db, 'gateway', office.office_id, { location_name: '休憩所' })
  const upstairs = await makeMap(db, office, { location_name: '本館', floor: '2F', position: 1 })
  const gatewayUpstairs = await makeGatewayOn(db, upstairs)
  const newcomer = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  await setState(db, people.worker.user_id, now, { gateway_id: rest.device_id, total_level: 0 })
  await setState(db, people.neighbour.user_id, now, { gateway_id: gatewayUpstairs.device_id, total_level: 3 })
  await setState(db, newcomer.user_id, now, { gateway_id: rest.device_id, last_at: new Date(now.getTime() - 48 * 3_600_000) })

  const answer = await read(people.base)
  expect(workersOf(answer)).toEqual([people.leader.user_id])
  expect(answer.listAbsent).toMatchObject([
    { userId: people.neighbour.user_id, alertLevel: 3, mapIds: [upstairs.map_id] },
    { userId: people.worker.user_id, alertLevel: 0, mapIds: [], placeName: '休憩所' },
  ])
  expect(answer.listOtherMaps).toMatchObject([{ id: upstairs.map_id, locationName: '本館', floor: '2F', type: 1 }])

  const own = await read(people.leader)
  expect(own.listAbsent.map(({ userId }) => userId)).toEqual([people.worker.user_id])
  expect(own.listOtherMaps).toEqual([])
})

describe('a leader', () => {
  test('sees a map where their group works, and nobody of another group', async () => {
    const { people, otherGroup } = tenants
    for (const person of [people.leader, people.subLeader]) {
      const answer = await read(person)
      expect(workersOf(answer)).toEqual([people.leader.user_id, people.worker.user_id])
      expect(answer).toMatchObject({ countEmergency: 0, countAlertLevel1: 0, listGateways: [{ countEmergency: 0, countAlertLevel2: 2 }] })
      expect(workersOf(await read(person, `?groupId=${otherGroup.group_id}`))).toEqual([])
    }
  })

  test('of another group, or of none, sees it once one of their people is on it', async () => {
    const { db } = product.context
    const { office, otherGroup, people } = tenants
    const elsewhere = await makeUser(db, 'GroupLeader', { ...office, group_id: otherGroup.group_id })
    const groupless = await makeUser(db, 'GroupLeader', office)
    expect(workersOf(await read(elsewhere))).toEqual([people.neighbour.user_id])
    await setState(db, people.neighbour.user_id, now, { gateway_id: null })
    expect((await ask(elsewhere)).status).toBe(404)
    expect((await ask(elsewhere, '/Emergencies')).status).toBe(404)
    expect((await ask(groupless)).status).toBe(404)
    await setState(db, groupless.user_id, now, { gateway_id: gateway.device_id })
    expect(workersOf(await read(groupless))).toEqual([groupless.user_id])
  })
})

describe('the emergencies of a map', () => {
  const emergencies = async (user: Someone, query = '') => {
    const { status, body } = await ask(user, `/Emergencies${query}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as Emergencies
  }
  const emergency = (person: Parameters<typeof makeAlert>[1], minutes: number, values = {}) =>
    makeAlert(product.context.db, person, new Date(now.getTime() - minutes * 60_000), {
      kind: 'emergency',
      cause: 'call',
      level: 3,
      peak_level: 3,
      ...values,
    })

  test('are those of the people on it, the newest first, page by page', async () => {
    const { people, office } = tenants
    const older = await emergency(people.worker, 120, { ended_at: now, handling: 'closed' })
    const newer = await emergency(people.neighbour, 10)
    await emergency(people.worker, 30, { kind: 'condition' })
    await emergency(await makeUser(product.context.db, 'User', office), 5)
    const answer = await emergencies(people.base)
    expect(answer).toMatchObject({ count: 2, data: [{ id: newer.alert_id }, { id: older.alert_id }] })
    expect((await read(people.base)).listEmergencies).toEqual(answer.data)
    expect(await emergencies(people.base, '?limit=1&offset=1')).toMatchObject({ count: 2, data: [{ id: older.alert_id }] })
    expect(await emergencies(people.base, '?sortKey=startedAt&sortOrder=asc')).toMatchObject({ data: [{ id: older.alert_id }, {}] })
    expect(await emergencies(people.leader)).toMatchObject({ count: 1, data: [{ id: older.alert_id }] })
    expect(await emergencies(people.base, `?groupId=${tenants.otherGroup.group_id}`)).toMatchObject({
      count: 1,
      data: [{ id: newer.alert_id }],
    })
  })

  test('of a pin are those of the people at it', async () => {
    const { db } = product.context
    const { people, office } = tenants
    const on = { map_id: map.map_id, position_x: 1, position_y: 1 }
    const watcher = await makeDevice(db, 'heat', office.office_id, on)
    const barometer = await makeDevice(db, 'barometer', office.office_id, on)
    const second = await makeGatewayOn(db, map, { linked_device_id: watcher.device_id })
    const belt = await makeDevice(db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
    await makeWear(db, people.leader.user_id, belt.device_id, { slot: 'belt' })
    await setState(db, people.worker.user_id, now, { gateway_id: second.device_id })
    const ofWorker = await emergency(people.worker, 10)
    const ofLeader = await emergency(people.leader, 20)
    const ofNeighbour = await emergency(people.neighbour, 30)
    const at = async (kind: string, serial: string) =>
      (await emergencies(people.base, `?kind=${kind}&serialNumber=${serial}`)).data.map(({ id }) => id)
    expect(await at('gateway', gateway.serial)).toEqual([ofLeader.alert_id, ofNeighbour.alert_id])
    expect(await at('gateway', second.serial)).toEqual([ofWorker.alert_id])
    expect(await at('heat', watcher.serial)).toEqual([ofWorker.alert_id])
    expect(await at('barometer', barometer.serial)).toEqual([ofLeader.alert_id])
    expect((await ask(people.base, '/Emergencies?kind=heat&serialNumber=none')).status).toBe(404)
    expect(await ask(people.base, '/Emergencies?kind=heat')).toEqual({ status: 400, body: ['機器の番号：この項目は必須です。'] })
    expect((await ask(people.base, '/Emergencies?serialNumber=x')).status).toBe(400)
  })

  test('hold a call from a device that nobody wears, by where it was last heard', async () => {
    const { db } = product.context
    const { people, office } = tenants
    const tag = await makeDevice(db, 'vital', office.office_id)
    await setDeviceState(db, tag.device_id, { last_at: now, gateway_id: gateway.device_id })
    const call = await emergency({ ...people.worker, user_id: 0 }, 1, {
      user_id: null,
      group_id: null,
      full_name: null,
      device_id: tag.device_id,
    })
    expect((await emergencies(people.base)).data.map(({ id }) => id)).toEqual([call.alert_id])
    expect((await emergencies(people.base, `?kind=gateway&serialNumber=${gateway.serial}`)).count).toBe(1)
    expect((await emergencies(people.leader)).count).toBe(0)
  })
})
