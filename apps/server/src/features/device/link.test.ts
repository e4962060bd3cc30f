import type { DeviceRegistration, GatewayRegistration } from '@mimamori/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDevice, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
beforeAll(async () => {
  const { db, office, sibling, worker } = { ...site, worker: site.people.worker }
  for (const serial of ['000001', '000002']) await makeDevice(db, 'heat', office.office_id, { serial, location_name: `計${serial}` })
  for (const serial of ['G1', 'G2', 'G3'])
    await makeDevice(db, 'gateway', office.office_id, { serial, location_name: `場所${serial}`, type: serial === 'G3' ? 2 : 1 })
  await makeDevice(db, 'gateway', sibling.office_id, { serial: 'G9' })
  for (const serial of ['RB1', 'RB2']) await makeDevice(db, 'barometer', office.office_id, { serial })
  const belts = []
  for (const serial of ['B1', 'B2', 'B3']) belts.push(await makeDevice(db, 'belt', office.office_id, { serial }))
  await makeWear(db, worker.user_id, belts[1]?.device_id ?? 0, { slot: 'belt' })
})

const gatewaysOf = async (watcher: string, more = '') =>
  (await site.rows<GatewayRegistration>(site.people.base, `/api/Gateway/GatewayRegistration?HeatIndexWatcherId=${watcher}${more}`)).map(
    ({ gatewayID, heatIndexWatcherId }) => [gatewayID, heatIndexWatcherId],
  )
const linkGateways = (watcher: string, ids: string, user: { user_id: number } = site.people.base) =>
  site.call(user, 'POST', `/api/Gateway/GatewayRegistration?HeatIndexWatcherId=${watcher}&GatewayIDs=${ids}`)

describe('gateways and heat watchers', () => {
  test('the sent set replaces the whole, and what is linked to the watcher comes first', async () => {
    expect(await linkGateways('000001', 'G2,G3')).toEqual({ status: 200, body: {} })
    expect(await gatewaysOf('000001')).toEqual([
      ['G2', '000001'],
      ['G3', '000001'],
      ['G1', null],
    ])
    // A number without its zeros is another number.
    expect((await linkGateways('1', 'G1&GatewayIDs=G3')).status).toBe(404)
    expect((await linkGateways('000001', 'G1&GatewayIDs=G3')).status).toBe(200)
    expect(await gatewaysOf('000001')).toEqual([
      ['G1', '000001'],
      ['G3', '000001'],
      ['G2', null],
    ])
    expect(
      await site.rows<object>(site.people.base, '/api/Gateway/GatewayRegistration?heatIndexWatcherId=000001&limit=1&offset=1'),
    ).toEqual([
      {
        gatewayID: 'G3',
        gatewayTypeValue: '子機',
        gatewayLocation: '場所G3',
        heatIndexWatcherId: '000001',
        heatIndexWatcherLocation: '計000001',
      },
    ])
    expect((await site.call(site.people.base, 'GET', '/api/HeatIndexWatcher/000001')).body).toMatchObject({
      gatewayIDs: ['G1', 'G3'],
      version: 1,
    })
    expect((await site.call(site.people.base, 'GET', '/api/Gateway/2/G3')).body).toMatchObject({ heatIndexWatcherId: '000001' })
    expect((await site.log()).at(-1)).toMatchObject({
      action: 'update',
      resource: 'heatWatcher',
      before: { gatewayIDs: ['G2', 'G3'] },
      after: { gatewayIDs: ['G1', 'G3'] },
    })
  })

  test('a thousand go along, in the address as in the body', async () => {
    const { db, office, people } = site
    const watcher = await makeDevice(db, 'heat', office.office_id, { serial: '000900' })
    const serials = Array.from({ length: 1_000 }, (_, n) => `GATEWAY-${String(n).padStart(12, '0')}`)
    await db
      .insertInto('device')
      .values(serials.map((serial) => ({ company_id: office.company_id, office_id: office.office_id, kind: 'gateway', serial })))
      .execute()
    const linked = async () =>
      (await db.selectFrom('device').select('device.device_id').where('device.linked_device_id', '=', watcher.device_id).execute()).length
    // Over a real line: a call that is only injected has no limit to its head.
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const send = async (query: string, body?: object) => {
      const headers = { ...(await site.as(people.base)), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const { status } = await fetch(`${address}/api/Gateway/GatewayRegistration${query}`, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return [status, await linked()]
    }
    expect(await send(`?HeatIndexWatcherId=000900&GatewayIDs=${encodeURIComponent(serials.join(','))}`)).toEqual([200, 1_000])
    expect((await site.log()).at(-1)).toMatchObject({ resource: 'heatWatcher', resource_id: '000900' })
    expect(await send('?HeatIndexWatcherId=000900&GatewayIDs=')).toEqual([200, 0])
    expect(await send(`?HeatIndexWatcherId=000900${serials.map((serial) => `&GatewayIDs=${serial}`).join('')}`)).toEqual([200, 1_000])
    expect(await send('', { HeatIndexWatcherId: '000900', GatewayIDs: [serials[0]] })).toEqual([200, 1])
    expect(await send('', { heatIndexWatcherId: '000900', officeId: office.office_id, gatewayIDs: serials.join(',') })).toEqual([
      200, 1_000,
    ])
    expect(await site.call(people.base, 'POST', '/api/Gateway/GatewayRegistration', { gatewayIDs: [] })).toEqual({
      status: 400,
      body: ['暑さ指数計：この項目は必須です。'],
    })
    await db.deleteFrom('device').where('device.serial', 'like', 'GATEWAY-%').execute()
  })

  test("what hangs elsewhere, is unknown or is another site's is refused, and nothing changes", async () => {
    await linkGateways('000001', 'G1,G3')
    expect(await linkGateways('000002', 'G2,G3,G1')).toEqual({ status: 400, body: ['G1、G3は、ほかの暑さ指数計につながっています。'] })
    expect(await linkGateways('000002', 'G2,G9,G8')).toEqual({
      status: 400,
      body: ['つながる親機・子機「G9、G8」：この番号の機器は、拠点に登録されていません。'],
    })
    expect((await linkGateways('000001', '', site.people.foreignBase)).status).toBe(404)
    expect(await gatewaysOf('000002')).toEqual([
      ['G1', '000001'],
      ['G2', null],
      ['G3', '000001'],
    ])
  })

  test('an empty set takes everything off', async () => {
    await linkGateways('000001', 'G1')
    expect((await linkGateways('000001', '')).status).toBe(200)
    expect(await gatewaysOf('000001', '&sortKey=gatewayLocation&sortOrder=desc')).toEqual([
      ['G3', null],
      ['G2', null],
      ['G1', null],
    ])
    expect((await site.call(site.people.base, 'GET', '/api/Gateway/GatewayRegistration?sortKey=nothing')).status).toBe(400)
  })

  test('of two watchers that claim one gateway at once, one gets it', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const answers = await Promise.all(['000001', '000002'].map((watcher) => linkGateways(watcher, 'G1,G2')))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
      for (const watcher of ['000001', '000002']) await linkGateways(watcher, '')
    }
  })
})

describe('terminals and barometers', () => {
  const link = (barometer: string, ids: string) =>
    site.call(site.people.contract, 'POST', `/api/Device/DeviceRegistration?ReferenceID=${barometer}&DeviceIDs=${ids}`)

  test('the sent set replaces the whole; a new pair is not zeroed, an old one stays so', async () => {
    expect((await link('RB1', 'B1,B2')).status).toBe(200)
    const zeroed = { altitude_offset_cm: 30, altitude_zeroed_at: site.minutesAgo(10) }
    await site.db.updateTable('device').set(zeroed).where('device.kind', '=', 'belt').execute()
    expect(await link('RB2', 'B2,B3')).toEqual({ status: 400, body: ['B2は、ほかの気圧基準器につながっています。'] })
    expect((await link('RB1', 'B2,B3')).status).toBe(200)
    const rows = await site.rows<DeviceRegistration>(
      site.people.contract,
      '/api/Device/DeviceRegistration?ReferenceBarometerId=RB1&DeviceType=2',
    )
    const { login_id, full_name } = site.people.worker
    expect(rows).toEqual([
      { serialNumber: 'B2', locationName: null, userName: login_id, fullName: full_name, referenceBarometerId: 'RB1' },
      { serialNumber: 'B3', locationName: null, userName: null, fullName: null, referenceBarometerId: 'RB1' },
      { serialNumber: 'B1', locationName: null, userName: null, fullName: null, referenceBarometerId: null },
    ])
    const offsets = await site.db
      .selectFrom('device')
      .select(['serial', 'altitude_offset_cm', 'altitude_zeroed_at'])
      .where('device.kind', '=', 'belt')
      .orderBy('serial')
      .execute()
    const fresh = { altitude_offset_cm: 0, altitude_zeroed_at: null }
    expect(offsets).toEqual([
      { serial: 'B1', ...fresh },
      { serial: 'B2', ...zeroed },
      { serial: 'B3', ...fresh },
    ])
    expect((await site.call(site.people.base, 'GET', '/api/ReferenceBarometer/RB1')).body).toMatchObject({ countDevice: 2 })
  })

  test('only terminals are linked to a barometer', async () => {
    await makeDevice(site.db, 'vital', site.office.office_id, { serial: '77' })
    expect((await link('RB1', '77')).status).toBe(400)
    expect(await site.rows(site.people.base, '/api/Device/DeviceRegistration?DeviceType=1')).toEqual([])
  })

  test('a terminal is at the place of the gateway that last received it', async () => {
    const { db, office } = site
    const place = async (location_name: string) => (await makeDevice(db, 'gateway', office.office_id, { location_name })).device_id
    const [scaffold, roof] = [await place('東側 外部足場'), await place('屋上')]
    for (const [serial, gateway_id] of [
      ['P1', scaffold],
      ['P2', roof],
      ['P3', null],
    ] as const) {
      const terminal = await makeDevice(db, 'belt', office.office_id, { serial, type: 2 })
      await site.setDeviceState(terminal, { gateway_id })
    }
    const placesBy = async (order: string) =>
      (await site.rows<DeviceRegistration>(site.people.base, `/api/Device/DeviceRegistration?serialNumber=P&${order}`)).map(
        ({ serialNumber, locationName }) => [serialNumber, locationName],
      )
    expect(await placesBy('sortKey=serialNumber')).toEqual([
      ['P1', '東側 外部足場'],
      ['P2', '屋上'],
      ['P3', null],
    ])
    expect((await placesBy('sortKey=locationName')).map(([serial]) => serial)).toEqual(['P2', 'P1', 'P3'])
  })
})
