import { randomUUID } from 'node:crypto'
import type { Barometer, MapRow } from '@mimamori/contract'
import { message, mostMaps } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeGatewayOn } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let tenants: Awaited<ReturnType<typeof makeTenants>>

beforeEach(async () => {
  tenants = await makeTenants(product.context.db)
})

type List = { data: MapRow[]; count: number; version: number }
type Someone = { user_id: number }

const save = (body: object, query = '', user: Someone = tenants.people.base) =>
  product.askAs(user, 'POST', `/api/Map/${tenants.office.office_id}${query}`, body)
const saved = async (body: object, query = '') => {
  const answer = await save(body, query)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as List
}
const list = async (user: Someone = tenants.people.base) =>
  (await product.askAs(user, 'GET', `/api/Map?OfficeId=${tenants.office.office_id}`)).body as List

/** A picture on record, uploaded a moment ago. */
const upload = async (by: Someone & { company_id: number }, age = 0) => {
  const file_key = `${randomUUID()}.png`
  await product.context.db
    .insertInto('stored_file')
    .values({
      file_key,
      company_id: by.company_id,
      uploaded_by: by.user_id,
      content_type: 'image/png',
      size: 1_234,
      created_at: new Date(product.time.now.getTime() - age),
    })
    .execute()
  return file_key
}

const corners = {
  angleCoordinate1: '35.010,139',
  angleCoordinate2: '35.01, 139.01',
  angleCoordinate3: '35,139.01',
  angleCoordinate4: '35,139',
}

describe('a list of maps', () => {
  test('is saved in the order sent, read as loosely as the customer’s own form writes, and read back alike', async () => {
    const { data, version } = await saved([
      { id: '', locationName: '本館', floor: '1F', type: '1', sismilType: '2', position: 7, officeId: 999, imageMetres: '84.5' },
      { id: 0, LocationName: '全景', type: 2, latitude: '35.5', longitude: '139.5', zoom: '16.5', rotation: 90 },
    ])
    expect(data).toMatchObject([
      {
        locationName: '本館',
        floor: '1F',
        type: 1,
        sismilType: 2,
        position: 0,
        latitude: null,
        zoom: 14,
        imageMetres: 84.5,
        imageZoom: 0.2,
      },
      { locationName: '全景', floor: null, type: 2, latitude: 35.5, longitude: 139.5, zoom: 16.5, rotation: 90, position: 1 },
    ])
    expect(data.every((row) => row.version === version && row.officeId === tenants.office.office_id)).toBe(true)
    const [first, second] = data
    // '-' clears, what is left out stays; the whole list goes back as it was read.
    const turned = await saved({
      data: [
        { id: second?.id, locationName: '全景', type: 2, latitude: '-', longitude: '', version },
        { ...first, floor: '' },
      ],
    })
    expect(turned.data).toMatchObject([
      { id: second?.id, position: 0, latitude: null, longitude: null, zoom: 16.5 },
      { id: first?.id, position: 1, floor: null, imageMetres: 84.5 },
    ])
    expect(turned.version).toBe(version + 1)
    expect(await list()).toEqual(turned)
  })

  test('keeps its version where nothing changed', async () => {
    const { data, version } = await saved([{ locationName: '本館' }])
    expect((await saved(data)).version).toBe(version)
  })

  test('is each administrator’s in scope, and nobody else’s', async () => {
    const { people } = tenants
    for (const person of [people.service, people.contract, people.base])
      expect((await save([{ locationName: '本館' }], '', person)).status).toBe(200)
    for (const person of [people.foreignBase, people.foreignContract]) expect((await save([], '', person)).status).toBe(404)
    for (const person of [people.leader, people.subLeader, people.worker]) expect((await save([], '', person)).status).toBe(403)
    expect((await list()).data).toMatchObject([{ locationName: '本館' }])
  })

  test('is on record map by map, with what was done to each', async () => {
    const { office } = tenants
    const { data } = await saved([{ locationName: '本館', floor: '1F' }, { locationName: '別館' }])
    const [first, second] = data
    await saved([{ ...first, floor: '2F' }])
    const recorded = (await product.recordedOf('siteMap')).filter(({ office_id }) => office_id === office.office_id)
    expect(recorded).toMatchObject([
      { action: 'create', resource_id: String(first?.id), after: { locationName: '本館', position: 0 } },
      { action: 'create', resource_id: String(second?.id) },
      { action: 'delete', resource_id: String(second?.id), before: { locationName: '別館', devices: [] } },
      { action: 'update', resource_id: String(first?.id), before: { floor: '1F' }, after: { floor: '2F' } },
    ])
  })
})

describe('versions', () => {
  test.each<[string, (rows: MapRow[], version: number) => [body: object, query: string]]>([
    ['in the query', (rows, version) => [rows.map(({ version: _, ...row }) => row), `?version=${version}`]],
    ['in the body', (rows, version) => [{ data: rows.map(({ version: _, ...row }) => row), version }, '']],
    ['in any row', (rows, version) => [rows.map((row, index) => (index === 1 ? { ...row, version } : { ...row, version: undefined })), '']],
  ])('an older one %s is refused, and nothing is saved', async (_, sent) => {
    const { data, version } = await saved([{ locationName: '本館' }, { locationName: '別館' }])
    const changed = await saved([{ ...data[0], locationName: '新館' }, data[1] ?? {}])
    const [body, query] = sent(data, version)
    expect(await save(body, query)).toEqual({ status: 412, body: message('C022') })
    expect(await list()).toEqual(changed)
    const [now, nowQuery] = sent(data, changed.version)
    expect((await save(now, nowQuery)).status).toBe(200)
  })

  test('without one the save wins, and the log says so', async () => {
    const { data } = await saved([{ locationName: '本館' }])
    await saved(data.map(({ version: _, ...row }) => ({ ...row, locationName: '新館' })))
    expect((await product.recordedOf('siteMap')).at(-1)).toMatchObject({ action: 'updateWithoutVersion', after: { locationName: '新館' } })
  })

  test('of two saves at once one is refused', async () => {
    const { data } = await saved([{ locationName: '本館' }])
    const answers = await Promise.all(['東', '西'].map((locationName) => save(data.map((row) => ({ ...row, locationName })))))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
    expect((await list()).data).toHaveLength(1)
  })
})

describe('faults', () => {
  test('are reported by row, all rows at once, and nothing is saved', async () => {
    const before = await saved([{ locationName: '本館' }])
    const [map] = before.data
    const answer = await save([
      { ...map, locationName: '変更' },
      { locationName: ' ', floor: 'あ'.repeat(101) },
      { locationName: 'あ'.repeat(101), latitude: 91, longitude: 'east', zoom: 23, imageZoom: 11, rotation: 361 },
      { locationName: 'ok', type: 4, sismilType: '' },
      { locationName: 'ok', type: 3, floor: '4F', angleCoordinate1: '35,200' },
      'nothing',
      { ...map },
    ])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      messages: {
        '2': ['建物・工区：この項目は必須です。', '階：100文字以内で入力してください。'],
        '3': [
          '建物・工区：100文字以内で入力してください。',
          '緯度：90以下で入力してください。',
          '経度：数値で入力してください。',
          '地図の向き：360以下で入力してください。',
          '地図の拡大：22以下で入力してください。',
          '図面の拡大：10以下で入力してください。',
        ],
        '4': ['マップの種類：選べる値ではありません。', '暑さの出どころ：この項目は必須です。'],
        '5': ['図面の左上：緯度,経度の形で入力してください。'],
        '6': ['値の種類が正しくありません。'],
        '7': ['同じマップが2行にあります。読み込み直してから、もう一度保存してください。'],
      },
    })
    expect(await list()).toEqual(before)
  })

  test('a drawing over the world needs its file and its corner; a registered file counts', async () => {
    const key = await upload(tenants.people.base)
    const lack = (floor: string) => ({
      status: 400,
      body: { messages: { '1': [message('mapFloor', { floor })] } },
    })
    expect(await save([{ locationName: '本館', floor: '3F', type: 3, ...corners }])).toEqual(lack('3F'))
    expect(await save([{ locationName: '本館', type: 3, mapImage: key }])).toEqual(lack('本館'))
    expect(await save([{ locationName: '本館', type: 3, mapImage: key, angleCoordinate1: '-' }])).toEqual(lack('本館'))
    const { data } = await saved([{ locationName: '本館', type: 3, mapImage: key, imageName: '平面図.png', ...corners }])
    expect(data).toMatchObject([
      {
        mapImage: key,
        imageName: '平面図.png',
        imageSize: 1_234,
        angleCoordinate1: '35.01,139',
        angleCoordinate2: '35.01,139.01',
        angleCoordinate3: '35,139.01',
        angleCoordinate4: '35,139',
        // Spec/ §5: a drawing that nobody has put anywhere begins here.
        imageLatitude: 35.681236,
        imageLongitude: 139.767125,
        imageZoom: 0.2,
      },
    ])
    // 0.01 degrees of longitude at 35 degrees north.
    expect(data[0]?.imageMetres).toBeCloseTo(910.8, 0)
    const again = await saved([{ id: data[0]?.id, locationName: '本館', floor: '3F', type: 3 }])
    expect(again.data).toMatchObject([{ mapImage: key, imageName: '平面図.png', angleCoordinate3: '35,139.01' }])
    expect(await save([{ id: data[0]?.id, locationName: '本館', floor: '3F', type: 3, mapImage: null }])).toEqual(lack('3F'))
  })

  test('rows that name a map or a picture of somebody else, or none at all, are named', async () => {
    const { people, foreign } = tenants
    const elsewhere = (await product.askAs(people.foreignBase, 'POST', `/api/Map/${foreign.office_id}`, [{ locationName: '他社' }]))
      .body as List
    const theirs = await upload(people.foreignBase)
    const colleagues = await upload(people.contract)
    const old = await upload(people.base, 24 * 3_600_000)
    expect(await save([{ locationName: '本館' }, { id: elsewhere.data[0]?.id, locationName: '盗' }])).toEqual({
      status: 404,
      body: { messages: { '2': [message('mapGone')] } },
    })
    for (const mapImage of [theirs, colleagues, old, 'none.png'])
      expect(await save([{ locationName: '本館', mapImage }])).toEqual({
        status: 404,
        body: { messages: { '1': [message('mapPicture')] } },
      })
    expect((await list()).data).toEqual([])
    // With a fault beside it, all are reported together.
    expect(await save([{ locationName: '' }, { locationName: '本館', mapImage: theirs }])).toMatchObject({
      status: 400,
      body: { messages: { '1': ['建物・工区：この項目は必須です。'], '2': [message('mapPicture')] } },
    })
  })

  test('a picture that a map already names may be named by another one of the company', async () => {
    const key = await upload(tenants.people.base, 1_000)
    const { data } = await saved([{ locationName: '本館', mapImage: key }])
    product.time.now = new Date(product.time.now.getTime() + 48 * 3_600_000)
    expect((await save([...data, { locationName: '別館', mapImage: key }])).status).toBe(200)
  })

  test('a corner is read as every number is', async () => {
    for (const angleCoordinate2 of ['0x10, 0b11', '1e-400,0', '1e3,0', ' ,1', '35,139,1'])
      expect(await save([{ locationName: '本館', angleCoordinate2 }])).toEqual({
        status: 400,
        body: { messages: { '1': ['図面の右上：緯度,経度の形で入力してください。'] } },
      })
    const { data } = await saved([{ locationName: '本館', angleCoordinate2: '３５.１０, 0.0000001', latitude: '1e-7', longitude: 139 }])
    expect(data).toMatchObject([{ angleCoordinate2: '35.1,1e-7', latitude: 1e-7 }])
    expect((await saved(data)).data).toEqual(data)
  })

  test('half a place is refused by the field that is missing, and clearing both clears', async () => {
    const { data } = await saved([{ locationName: '本館', latitude: 35.5, longitude: 139.5 }])
    const [map] = data
    const messages = {
      '1': ['緯度：経度だけでは場所が決まりません。緯度も入力するか、両方を空にしてください。'],
      '2': ['経度：緯度だけでは場所が決まりません。経度も入力するか、両方を空にしてください。'],
      '3': ['図面の経度：図面の緯度だけでは場所が決まりません。図面の経度も入力するか、両方を空にしてください。'],
    }
    const halves = [
      { ...map, latitude: '' },
      { locationName: '東', latitude: 35.5 },
      { locationName: '西', imageLatitude: 35.5 },
    ]
    expect(await save(halves)).toEqual({ status: 400, body: { messages } })
    expect((await list()).data).toEqual(data)
    expect((await saved([{ ...map, latitude: '', longitude: '-' }])).data).toMatchObject([{ latitude: null, longitude: null }])
  })

  test('half a place of former times stays until somebody changes it, so that the other rows can be saved', async () => {
    const { data } = await saved([{ locationName: '本館', latitude: 35.5, longitude: 139.5 }])
    await product.context.db
      .updateTable('site_map')
      .set({ longitude: null })
      .where('map_id', '=', data[0]?.id ?? 0)
      .execute()
    const [half] = (await list()).data
    const both = await saved([half ?? {}, { locationName: '別館' }])
    expect(both.data).toHaveLength(2)
    expect((await save([{ ...both.data[0], latitude: 36 }])).status).toBe(400)
  })

  test.each([
    ['the same place four times', ['35,139', '35,139', '35,139', '35,139']],
    ['a line', ['35,139', '35,139.01', '35,139.02', '35,139.03']],
    ['two that change places', ['35.01,139', '35,139.01', '35.01,139.01', '35,139']],
    ['less than a square metre', ['35.000001,139', '35.000001,139.000001', '35,139.000001', '35,139']],
  ])('corners that enclose nothing are refused: %s', async (_, [first, second, third, fourth]) => {
    const mapImage = await upload(tenants.people.base)
    const flat = { angleCoordinate1: first, angleCoordinate2: second, angleCoordinate3: third, angleCoordinate4: fourth }
    expect(await save([{ locationName: '本館', type: 3, mapImage, ...flat }])).toEqual({
      status: 400,
      body: {
        messages: {
          '1': ['図面の左上：四隅が面を囲んでいません。離れた4点を、左上、右上、右下、左下の順に入力してください。'],
        },
      },
    })
  })

  test('a name holds no control characters', async () => {
    const remedy = '改行などの制御文字は使えません。入力し直してください。'
    expect(await save([{ locationName: '本\u0007館', floor: '1\n階' }])).toEqual({
      status: 400,
      body: { messages: { '1': [`建物・工区：${remedy}`, `階：${remedy}`] } },
    })
  })

  test('a site has so many maps and no more', async () => {
    const rows = Array.from({ length: mostMaps + 1 }, (_, index) => ({ locationName: `棟${index}` }))
    expect(await save(rows)).toEqual({ status: 400, body: ['マップは300件までです。減らしてから、もう一度保存してください。'] })
  })

  test('neither a list nor an object with one is a list of maps', async () => {
    expect(await save({ rows: [] })).toEqual({ status: 400, body: ['マップ：この項目は必須です。'] })
    expect(await save({ data: 'x' })).toEqual({ status: 400, body: ['マップ：一覧の形で送ってください。'] })
    const headers = { ...(await product.as(tenants.people.base)), 'content-type': 'application/json' }
    for (const payload of ['5', '"x"'])
      expect(await product.ask('POST', `/api/Map/${tenants.office.office_id}`, { headers, payload })).toMatchObject({
        status: 400,
        body: ['一覧の形で送ってください。'],
      })
  })
})

test('a map that is left out is deleted; what was on it has no place, and the other maps keep theirs', async () => {
  const { db } = product.context
  const { data } = await saved([{ locationName: '本館' }, { locationName: '別館' }])
  const [stays, goes] = data
  const keptGateway = await makeGatewayOn(db, { map_id: stays?.id ?? 0, office_id: tenants.office.office_id })
  const freed = await makeGatewayOn(db, { map_id: goes?.id ?? 0, office_id: tenants.office.office_id })
  const after = await saved([stays ?? {}])
  expect(after.data.map(({ id }) => id)).toEqual([stays?.id])
  const placeOf = (deviceId: number) =>
    db
      .selectFrom('device as d')
      .select(['d.map_id', 'd.position_x', 'd.position_y', 'd.on_map', 'd.version'])
      .where('d.device_id', '=', deviceId)
      .executeTakeFirst()
  expect(await placeOf(freed.device_id)).toEqual({
    map_id: null,
    position_x: null,
    position_y: null,
    on_map: false,
    version: freed.version + 1,
  })
  expect(await placeOf(keptGateway.device_id)).toMatchObject({ map_id: stays?.id, position_x: 50, version: keptGateway.version })
  expect((await product.recordedOf('siteMap')).at(-1)).toMatchObject({
    action: 'delete',
    before: { devices: [`親機・子機「${freed.serial}」`] },
  })
  expect((await saved([])).data).toEqual([])
})

describe('what is on a map that is laid elsewhere', () => {
  const stand = async (map: MapRow | undefined, values: object) => {
    const { device_id } = await makeGatewayOn(product.context.db, { map_id: map?.id ?? 0, office_id: tenants.office.office_id }, values)
    return () =>
      product.context.db
        .selectFrom('device as d')
        .select(['d.position_x', 'd.position_y', 'd.latitude', 'd.longitude', 'd.version'])
        .where('d.device_id', '=', device_id)
        .executeTakeFirstOrThrow()
  }
  const moved = {
    angleCoordinate1: '36.01,140',
    angleCoordinate2: '36.01,140.01',
    angleCoordinate3: '36,140.01',
    angleCoordinate4: '36,140',
  }

  test('keeps its place on a drawing, and the degrees follow; no version is made by that', async () => {
    const mapImage = await upload(tenants.people.base)
    const { data } = await saved([{ locationName: '本館', type: 3, mapImage, ...corners }])
    const place = await stand(data[0], { position_x: 25, position_y: 50, latitude: 35.005, longitude: 139.0025 })
    await saved([{ ...data[0], version: undefined, locationName: '新館' }])
    expect(await place()).toMatchObject({ latitude: 35.005, longitude: 139.0025 })
    await saved([{ id: data[0]?.id, locationName: '本館', type: 3, ...moved }])
    const laid = await place()
    expect(laid).toMatchObject({ position_x: 25, position_y: 50, version: 1 })
    expect(laid.latitude).toBeCloseTo(36.005, 4)
    expect(laid.longitude).toBeCloseTo(140.0025, 6)
    // On a plain drawing there is no world.
    await saved([{ id: data[0]?.id, locationName: '本館', type: 1 }])
    expect(await place()).toEqual({ position_x: 25, position_y: 50, latitude: null, longitude: null, version: 2 })
  })

  test('keeps its place on the world, and the percent follow', async () => {
    const { data } = await saved([{ locationName: '全景', type: 2, latitude: 35.005, longitude: 139.0025, zoom: 16 }])
    const place = await stand(data[0], { position_x: 50, position_y: 50, latitude: 35.005, longitude: 139.0025 })
    await saved([{ id: data[0]?.id, locationName: '全景', type: 2, longitude: 139.0 }])
    const shifted = await place()
    expect(shifted).toMatchObject({ latitude: 35.005, longitude: 139.0025, version: 2 })
    // 0.0025 degrees at zoom 16 are 116.5 of the window's 1260 pixels.
    expect(shifted.position_x).toBeCloseTo(50 + (116.508 / 1260) * 100, 2)
    const mapImage = await upload(tenants.people.base)
    await saved([{ id: data[0]?.id, locationName: '全景', type: 3, mapImage, ...corners }])
    const laid = await place()
    expect(laid).toMatchObject({ latitude: 35.005, longitude: 139.0025, version: 3 })
    expect(laid.position_x).toBeCloseTo(25, 3)
    expect(laid.position_y).toBeCloseTo(50, 1)
  })

  test('is not placed by percent of a window that has been moved since', async () => {
    const { db } = product.context
    const { company_id, office_id } = tenants.office
    const { data } = await saved([{ locationName: '全景', type: 2, latitude: 35.6, longitude: 139.7, zoom: 16 }])
    await makeDevice(db, 'barometer', office_id, { company_id, serial: 'RBX' })
    const place = (item: object) =>
      product.askAs(tenants.people.base, 'PUT', '/api/Map/SetDeviceToMap', {
        officeId: office_id,
        listReferenceDto: [{ id: 'RBX', ...item }],
      })
    const [read] = ((await place({ mapId: data[0]?.id, positionX: 60, positionY: 50 })).body as { listReference: Barometer[] })
      .listReference
    await saved([{ ...data[0], longitude: 139.71 }])
    const { mapId, positionX, positionY, version } = read ?? {}
    expect(await place({ mapId, positionX: String(positionX), positionY: String(positionY), version })).toMatchObject({ status: 412 })
    expect((await product.askAs(tenants.people.base, 'GET', '/api/ReferenceBarometer/RBX')).body).toMatchObject({
      latitude: 35.6,
      longitude: read?.longitude,
    })
  })

  test('is on record for each device that got another place, or none', async () => {
    const { office_id } = tenants.office
    const { data } = await saved([{ locationName: '全景', type: 2, latitude: 35.005, longitude: 139.0025 }, { locationName: '別館' }])
    const at = { position_x: 50, position_y: 50, latitude: 35.005, longitude: 139.0025 }
    const world = await makeDevice(product.context.db, 'barometer', office_id, { map_id: data[0]?.id ?? 0, ...at })
    const gone = await makeGatewayOn(product.context.db, { map_id: data[1]?.id ?? 0, office_id })
    await saved([{ id: data[0]?.id, locationName: '全景', type: 1 }])
    expect((await product.recordedOf('barometer')).filter(({ resource_id }) => resource_id === world.serial)).toMatchObject([
      {
        action: 'update',
        before: { mapId: data[0]?.id, latitude: 35.005, longitude: 139.0025 },
        after: { mapId: data[0]?.id, positionX: 50, positionY: 50, latitude: null, longitude: null },
      },
    ])
    expect((await product.recordedOf('gateway')).filter(({ resource_id }) => resource_id === gone.serial)).toMatchObject([
      {
        action: 'update',
        before: { mapId: data[1]?.id, positionX: 50, positionY: 50, status: '1' },
        after: { mapId: null, positionX: null, positionY: null, status: '0' },
      },
    ])
  })
})

describe('what a row leaves out', () => {
  test.each<[keyof MapRow, unknown, Partial<MapRow>?]>([
    ['floor', '1F'],
    ['type', 2],
    ['sismilType', 2],
    ['imageMetres', 84.5],
    ['latitude', 35.5, { longitude: 139.5 }],
    ['longitude', 139.5, { latitude: 35.5 }],
    ['rotation', 90],
    ['zoom', 16.5],
    ['angleCoordinate1', '35.01,139'],
    ['angleCoordinate3', '35,139.01'],
    ['imageLatitude', 35.5, { imageLongitude: 139.5 }],
    ['imageLongitude', 139.5, { imageLatitude: 35.5 }],
    ['imageRotation', 45],
    ['imageZoom', 0.5],
  ])('stays as it was: %s', async (field, value, others = {}) => {
    const { data } = await saved([{ locationName: '本館', ...others, [field]: value }])
    expect(data[0]).toMatchObject({ [field]: value })
    const again = await saved([{ id: data[0]?.id, locationName: '別館' }])
    expect(again.data[0]).toEqual({ ...data[0], locationName: '別館', version: again.version })
  })

  test('stays as it was: the name of a file that is sent back without it', async () => {
    const [mapImage, other] = [await upload(tenants.people.base), await upload(tenants.people.base)]
    const { data } = await saved([{ locationName: '本館', mapImage, imageName: '平面図.png' }])
    const id = data[0]?.id
    expect((await saved([{ id, locationName: '本館', mapImage }])).data).toMatchObject([{ imageName: '平面図.png' }])
    expect((await saved([{ id, locationName: '本館', mapImage: other }])).data).toMatchObject([{ imageName: null }])
  })

  test('begins as a drawing with watchers', async () => {
    expect((await saved([{ locationName: '本館' }])).data).toMatchObject([{ type: 1, sismilType: 1, floor: null }])
  })
})
