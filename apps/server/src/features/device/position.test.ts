import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
let maps: { first: number; second: number; laid: number; sibling: number; foreign: number }

const makeMap = async ({ company_id, office_id }: { company_id: number; office_id: number }, type = 1) =>
  (
    await site.db
      .insertInto('site_map')
      .values({ company_id, office_id, position: 0, location_name: '1階', type })
      .returning('site_map.map_id')
      .executeTakeFirstOrThrow()
  ).map_id

beforeAll(async () => {
  const { office, sibling, foreign } = site
  maps = {
    first: await makeMap(office),
    second: await makeMap(office),
    laid: await makeMap(office, 3),
    sibling: await makeMap(sibling),
    foreign: await makeMap(foreign),
  }
})
beforeEach(async () => {
  await site.db.deleteFrom('device').execute()
  const { db, office } = site
  const watcher = await makeDevice(db, 'heat', office.office_id, { serial: '000001' })
  const linked = { linked_device_id: watcher.device_id }
  await makeDevice(db, 'gateway', office.office_id, { serial: 'G1', ...linked })
  await makeDevice(db, 'gateway', office.office_id, { serial: 'G2', ...linked })
  await makeDevice(db, 'gateway', office.office_id, {
    serial: 'KEEPS',
    ...linked,
    keep_map_info: true,
    map_id: maps.second,
    position_x: 1,
    position_y: 2,
  })
  await makeDevice(db, 'gateway', office.office_id, { serial: 'ALONE' })
  await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1', on_map: false })
  await db.deleteFrom('audit_log').execute()
})

const put = (path: string, body: object, user: { user_id: number } = site.people.base) => site.call(user, 'PUT', `/api/${path}`, body)
const positionOf = async (serial: string) => {
  const device = await site.db
    .selectFrom('device')
    .selectAll()
    .where('device.serial', '=', serial)
    .where('device.office_id', '=', site.office.office_id)
    .executeTakeFirstOrThrow()
  return [device.map_id, device.position_x, device.position_y, device.on_map]
}

test('a device that is put on a map is placed in its middle and is shown, unless the call says otherwise', async () => {
  expect(await put('ReferenceBarometer/SetSismilToMap', { id: 'RB1', mapId: maps.laid })).toEqual({ status: 200, body: {} })
  expect(await positionOf('RB1')).toEqual([maps.laid, 50, 50, true])
  expect(
    (
      await put('Gateway/SetGatewayToMap', [
        {
          serialNumber: 'ALONE',
          officeId: site.office.office_id,
          mapId: String(maps.first),
          positionX: '12.5',
          positionY: '80',
          locationName: '東',
        },
      ])
    ).status,
  ).toBe(200)
  expect(await positionOf('ALONE')).toEqual([maps.first, 12.5, 80, true])
  expect((await site.call(site.people.base, 'GET', '/api/Gateway/1/ALONE')).body).toMatchObject({
    mapId: maps.first,
    positionX: 12.5,
    positionY: 80,
    status: '1',
    locationName: '東',
    version: 2,
  })
  expect(await site.log()).toMatchObject([
    { resource: 'barometer', before: { mapId: null }, after: { mapId: maps.laid } },
    { resource: 'gateway', action: 'updateWithoutVersion' },
  ])
})

test('empty positions and no map take it off and hide it; the device stays', async () => {
  await put('Gateway/SetGatewayToMap', {
    serialNumber: 'ALONE',
    mapId: maps.first,
    positionX: 10,
    positionY: 10,
    latitude: 35,
    longitude: 139,
  })
  expect((await put('Gateway/SetGatewayToMap', { serialNumber: 'ALONE', mapId: null, positionX: '', positionY: '' })).status).toBe(200)
  expect((await site.call(site.people.base, 'GET', '/api/Gateway/1/ALONE')).body).toMatchObject({
    mapId: null,
    positionX: null,
    positionY: null,
    latitude: null,
    longitude: null,
    status: '0',
  })
})

test('a watcher takes its gateways along, except the one that keeps its place', async () => {
  await put('HeatIndexWatcher/SetSismilToMap', { serialNumber: '000001', mapId: maps.first, positionX: 30, positionY: 40 })
  for (const serial of ['000001', 'G1', 'G2']) expect(await positionOf(serial)).toEqual([maps.first, 30, 40, true])
  expect(await positionOf('KEEPS')).toEqual([maps.second, 1, 2, true])
  expect(await positionOf('ALONE')).toEqual([null, null, null, true])
})

test('a gateway takes its watcher and the other gateways along, but not where it keeps its own place', async () => {
  await put('Gateway/SetGatewayToMap', { serialNumber: 'G2', mapId: maps.first, positionX: 5, positionY: 6 })
  for (const serial of ['000001', 'G1', 'G2']) expect(await positionOf(serial)).toEqual([maps.first, 5, 6, true])
  await put('Gateway/SetGatewayToMap', { serialNumber: 'KEEPS', positionX: 70, positionY: 70 })
  expect(await positionOf('KEEPS')).toEqual([maps.second, 70, 70, true])
  expect(await positionOf('000001')).toEqual([maps.first, 5, 6, true])
})

test('what is put itself goes where it is put, and taking one off leaves the others', async () => {
  await put('Gateway/SetGatewayToMap', [
    { serialNumber: 'G1', mapId: maps.first, positionX: 1, positionY: 1 },
    { serialNumber: 'G2', mapId: maps.second, positionX: 9, positionY: 9 },
  ])
  expect([await positionOf('G1'), await positionOf('G2')]).toEqual([
    [maps.first, 1, 1, true],
    [maps.second, 9, 9, true],
  ])
  await put('Gateway/SetGatewayToMap', { serialNumber: 'G1', mapId: null })
  expect([await positionOf('G1'), await positionOf('G2')]).toEqual([
    [null, null, null, false],
    [maps.second, 9, 9, true],
  ])
})

test('a fault names its field, and in a list the item', async () => {
  const faults = ['横の位置：数値で入力してください。', '緯度：90以下で入力してください。']
  const placement = { serialNumber: 'ALONE', mapId: maps.first, positionX: 'x', latitude: 91 }
  expect(await put('Gateway/SetGatewayToMap', placement)).toEqual({ status: 400, body: faults })
  const ofSecond = faults.map((fault) => `2番目の${fault}`)
  expect(await put('Gateway/SetGatewayToMap', [{ serialNumber: 'ALONE' }, placement])).toEqual({ status: 400, body: ofSecond })
  expect(await put('Map/SetDeviceToMap', { listGatewayDto: [placement] })).toEqual({
    status: 400,
    body: faults.map((fault) => `親機・子機1番目の${fault}`),
  })
  expect(await put('Gateway/SetGatewayToMap', {})).toEqual({ status: 400, body: ['ID：この項目は必須です。'] })
  expect((await put('Gateway/SetGatewayToMap', { serialNumber: 'ALONE', mapId: '', positionX: '', positionY: '' })).status).toBe(200)
})

test('a fault in a placement of all devices calls the field as that of a device', async () => {
  const faultsOf = async (body: object) => {
    const { status, body: faults } = await put('Map/SetDeviceToMap', body)
    expect(status).toBe(400)
    return faults
  }
  expect(await faultsOf({ listGatewayDto: [{ serialNumber: 'ALONE', locationName: 'あ'.repeat(101) }] })).toEqual([
    '親機・子機1番目の設置場所：100文字以内で入力してください。',
  ])
  expect(await faultsOf({ listReferenceDto: [{ id: 'RB1' }, { mapId: maps.laid }] })).toEqual([
    '気圧基準器2番目の機器の番号：この項目は必須です。',
  ])
  expect(await faultsOf({ listGatewayDto: 'x' })).toEqual(['親機・子機：一覧の形で送ってください。'])
})

test('a position wants a map; without either a device is only named, and stays shown', async () => {
  for (const where of [{}, { mapId: null }])
    expect(
      await put('Map/SetDeviceToMap', { listGatewayDto: [{ serialNumber: 'ALONE', positionX: '50', positionY: '50', ...where }] }),
    ).toEqual({
      status: 400,
      body: ['親機・子機「ALONE」：マップを選んでください。'],
    })
  expect((await put('Map/SetDeviceToMap', { listGatewayDto: [{ serialNumber: 'ALONE', locationName: '東' }] })).status).toBe(200)
  expect(await positionOf('ALONE')).toEqual([null, null, null, true])
})

test('half a place on the world is refused, and half of one of former times stays until it is changed', async () => {
  const place = (degrees: object) => put('HeatIndexWatcher/SetSismilToMap', { serialNumber: '000001', mapId: maps.laid, ...degrees })
  const refused = { status: 400, body: ['暑さ指数計「000001」：緯度と経度は、両方入力するか、両方空にしてください。'] }
  expect(await place({ latitude: 35.5 })).toEqual(refused)
  expect(await place({ latitude: '', longitude: 139.5 })).toEqual(refused)
  expect(await positionOf('000001')).toEqual([null, null, null, true])
  await site.db.updateTable('device').set({ latitude: 35.5 }).where('device.serial', '=', '000001').execute()
  expect((await place({ latitude: 35.5, longitude: '', positionX: 10, positionY: 20 })).status).toBe(200)
  expect(await place({ longitude: '', latitude: 36 })).toEqual(refused)
})

test('one device in two places is refused, and so is what is not there or has changed, each by its name', async () => {
  const at = (serialNumber: string, mapId: number, more = {}) => ({ serialNumber, mapId, ...more })
  const items = [at('ALONE', maps.first), at('G1', maps.first), at('ＡＬＯＮＥ', maps.second, { officeId: site.office.office_id })]
  expect(await put('Map/SetDeviceToMap', { listGatewayDto: items })).toEqual({
    status: 400,
    body: ['親機・子機「ALONE」が、1番目と3番目にあります。1つにしてください。'],
  })
  const gone = (name: string) => ({ status: 404, body: [`${name}：見つかりません。削除されたか、見る権限がありません。`] })
  expect(await put('Map/SetDeviceToMap', { listGatewayDto: [at('G1', maps.first), at('GONE', maps.first)] })).toEqual(
    gone('親機・子機2番目'),
  )
  expect(await put('Map/SetDeviceToMap', { listGatewayDto: [at('G1', maps.first), at('ALONE', maps.sibling)] })).toEqual(
    gone('親機・子機2番目'),
  )
  expect(await put('Map/SetDeviceToMap', { listGatewayDto: [at('G1', maps.first), at('ALONE', maps.first, { version: 7 })] })).toEqual({
    status: 412,
    body: 'ほかの人が先に変更しました。読み込み直してください。',
  })
  expect(await positionOf('G1')).toEqual([null, null, null, true])
})

test('what changes nothing is no change', async () => {
  const placement = { serialNumber: 'ALONE', mapId: maps.first, positionX: 10, positionY: 10 }
  await put('Gateway/SetGatewayToMap', placement)
  await put('Gateway/SetGatewayToMap', placement)
  expect((await site.call(site.people.base, 'GET', '/api/Gateway/1/ALONE')).body).toMatchObject({ version: 2 })
  expect(await site.log()).toHaveLength(1)
})

test("a map is of the device's own site, and all placements of a request are saved or none", async () => {
  for (const mapId of [maps.sibling, maps.foreign, 999_999])
    expect(
      (
        await put(
          'Gateway/SetGatewayToMap',
          [
            { serialNumber: 'ALONE', mapId: maps.first },
            { serialNumber: 'G1', mapId },
          ],
          site.people.contract,
        )
      ).status,
    ).toBe(404)
  expect((await put('Gateway/SetGatewayToMap', { serialNumber: 'ALONE', mapId: maps.first }, site.people.foreignContract)).status).toBe(404)
  expect(await positionOf('ALONE')).toEqual([null, null, null, true])
  expect(await put('Gateway/SetGatewayToMap', { serialNumber: 'ALONE', mapId: maps.first, positionX: 101 })).toMatchObject({ status: 400 })
})

test('two who place what hangs together come one after another', async () => {
  const answers = await Promise.all([
    put('Gateway/SetGatewayToMap', { serialNumber: 'G1', mapId: maps.first, positionX: 1, positionY: 1 }),
    put('HeatIndexWatcher/SetSismilToMap', { serialNumber: '000001', mapId: maps.first, positionX: 2, positionY: 2 }),
    put('Gateway/SetGatewayToMap', { serialNumber: 'G2', mapId: maps.first, positionX: 3, positionY: 3 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [one, ...others] = await Promise.all(['000001', 'G1', 'G2'].map(positionOf))
  for (const other of others) expect(other).toEqual(one)
})
