import type { Device, Gateway, HeatWatcher } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()
beforeEach(() => site.db.deleteFrom('audit_log').execute())

describe('a device of every kind is made, read, changed and deleted, each step on record', () => {
  const place = () => ({ officeId: site.office.office_id, officeName: site.office.name, companyName: expect.any(String) as string })
  const unheard = { isAlive: false, lastAt: null, elapsedTime: null }
  const unplaced = { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null }
  const installed = { installationStatus: '1', installationStatusValue: '設置済み', status: '1', statusValue: '表示する' }

  test('heat watcher', async () => {
    const { people, office, call } = site
    const made = await call(people.base, 'POST', '/api/HeatIndexWatcher', {
      OfficeId: office.office_id,
      SerialNumber: ' ０００１２３ ',
      locationName: '　北側　足場　',
    })
    const row = {
      id: '000123',
      serialNumber: '000123',
      ...place(),
      baseCode: office.base_code,
      version: 1,
      ...installed,
      locationName: '北側　足場',
      ...unheard,
      wbgtValue: null,
      isEstimated: false,
      alertLevel: null,
      bateryLevel: null,
      gatewayIDs: [],
      warnings: [],
      ...unplaced,
    }
    expect(made).toEqual({ status: 200, body: row })
    expect(await call(people.base, 'GET', '/api/HeatIndexWatcher/000123')).toEqual({ status: 200, body: row })
    const changed = await call(people.base, 'PUT', '/api/HeatIndexWatcher', {
      officeId: office.office_id,
      serialNumber: '000123',
      installationStatus: 9,
      version: 1,
    })
    expect(changed).toEqual({
      status: 200,
      body: { ...row, version: 2, installationStatus: '9', installationStatusValue: 'メンテナンス中' },
    })
    expect(await call(people.base, 'DELETE', '/api/HeatIndexWatcher/000123')).toEqual({ status: 200, body: {} })
    expect((await call(people.base, 'GET', '/api/HeatIndexWatcher/000123')).status).toBe(404)
    const about = { resource: 'heatWatcher', resource_id: '000123', company_id: office.company_id, office_id: office.office_id }
    expect(await site.log()).toMatchObject([
      { ...about, action: 'create', before: null, after: { serialNumber: '000123', installationStatus: '1' } },
      { ...about, action: 'update', before: { installationStatus: '1' }, after: { installationStatus: '9' } },
      { ...about, action: 'delete', before: { installationStatus: '9' }, after: null },
    ])
  })

  test('gateway', async () => {
    const { people, office, call } = site
    const made = await call(people.contract, 'POST', '/api/Gateway', {
      officeId: office.office_id,
      serialNumber: 'ＧＷ－1',
      gatewayType: 2,
      keepMapInfo: 1,
    })
    const row = {
      id: 'GW-1',
      serialNumber: 'GW-1',
      gatewayType: '2',
      gatewayTypeValue: '子機',
      ...place(),
      version: 1,
      ...installed,
      locationName: null,
      keepMapInfo: true,
      restPlace: false,
      ...unheard,
      isMainGatewayAlive: false,
      waveLevel: null,
      bateryLevel: null,
      heatIndexWatcherId: null,
      countEmergency: 0,
      countAlertLevel0: 0,
      countAlertLevel1: 0,
      countAlertLevel2: 0,
      countAlertLevel3: 0,
      ...unplaced,
    }
    expect(made).toEqual({ status: 200, body: row })
    expect((await call(people.contract, 'GET', '/api/Gateway/2/GW-1')).body).toEqual(row)
    expect((await call(people.contract, 'GET', '/api/Gateway/1/GW-1')).status).toBe(404)
    const changed = await call(people.contract, 'PUT', '/api/Gateway', {
      officeId: office.office_id,
      serialNumber: 'GW-1',
      gatewayType: '2',
      status: '0',
      locationName: '',
    })
    expect(changed.body).toEqual({ ...row, version: 2, status: '0', statusValue: '表示しない' })
    expect((await call(people.contract, 'DELETE', '/api/Gateway/2/GW-1')).status).toBe(200)
    expect((await site.log()).map(({ action }) => action)).toEqual(['create', 'updateWithoutVersion', 'delete'])
  })

  test('vital device and belt', async () => {
    const { people, office, call } = site
    const draft = { officeId: office.office_id, deviceType: '3', serialNumber: 'V3' }
    const row = {
      id: 'V3',
      serialNumber: 'V3',
      deviceType: '3',
      deviceTypeValue: '体調デバイス（新型）',
      ...place(),
      version: 1,
      userId: null,
      userName: null,
      fullName: null,
      ...unheard,
      bateryLevel: null,
      heartRate: null,
      referenceBarometerId: null,
      warnings: [],
    }
    expect(await call(people.base, 'POST', '/api/Device', draft)).toEqual({ status: 200, body: row })
    expect((await call(people.base, 'PUT', '/api/Device', { ...draft, version: 1 })).body).toEqual({ ...row, version: 2 })
    // Both body types share one number space.
    expect((await call(people.base, 'GET', '/api/Device/V3?deviceType=1')).status).toBe(200)
    await call(people.base, 'POST', '/api/Device', { ...draft, deviceType: '2' })
    expect(await call(people.base, 'GET', '/api/Device/V3')).toEqual({
      status: 400,
      body: ['番号「V3」の機器が複数あります。拠点と種別を指定してください。'],
    })
    expect((await call(people.base, 'GET', '/api/Device/V3?DeviceType=2')).body).toMatchObject({ deviceType: '2' })
    expect((await call(people.base, 'DELETE', '/api/Device/V3?deviceType=2')).status).toBe(200)
    expect((await call(people.base, 'DELETE', '/api/Device/V3')).status).toBe(200)
  })

  test('reference barometer', async () => {
    const { people, office, call } = site
    const made = await call(people.base, 'POST', '/api/ReferenceBarometer', {
      officeId: office.office_id,
      id: 'RB-1',
      locationName: '守衛所',
    })
    const row = {
      id: 'RB-1',
      ...place(),
      version: 1,
      ...installed,
      locationName: '守衛所',
      ...unheard,
      pressure: null,
      countDevice: 0,
      warnings: [],
      ...unplaced,
    }
    expect(made).toEqual({ status: 200, body: row })
    const changed = await call(people.base, 'PUT', '/api/ReferenceBarometer', {
      officeId: office.office_id,
      id: 'RB-1',
      locationName: null,
    })
    expect(changed.body).toEqual({ ...row, version: 2, locationName: null })
    expect((await call(people.base, 'DELETE', '/api/ReferenceBarometer/RB-1')).status).toBe(200)
  })
})

describe('a serial', () => {
  test('is unique at its site and kind, and refused under the name that its form has for it', async () => {
    const { people, office, sibling, call } = site
    const officeId = office.office_id
    for (const [url, draft, name] of [
      ['/api/HeatIndexWatcher', { serialNumber: '000777' }, 'SisMil ID'],
      ['/api/Gateway', { serialNumber: 'U1', gatewayType: 1 }, 'ID'],
      ['/api/Device', { serialNumber: '777', deviceType: 1 }, 'シリアル番号'],
      ['/api/ReferenceBarometer', { id: 'U1' }, 'ID'],
    ] as const) {
      expect((await call(people.contract, 'POST', url, { officeId, ...draft })).status).toBe(200)
      expect(await call(people.contract, 'POST', url, { officeId, ...draft })).toEqual({
        status: 400,
        body: [`入力した${name}はすでに登録されています。`],
      })
      expect((await call(people.contract, 'POST', url, { ...draft, officeId: sibling.office_id })).status).toBe(200)
    }
    // The two body types share theirs.
    expect((await call(people.base, 'POST', '/api/Device', { officeId, serialNumber: '777', deviceType: 3 })).status).toBe(400)
    expect((await call(people.base, 'POST', '/api/Device', { officeId, serialNumber: '777', deviceType: 2 })).status).toBe(200)
  })

  test('names one device in the scope of the actor, or the site must be given', async () => {
    const { people, office, sibling, foreign, db, call } = site
    for (const { office_id } of [office, sibling, foreign]) await makeDevice(db, 'gateway', office_id, { serial: 'SAME' })
    expect((await call(people.base, 'GET', '/api/Gateway/1/SAME')).body).toMatchObject({ officeId: office.office_id })
    expect((await call(people.contract, 'GET', '/api/Gateway/1/SAME')).status).toBe(400)
    expect((await call(people.contract, 'GET', `/api/Gateway/1/SAME?OfficeId=${sibling.office_id}`)).body).toMatchObject({
      officeId: sibling.office_id,
    })
    expect((await call(people.contract, 'GET', `/api/Gateway/1/SAME?officeId=${foreign.office_id}`)).status).toBe(404)
    expect((await call(people.contract, 'DELETE', '/api/Gateway/1/SAME')).status).toBe(400)
    expect((await call(people.base, 'DELETE', '/api/Gateway/1/SAME')).status).toBe(200)
  })
})

describe('a change', () => {
  test('keeps what it does not say, and does not touch type and serial', async () => {
    const { people, office, call } = site
    const draft = { officeId: office.office_id, serialNumber: 'K1', gatewayType: 1 }
    await call(people.base, 'POST', '/api/Gateway', {
      ...draft,
      locationName: '東',
      installationStatus: '0',
      status: '0',
      keepMapInfo: true,
    })
    const saved = (await call(people.base, 'PUT', '/api/Gateway', draft)).body as Gateway
    expect(saved).toMatchObject({ locationName: '東', installationStatus: '0', status: '0', keepMapInfo: true, version: 2 })
    expect(await call(people.base, 'PUT', '/api/Gateway', { ...draft, gatewayType: 2 })).toEqual({
      status: 400,
      body: ['種別は変更できません。'],
    })
    expect((await call(people.base, 'PUT', '/api/Gateway', { ...draft, serialNumber: 'K2' })).status).toBe(404)
  })

  test('of a type keeps what is worn within the body types, and takes all off where a vital device becomes a belt', async () => {
    const { people, office, call, db } = site
    const device = await makeDevice(db, 'vital', office.office_id, { serial: '4713' })
    const wear = { company_id: office.company_id, user_id: people.worker.user_id, device_id: device.device_id, slot: 'vital' }
    await db.insertInto('wear').values(wear).execute()
    const change = { officeId: office.office_id, serialNumber: '4713' }
    expect((await call(people.base, 'PUT', '/api/Device', { ...change, deviceType: 3 })).body).toMatchObject({
      deviceType: '3',
      userId: people.worker.user_id,
    })
    await call(people.base, 'POST', '/api/Device', { ...change, deviceType: 2 })
    const asBelt = { ...change, deviceType: 2, fromDeviceType: 3, version: 2 }
    expect(await call(people.base, 'PUT', '/api/Device', asBelt)).toMatchObject({
      status: 400,
      body: [expect.stringContaining('シリアル番号')],
    })
    await call(people.base, 'DELETE', '/api/Device/4713?deviceType=2')
    await site.db.deleteFrom('audit_log').execute()
    expect((await call(people.base, 'PUT', '/api/Device', asBelt)).body).toMatchObject({ deviceType: '2', userId: null, version: 3 })
    expect((await call(people.base, 'GET', '/api/Device/4713?deviceType=3')).status).toBe(404)
    expect(await site.log()).toMatchObject([{ action: 'update', before: { deviceType: '3' }, after: { deviceType: '2' } }])
    await db
      .insertInto('belt_setting')
      .values({ company_id: office.company_id, device_id: device.device_id, setting_altitude: 200, height_altitude: 100 })
      .execute()
    const asVital = { ...change, deviceType: 1, fromDeviceType: 2 }
    expect((await call(people.base, 'PUT', '/api/Device', asVital)).body).toMatchObject({ deviceType: '1' })
    expect(await db.selectFrom('belt_setting').where('belt_setting.device_id', '=', device.device_id).selectAll().execute()).toEqual([])
  })

  test('made on an older version is refused, and of two at once one wins', async () => {
    const { people, office, call } = site
    const draft = { officeId: office.office_id, serialNumber: '000901' }
    await call(people.base, 'POST', '/api/HeatIndexWatcher', draft)
    const both = await Promise.all(
      ['北', '南'].map((locationName) => call(people.base, 'PUT', '/api/HeatIndexWatcher', { ...draft, locationName, version: 1 })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const won = both.find(({ status }) => status === 200)?.body as HeatWatcher
    expect(both.find(({ status }) => status === 412)?.body).toBe('ほかの人が先に変更しました。読み込み直してください。')
    expect((await call(people.base, 'GET', '/api/HeatIndexWatcher/000901')).body).toMatchObject({
      locationName: won.locationName,
      version: 2,
    })
  })

  test('of another tenant is none', async () => {
    const { people, office, foreign, db, call } = site
    const { serial } = await makeDevice(db, 'belt', foreign.office_id, { serial: 'FOREIGN' })
    for (const officeId of [office.office_id, foreign.office_id])
      expect((await call(people.contract, 'PUT', '/api/Device', { officeId, serialNumber: serial, deviceType: 2 })).status).toBe(404)
    expect(
      (await call(people.contract, 'POST', '/api/Device', { officeId: foreign.office_id, serialNumber: 'X1', deviceType: 2 })).status,
    ).toBe(404)
    expect(
      (await call(people.base, 'POST', '/api/Device', { officeId: site.sibling.office_id, serialNumber: 'X1', deviceType: 2 })).status,
    ).toBe(404)
    expect(await site.log()).toEqual([])
  })
})

describe('faults name their field', () => {
  test.each<[string, object, string[]]>([
    ['HeatIndexWatcher', { serialNumber: 'A12345' }, ['SisMil ID：6桁の数字で入力してください。']],
    ['HeatIndexWatcher', { serialNumber: '123' }, ['SisMil ID：6桁の数字で入力してください。']],
    ['HeatIndexWatcher', { serialNumber: '1234567' }, ['SisMil ID：6桁の数字で入力してください。']],
    [
      'HeatIndexWatcher',
      { serialNumber: '', locationName: 'あ'.repeat(101), installationStatus: 2 },
      ['SisMil ID：この項目は必須です。', '設置状況：選べる値ではありません。', '設置場所：100文字以内で入力してください。'],
    ],
    ['Gateway', { serialNumber: 'x'.repeat(21), gatewayType: 3 }, ['ID：20文字以内で入力してください。', '種別：選べる値ではありません。']],
    ['Gateway', { serialNumber: 'GW 1' }, ['ID：半角の英数字と . _ - で入力してください。', '種別：この項目は必須です。']],
    ['ReferenceBarometer', { id: '親' }, ['ID：半角の英数字と . _ - で入力してください。']],
    ['ReferenceBarometer', { id: 'x'.repeat(21) }, ['ID：20文字以内で入力してください。']],
    ['Device', { serialNumber: '32768', deviceType: 1 }, ['シリアル番号：体調デバイスの番号は、0から32767までの数字で入力してください。']],
    ['Device', { serialNumber: 'A1', deviceType: '1' }, ['シリアル番号：体調デバイスの番号は、0から32767までの数字で入力してください。']],
    ['Device', { serialNumber: 'ABC', deviceType: '3' }, ['シリアル番号：数字を1文字以上含めてください。']],
    ['Device', { serialNumber: 'x'.repeat(17), deviceType: '2' }, ['シリアル番号：16文字以内で入力してください。']],
    ['Device', { serialNumber: 'B1', deviceType: '4' }, ['種別：選べる値ではありません。']],
    ['Device', { serialNumber: '', deviceType: '' }, ['シリアル番号：この項目は必須です。', '種別：この項目は必須です。']],
    [
      'HeatIndexWatcher',
      { serialNumber: '000001', installationStatus: '', status: '' },
      ['設置状況：この項目は必須です。', 'マップ表示：この項目は必須です。'],
    ],
    [
      'Gateway',
      { serialNumber: 'G', gatewayType: '', status: 'x', keepMapInfo: 'yes' },
      ['種別：この項目は必須です。', 'マップ表示：選べる値ではありません。', 'マップの位置を残す：選べる値ではありません。'],
    ],
  ])('%s %o', async (resource, draft, faults) => {
    expect(await site.call(site.people.base, 'POST', `/api/${resource}`, { officeId: site.office.office_id, ...draft })).toEqual({
      status: 400,
      body: faults,
    })
  })

  test('a serial of digits may come as a number, a toggle as true or false', async () => {
    const { people, office, call } = site
    expect(
      (await call(people.base, 'POST', '/api/Device', { officeId: office.office_id, deviceType: 1, serialNumber: 4_711 })).body,
    ).toMatchObject({ serialNumber: '4711' })
    const draft = { officeId: office.office_id, gatewayType: 1, serialNumber: 4_711, status: false, keepMapInfo: 'true' }
    expect((await call(people.base, 'POST', '/api/Gateway', draft)).body).toMatchObject({
      serialNumber: '4711',
      status: '0',
      keepMapInfo: true,
    })
  })

  test('and what just fits is taken', async () => {
    const { people, office, call } = site
    for (const [deviceType, serialNumber] of [
      ['1', '32767'],
      ['1', '0'],
      ['3', `${'x'.repeat(15)}1`],
      ['2', 'y'.repeat(16)],
    ] as const) {
      const made = await call(people.base, 'POST', '/api/Device', { officeId: office.office_id, deviceType, serialNumber })
      expect((made.body as Device).serialNumber).toBe(serialNumber)
    }
  })
})

test('forms choose from the types', async () => {
  const { people, call } = site
  expect((await call(people.worker, 'GET', '/api/Kbn/GatewayType')).body).toEqual({
    data: [
      { value: '1', label: '親機' },
      { value: '2', label: '子機' },
    ],
    count: 2,
  })
  expect((await call(people.base, 'GET', '/api/Kbn/deviceType')).body).toMatchObject({
    data: [{ value: '1' }, { value: '2', label: '安全帯' }, { value: '3' }],
  })
})
