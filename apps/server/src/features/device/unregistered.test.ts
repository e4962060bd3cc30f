import type { UnregisteredDevice } from '@mimamori/contract'
import { mostUnregistered } from '@mimamori/contract'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeDevice, makeIngestKey } from '../../shared/organisation/test-factories.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const { people, office, foreign } = await makeTenants(db)
const { bearer } = await makeIngestKey(db, office.office_id)
const { bearer: foreignBearer } = await makeIngestKey(db, foreign.office_id)

const begin = new Date('2026-07-20T13:00:40+09:00')
beforeEach(async () => {
  product.time.now = begin
  await db.deleteFrom('unregistered_device').execute()
})

const send = async (readings: readonly object[], authorization = bearer) => {
  const at = product.time.now.toISOString()
  const payload = { readings: readings.map((reading) => ({ at, ...reading })) }
  const answer = await product.app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization }, payload })
  expect(answer.statusCode).toBe(200)
}
const listOf = async (user: { user_id: number } = people.base) =>
  (await product.askAs(user, 'GET', `/api/UnregisteredDevice?officeId=${office.office_id}`)).body as {
    data: UnregisteredDevice[]
    count: number
  }
const register = (devices: readonly object[], user: { user_id: number } = people.base) =>
  product.askAs(user, 'POST', '/api/UnregisteredDevice/Register', { officeId: office.office_id, devices })
const namesOf = ({ data }: { data: UnregisteredDevice[] }) => data.map(({ serialNumber }) => serialNumber)

test('what sends without being registered is listed by kind with its gateway, and registered in one step', async () => {
  await send([
    { kind: 'vital', device: '10601', heartRate: 90, interval: 1, gateway: 'GW-21' },
    { kind: 'vital', device: 'A-99999', heartRate: 90 },
    { kind: 'heat', device: '000201', wbgt: 28 },
    { kind: 'belt', device: 'B-07', hook: 1 },
    { kind: 'barometer', device: 'RB-1', pressure: 100_500 },
  ])
  const heardAt = '2026-07-20T13:00:00+09:00'
  const one = (kind: string, serialNumber: string, intervalMinutes: number | null = null) => ({
    kind,
    serialNumber,
    heardAt,
    intervalMinutes,
    isRegistrable: true,
  })
  const listed = await listOf()
  expect(listed).toEqual({
    data: [
      one('gateway', 'GW-21'),
      one('heat', '000201'),
      one('vital', '10601', 1),
      one('vital', 'A-99999'),
      one('belt', 'B-07'),
      one('barometer', 'RB-1'),
    ],
    count: 6,
  })
  expect(await register(listed.data)).toEqual({ status: 200, body: { registered: 6 } })
  expect(await listOf()).toEqual({ data: [], count: 0 })
  const stored = await db
    .selectFrom('device')
    .select(['kind', 'type', 'serial', 'installation_status'])
    .where('office_id', '=', office.office_id)
    .where('serial', 'in', ['GW-21', '10601', 'A-99999', 'B-07'])
    .orderBy('serial')
    .execute()
  expect(stored).toEqual([
    { kind: 'vital', type: 1, serial: '10601', installation_status: 1 },
    { kind: 'vital', type: 3, serial: 'A-99999', installation_status: 1 },
    { kind: 'belt', type: 2, serial: 'B-07', installation_status: 1 },
    { kind: 'gateway', type: 1, serial: 'GW-21', installation_status: 1 },
  ])
  const recorded = await Promise.all(['device', 'gateway', 'heatWatcher', 'barometer'].map((resource) => product.recordedOf(resource)))
  expect(recorded.flat().map(({ action, resource_id }) => [action, resource_id])).toEqual(
    expect.arrayContaining([
      ['create', '10601'],
      ['create', 'GW-21'],
      ['create', '000201'],
      ['create', 'RB-1'],
    ]),
  )
  // From now on its readings are stored.
  product.time.now = new Date(begin.getTime() + 60_000)
  await send([{ kind: 'vital', device: '10601', heartRate: 91 }])
  expect(await listOf()).toMatchObject({ count: 0 })
})

test('a gateway that only a registered device names is listed too', async () => {
  const { serial } = await makeDevice(db, 'vital', office.office_id)
  await send([{ kind: 'vital', device: serial, heartRate: 90, gateway: 'GW-31' }])
  expect(namesOf(await listOf())).toEqual(['GW-31'])
})

test('only what was on the screen is registered; what was registered meanwhile, or never sent, is left out', async () => {
  await send([
    { kind: 'vital', device: '201', heartRate: 90 },
    { kind: 'vital', device: '202', heartRate: 90 },
    { kind: 'vital', device: '203', heartRate: 90 },
  ])
  await makeDevice(db, 'vital', office.office_id, { serial: '202' })
  const named = ['201', '202', 'never-sent'].map((serialNumber) => ({ kind: 'vital', serialNumber }))
  expect(await register(named)).toEqual({ status: 200, body: { registered: 1 } })
  expect(await register(named)).toEqual({ status: 200, body: { registered: 0 } })
  expect(namesOf(await listOf())).toEqual(['203'])
})

test('a number that no device of its kind can have is shown, and registered by nobody', async () => {
  await send([{ kind: 'heat', device: '21', wbgt: 28 }])
  const listed = await listOf()
  expect(listed.data).toMatchObject([{ serialNumber: '21', isRegistrable: false }])
  expect(await register(listed.data)).toEqual({ status: 200, body: { registered: 0 } })
})

test('the time is that of the last reading; after a day without one it is no longer listed and makes room', async () => {
  await send([{ kind: 'vital', device: '301', heartRate: 90, interval: 5 }])
  product.time.now = new Date(begin.getTime() + 5 * 60_000)
  await send([{ kind: 'vital', device: '301', heartRate: 90 }])
  expect((await listOf()).data).toMatchObject([{ heardAt: '2026-07-20T13:05:00+09:00', intervalMinutes: 5 }])
  product.time.now = new Date(begin.getTime() + 25 * 3_600_000)
  expect(await listOf()).toMatchObject({ count: 0 })
  await send([{ kind: 'vital', device: '302', heartRate: 90 }])
  expect(await db.selectFrom('unregistered_device').select('serial').execute()).toEqual([{ serial: '302' }])
})

test('a sender that makes numbers up fills no table', async () => {
  const made = (from: number) => Array.from({ length: 150 }, (_, n) => ({ kind: 'vital', device: `X${from + n}`, heartRate: 90 }))
  await send(made(0))
  await send(made(150))
  expect(await listOf()).toMatchObject({ count: mostUnregistered })
  // Batches that run side by side may go past the bound once, and no further.
  const stored = await db.selectFrom('unregistered_device').select('serial').execute()
  await send(made(300))
  expect(await db.selectFrom('unregistered_device').select('serial').execute()).toHaveLength(stored.length)
  // Those that have a place keep it.
  product.time.now = new Date(begin.getTime() + 60_000)
  await send([{ kind: 'vital', device: 'X0', heartRate: 90 }])
  expect((await listOf()).data[0]).toMatchObject({ serialNumber: 'X0', heardAt: '2026-07-20T13:01:00+09:00' })
})

test('what was registered makes room for the others at once, and a registered gateway is not noted again', async () => {
  const made = (count: number) => Array.from({ length: count }, (_, n) => ({ kind: 'vital', device: `${5_000 + n}`, heartRate: 90 }))
  await makeDevice(db, 'gateway', office.office_id, { serial: 'GW-51' })
  await send([{ kind: 'vital', device: '4999', heartRate: 90, gateway: 'GW-51' }])
  await send(made(mostUnregistered))
  const listed = await listOf()
  expect(listed.count).toBe(mostUnregistered)
  expect(await register(listed.data)).toEqual({ status: 200, body: { registered: mostUnregistered } })
  product.time.now = new Date(begin.getTime() + 60_000)
  await send(made(mostUnregistered + 79))
  expect(await listOf()).toMatchObject({ count: 80 })
  const noted = await db.selectFrom('unregistered_device').select(['kind', 'serial']).execute()
  expect(noted).toHaveLength(80)
  expect(noted.filter(({ kind }) => kind === 'gateway')).toEqual([])
})

test('what sends each second is looked up and noted once a minute', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = () =>
    query.mock.calls.flatMap(([given]) => {
      const name: unknown = Object(given).name
      return typeof name === 'string' && name.includes('unregistered') ? [name] : []
    })
  const both = ['ingest-unregistered', 'ingest-note-unregistered']
  const reading = { kind: 'vital', device: '601', heartRate: 90 }
  await send([reading])
  expect(statements()).toEqual(both)
  for (let second = 1; second < 19; second++) {
    product.time.now = new Date(begin.getTime() + second * 1_000)
    await send([reading])
  }
  expect(statements()).toEqual(both)
  product.time.now = new Date(begin.getTime() + 19_000)
  await send([reading, { ...reading, device: '602' }])
  expect(namesOf(await listOf())).toEqual(['601', '602'])
  product.time.now = new Date(begin.getTime() + 60_000)
  await send([reading])
  expect(statements()).toEqual([...both, ...both, ...both])
  query.mockRestore()
})

test('administrators see and register what sends to their own sites alone', async () => {
  await send([{ kind: 'vital', device: '401', heartRate: 90 }])
  await send([{ kind: 'vital', device: '402', heartRate: 90 }], foreignBearer)
  for (const person of [people.service, people.contract, people.base]) expect(namesOf(await listOf(person))).toEqual(['401'])
  expect((await product.askAs(people.base, 'GET', '/api/UnregisteredDevice')).body).toMatchObject({ count: 1 })
  expect((await product.askAs(people.contract, 'GET', '/api/UnregisteredDevice')).status).toBe(400)
  const there = [{ kind: 'vital', serialNumber: '401' }]
  for (const person of [people.foreignContract, people.foreignBase])
    for (const answer of [
      await product.askAs(person, 'GET', `/api/UnregisteredDevice?officeId=${office.office_id}`),
      await register(there, person),
    ])
      expect(answer.status).toBe(404)
  for (const person of [people.leader, people.worker]) expect((await register(there, person)).status).toBe(403)
})
