import { type Barometer, type Gateway, type HeatWatcher, message } from '@mimamori/contract'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
let maps: Record<'drawing' | 'publicHeat' | 'world' | 'turned' | 'laid' | 'unlaid' | 'laidPublic', number>

const tokyo = { latitude: 35.681236, longitude: 139.767125 }
const corners = ['35.682,139.766', '35.682,139.768', '35.68,139.768', '35.68,139.766']

const makeMap = async (name: string, values: Partial<Insertable<Database['site_map']>>) => {
  const { company_id, office_id } = site.office
  const made = await site.db
    .insertInto('site_map')
    .values({ company_id, office_id, position: 0, location_name: name, floor: '1階', ...values })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  return made.map_id
}

beforeAll(async () => {
  maps = {
    drawing: await makeMap('本館', {}),
    publicHeat: await makeMap('西棟', { sismil_type: 2 }),
    world: await makeMap('構内', { type: 2, ...tokyo, zoom: 14 }),
    turned: await makeMap('資材置場', { type: 2, zoom: 18, rotation: 90 }),
    laid: await makeMap('東棟', { type: 3, angle_coordinates: corners }),
    unlaid: await makeMap('北棟', { type: 3 }),
    laidPublic: await makeMap('南棟', { type: 3, sismil_type: 2, angle_coordinates: corners }),
  }
})
beforeEach(async () => {
  const { db, office } = site
  await db.deleteFrom('device').execute()
  await db.deleteFrom('audit_log').execute()
  const { device_id: linked_device_id } = await makeDevice(db, 'heat', office.office_id, { serial: '000001' })
  await makeDevice(db, 'gateway', office.office_id, { serial: 'G1', linked_device_id })
  await makeDevice(db, 'gateway', office.office_id, { serial: 'G2', linked_device_id, type: 2 })
  await makeDevice(db, 'gateway', office.office_id, { serial: 'ALONE' })
  await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1' })
})

type Saved = { listGateways: Gateway[]; listHeatIndexWatchers: HeatWatcher[]; listReference: Barometer[] }
type Answer = { status: number; body: Saved }
const place = async (body: object, user: { user_id: number } = site.people.base) =>
  (await site.call(user, 'PUT', '/api/Map/SetDeviceToMap', { officeId: site.office.office_id, ...body })) as Answer

const placeAlone = async (item: object) => (await place({ listGatewayDto: [{ serialNumber: 'ALONE', ...item }] })).body.listGateways[0]
const barometer = async (item: object) => (await place({ listReferenceDto: [{ id: 'RB1', ...item }] })).body.listReference[0]

describe('all devices of a placement', () => {
  test('are saved at once and answered with their new state, with those that moved along', async () => {
    const { laid } = maps
    const { status, body } = await place({
      listGatewayDto: [
        { serialNumber: 'G1', officeId: site.office.office_id, positionX: '10.5', positionY: '20', mapId: laid, version: 1 },
      ],
      listSismilDto: [],
      listReferenceDto: [{ id: 'RB1', positionX: 30, positionY: 40, locationName: '屋上', mapId: String(laid), version: 1 }],
    })
    expect(status).toBe(200)
    const onMap = { mapId: laid, positionX: 10.5, positionY: 20, latitude: 35.6816, longitude: 139.76621, status: '1', version: 2 }
    expect(body.listGateways).toMatchObject([
      { serialNumber: 'G1', ...onMap },
      { serialNumber: 'G2', ...onMap },
    ])
    expect(body.listHeatIndexWatchers).toMatchObject([{ serialNumber: '000001', ...onMap }])
    expect(body.listReference).toMatchObject([{ id: 'RB1', mapId: laid, positionX: 30, positionY: 40, locationName: '屋上', version: 2 }])
    expect((await site.log()).map(({ action, resource, resource_id }) => [action, resource, resource_id])).toEqual(
      expect.arrayContaining([
        ['update', 'gateway', 'G1'],
        ['update', 'gateway', 'G2'],
        ['update', 'heatWatcher', '000001'],
        ['update', 'barometer', 'RB1'],
      ]),
    )
  })

  test('take the map and the site of the whole placement where they do not say their own', async () => {
    const { body } = await place({ mapId: maps.drawing, listGatewayDto: { serialNumber: 'ALONE' } })
    expect(body.listGateways).toMatchObject([{ mapId: maps.drawing, positionX: 50, positionY: 50, status: '1' }])
    const off = { serialNumber: 'ALONE', positionX: '', positionY: '', mapId: null, status: '1' }
    expect((await place({ mapId: maps.drawing, listGatewayDto: [off] })).body.listGateways).toMatchObject([
      { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null, status: '0' },
    ])
  })

  test('none of them is saved where one is not there, is of elsewhere, or is wrong', async () => {
    const good = { serialNumber: 'ALONE', mapId: maps.drawing }
    const refused = async (item: object) => (await place({ listGatewayDto: [good, item] }, site.people.contract)).status
    expect(await refused({ serialNumber: 'NONE', mapId: maps.drawing })).toBe(404)
    expect(await refused({ serialNumber: 'G1', mapId: 999_999 })).toBe(404)
    expect(await refused({ serialNumber: 'G1', positionX: 100.5 })).toBe(400)
    expect((await place({ listGatewayDto: [good] }, site.people.foreignContract)).status).toBe(404)
    expect((await place({ listGatewayDto: [good] }, site.people.leader)).status).toBe(403)
    expect((await placeAlone({ locationName: '東' }))?.mapId).toBeNull()
  })

  test('nothing at all is nothing', async () => {
    expect(await place({})).toEqual({ status: 200, body: { listGateways: [], listHeatIndexWatchers: [], listReference: [] } })
  })
})

test('open maps are notified when a device is placed, renamed or deleted, and not when nothing changes', async () => {
  const { db, office, people } = site
  const isAnnounced = async (work: () => Promise<unknown>) => {
    await db.updateTable('office').set({ maps_changed_at: null }).execute()
    await work()
    const row = await db
      .selectFrom('office')
      .select('office.maps_changed_at')
      .where('office.office_id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    return row.maps_changed_at !== null
  }
  const change = (serialNumber: string) =>
    site.call(people.base, 'PUT', '/api/Gateway', { officeId: office.office_id, serialNumber, gatewayType: 1, locationName: '北' })
  const item = { mapId: maps.drawing, positionX: 3, positionY: 4 }
  expect(await isAnnounced(() => change('ALONE'))).toBe(false)
  expect(await isAnnounced(() => placeAlone(item))).toBe(true)
  expect(await isAnnounced(() => placeAlone(item))).toBe(false)
  expect(await isAnnounced(() => change('ALONE'))).toBe(true)
  expect(await isAnnounced(() => site.call(people.base, 'DELETE', '/api/Gateway/1/ALONE'))).toBe(true)
  expect(await isAnnounced(() => site.call(people.base, 'DELETE', '/api/Gateway/1/G1'))).toBe(false)
})

describe('of two who place at once', () => {
  test('the later one is refused, and saves nothing', async () => {
    const item = { serialNumber: 'ALONE', mapId: maps.drawing, version: 1 }
    const answers = await Promise.all([
      place({ listGatewayDto: [{ ...item, positionX: 1, positionY: 1 }] }),
      place({ listGatewayDto: [{ ...item, positionX: 9, positionY: 9 }], listReferenceDto: [{ id: 'RB1', mapId: maps.laid }] }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)?.body).toBe(message('C022'))
    const isFirst = answers[0].status === 200
    expect(await placeAlone({ locationName: null })).toMatchObject({ positionX: isFirst ? 1 : 9 })
    expect(await barometer({ locationName: null })).toMatchObject({ mapId: isFirst ? null : maps.laid })
  })

  test('one who moves what another has moved along is refused', async () => {
    await place({ listSismilDto: [{ serialNumber: '000001', mapId: maps.drawing, positionX: 5, positionY: 5, version: 1 }] })
    expect(
      (await place({ listGatewayDto: [{ serialNumber: 'G2', mapId: maps.drawing, positionX: 6, positionY: 6, version: 1 }] })).status,
    ).toBe(412)
  })

  test('one who would bring back what another has separated is refused', async () => {
    const at = (serialNumber: string, x: number, version: number) => ({
      serialNumber,
      mapId: maps.drawing,
      positionX: x,
      positionY: x,
      version,
    })
    await place({ listGatewayDto: [at('G1', 5, 1)] })
    const parted = await place({ listGatewayDto: [at('G1', 5, 2)], listSismilDto: [at('000001', 80, 2)] })
    expect(parted.status).toBe(200)
    // G1 did not move; to move it takes the watcher along, which another has just moved.
    expect((await place({ listGatewayDto: [at('G1', 6, 2)] })).status).toBe(412)
    expect((await place({ listGatewayDto: [at('G1', 6, 3)] })).status).toBe(200)
  })

  test('one who names no version wins, and the log says so', async () => {
    await placeAlone({ mapId: maps.drawing })
    expect((await site.log()).map(({ action }) => action)).toEqual(['updateWithoutVersion'])
  })
})

describe('a map takes', () => {
  const all = (mapId: number) => ({
    listGatewayDto: [{ serialNumber: 'ALONE', mapId }],
    listSismilDto: [{ serialNumber: '000001', mapId }],
    listReferenceDto: [{ id: 'RB1', mapId }],
  })
  const watcher = '暑さ指数計「000001」は、'

  test.each<[string, keyof typeof maps, string[]]>([
    ['watchers and gateways on a drawing', 'drawing', ['気圧基準器「RB1」は、マップ「本館 1階」（マップの種類：図面）には置けません。']],
    [
      'gateways alone on a drawing with public heat',
      'publicHeat',
      [
        `${watcher}マップ「西棟 1階」（暑さの出どころ：ウェザーニューズ）には置けません。`,
        '気圧基準器「RB1」は、マップ「西棟 1階」（マップの種類：図面）には置けません。',
      ],
    ],
    [
      'barometers alone on the world map',
      'world',
      [
        '親機・子機「ALONE」は、マップ「構内 1階」（マップの種類：GPS）には置けません。',
        `${watcher}マップ「構内 1階」（マップの種類：GPS）には置けません。`,
      ],
    ],
    [
      'no watcher on a laid drawing with public heat',
      'laidPublic',
      [`${watcher}マップ「南棟 1階」（暑さの出どころ：ウェザーニューズ）には置けません。`],
    ],
  ])('%s', async (_, map, refusals) => {
    expect(await place(all(maps[map]))).toEqual({ status: 400, body: refusals })
    expect((await placeAlone({ locationName: null }))?.mapId).toBeNull()
  })

  test('everything on a laid drawing', async () => {
    expect((await place(all(maps.laid))).status).toBe(200)
  })

  test('what is there already, and what is linked to what is placed there', async () => {
    await site.db.updateTable('device').set({ map_id: maps.drawing }).where('device.serial', '=', 'RB1').execute()
    expect(await barometer({ mapId: maps.drawing, positionX: 7, positionY: 8 })).toMatchObject({ positionX: 7, positionY: 8 })
    const { body } = await place({ listGatewayDto: [{ serialNumber: 'G1', mapId: maps.publicHeat }] })
    expect(body.listHeatIndexWatchers).toMatchObject([{ serialNumber: '000001', mapId: maps.publicHeat }])
  })
})

describe('on the world map a device is placed', () => {
  test('at its degrees, with percent for who knows no degrees', async () => {
    const at = { latitude: 35.69, longitude: 139.78 }
    const stands = await barometer({ mapId: maps.world, positionX: '', positionY: '', ...at })
    expect(stands).toMatchObject({ ...at, status: '1' })
    // 0.012875° east and 0.008764° north of the centre, of 1260 × 587 px at zoom 14.
    expect(stands?.positionX).toBeCloseTo(50 + (100 * ((0.012875 / 360) * 256 * 2 ** 14)) / 1260, 3)
    expect(stands?.positionY).toBeCloseTo(50 - (100 * ((0.008764 / 360 / Math.cos((35.6856 * Math.PI) / 180)) * 256 * 2 ** 14)) / 587, 2)
  })

  test('else at the percent of the window at its centre, zoom and turn', async () => {
    expect(await barometer({ mapId: maps.world, positionX: 50, positionY: 50 })).toMatchObject(tokyo)
    const turned = await barometer({ mapId: maps.turned, positionX: 100, positionY: 50 })
    expect(turned?.longitude).toBe(tokyo.longitude)
    // A quarter turn clockwise: what is on the right is 630 px to the north, at zoom 18.
    const north = (630 / (256 * 2 ** 18)) * 360 * Math.cos((tokyo.latitude * Math.PI) / 180)
    expect(turned?.latitude).toBeCloseTo(tokyo.latitude + north, 5)
  })

  test('where it was, if somebody sends back what they read', async () => {
    const far = await barometer({ mapId: maps.world, latitude: 36, longitude: 141 })
    expect(far).toMatchObject({ positionX: 100, positionY: 0 })
    const { positionX, positionY } = far ?? {}
    expect(await barometer({ mapId: maps.world, positionX, positionY, locationName: '沖' })).toMatchObject({ latitude: 36, longitude: 141 })
    expect(await barometer({ mapId: maps.world, positionX, positionY: 50 })).toMatchObject({ positionX: 100, positionY: 50 })
    expect((await barometer({ locationName: '近く' }))?.longitude).toBeLessThan(140)
  })
})

describe('on a drawing that lies on the world a device is placed', () => {
  test('at its percent, with the degrees of the corners, whatever degrees came along', async () => {
    expect(await placeAlone({ mapId: maps.laid, positionX: 50, positionY: 50, latitude: 1, longitude: 2 })).toMatchObject({
      positionX: 50,
      positionY: 50,
      latitude: 35.681,
      longitude: 139.767,
    })
  })

  test('at its degrees where it has no percent, unless they are outside', async () => {
    const inside = { mapId: maps.laid, positionX: '', positionY: '', latitude: 35.681, longitude: 139.7665 }
    const stands = await placeAlone(inside)
    expect(stands).toMatchObject({ positionX: 25, latitude: 35.681, longitude: 139.7665 })
    expect(stands?.positionY).toBeCloseTo(50, 2)
    expect(await place({ listGatewayDto: [{ serialNumber: 'ALONE', ...inside, latitude: 35.69 }] })).toEqual({
      status: 400,
      body: ['親機・子機「ALONE」の位置は、図面の外です。図面の上に置いてください。'],
    })
  })

  test('without degrees while nobody has laid it', async () => {
    expect(await placeAlone({ mapId: maps.unlaid, positionX: 10, positionY: 10 })).toMatchObject({ positionX: 10, latitude: null })
  })

  test('and loses its degrees with it, on a drawing that is not placed on the world', async () => {
    await placeAlone({ mapId: maps.laid })
    expect(await placeAlone({ mapId: maps.drawing })).toMatchObject({ mapId: maps.drawing, latitude: null, longitude: null })
  })
})
