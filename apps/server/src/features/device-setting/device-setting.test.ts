import { type AuditEntry, defaultLedColors, type Downlink, message, type TerminalSetting } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const key = await makeIngestKey(product.context.db, office.office_id)
const contract = await makeUser(product.context.db, 'AdminUnitContract', office, { full_name: '契約　花子' })
const base = await makeUser(product.context.db, 'HeadquartersAdmin', office)

let serials = 0
let belt: string
beforeEach(async () => {
  belt = `B-${(serials += 1)}`
  await makeDevice(product.context.db, 'belt', office.office_id, { serial: belt })
})

const path = '/api/SmartSafetyBeltSetting'
const read = async (serial = belt, user = contract) =>
  (await product.ask('GET', `${path}?smartSafetyBeltId=${serial}`, { headers: await product.as(user) })).body as TerminalSetting
const save = async (payload: object, user = contract, url = path) => {
  const { status, body } = await product.ask('PUT', url, {
    headers: await product.as(user),
    payload: { smartSafetyBeltId: belt, ...payload },
  })
  return { status, body: body as TerminalSetting & string[] }
}
const commands = async (serial = belt) =>
  ((await product.ask('GET', `/api/Downlink?device=${serial}`, { headers: await product.as(contract) })).body as { data: Downlink[] }).data
const waiting = async (serial = belt) => (await commands(serial)).filter(({ state }) => state === 'pending').map(({ payload }) => payload)
const authorization = () => ({ authorization: key.bearer })
/** The device takes what there is for it and answers. */
const answerCommands = async (state: 'acknowledged' | 'failed' = 'acknowledged', error?: string) => {
  const { body } = await product.ask('GET', '/api/ingest/downlink', { headers: authorization() })
  const taken = (body as { data: { id: number; device: string }[] }).data.filter(({ device }) => device === belt)
  for (const { id } of taken)
    await product.ask('POST', `/api/ingest/downlink/${id}`, { headers: authorization(), payload: { state, error } })
  return taken.length
}

test('where nothing is saved the defaults answer, without an id', async () => {
  expect(await read()).toEqual({
    id: null,
    companyId: office.company_id,
    officeId: office.office_id,
    smartSafetyBeltId: belt,
    version: 0,
    ledColor: defaultLedColors.join(','),
    buzzer: '1',
    intervalTimeSetting: 10,
    checkAltitude: '1',
    settingAltitude: 3,
    heightAltitude: 2,
    onWaitingTime: null,
    offsetSettings: null,
    shoulderMode: '0',
    firmwareUpdate: '0',
    locationInformationTransmissionInterval: 10,
    emergencyAlerts: '1',
    locationUpdateFlag: '0',
    latitude: null,
    longitude: null,
    slaveIdUpdate: '0',
    slaveId: null,
  })
})

test('a save is kept, counts for the judge at once, is on record, and asks the device for what changed alone', async () => {
  const { status, body } = await save({ settingAltitude: '250', heightAltitude: 200, onWaitingTime: 2, buzzer: '1', shoulderMode: true })
  expect({ status, version: body.version, height: body.settingAltitude, shoulder: body.shoulderMode }).toEqual({
    status: 200,
    version: 1,
    height: 250,
    shoulder: '1',
  })
  expect(body.id).not.toBeNull()
  expect(await read()).toEqual(body)
  const { rows } = await product.context.pool.query(
    'select b.* from belt_setting b join device d using (company_id, device_id) where d.serial = $1',
    [belt],
  )
  expect(rows[0]).toMatchObject({ check_altitude: true, setting_altitude: 250, height_altitude: 200, on_waiting_minutes: 2 })
  expect(await commands()).toMatchObject([
    {
      device: belt,
      kind: 'belt',
      state: 'pending',
      createdBy: '契約　花子',
      payload: { settingAltitude: 250, heightAltitude: 200, onWaitingTime: 2, shoulderMode: '1' },
      sentAt: null,
      ackedAt: null,
      error: null,
    },
  ])
  const { body: log } = await product.ask('GET', '/api/AuditLog?limit=1', { headers: await product.as(contract) })
  expect((log as { data: AuditEntry[] }).data[0]).toMatchObject({
    resource: 'terminalSetting',
    resourceId: belt,
    action: 'create',
    after: { settingAltitude: 250 },
  })
})

test('a newer command replaces the waiting one and carries what it asked for', async () => {
  await save({ buzzer: '0', firmwareUpdate: '1' })
  await save({ intervalTimeSetting: 5 })
  expect((await commands()).map(({ state, payload }) => [state, payload])).toEqual([
    ['pending', { buzzer: '0', intervalTimeSetting: 5, firmwareUpdate: '1' }],
    ['superseded', { buzzer: '0', firmwareUpdate: '1' }],
  ])
  await save({})
  expect(await commands()).toHaveLength(2)
  await save({ buzzer: '1', intervalTimeSetting: 10 })
  expect(await waiting()).toEqual([{ firmwareUpdate: '1' }])
})

test('what the device holds is not sent again; what it refused or never got is', async () => {
  await save({ buzzer: '0' })
  expect(await answerCommands()).toBe(1)
  await save({ buzzer: '0', shoulderMode: '1' })
  expect(await waiting()).toEqual([{ shoulderMode: '1' }])
  expect(await answerCommands('failed', '電池の残量が少ないため')).toBe(1)
  await save({ emergencyAlerts: '0' })
  expect(await waiting()).toEqual([{ shoulderMode: '1', emergencyAlerts: '0' }])
  expect((await commands()).map(({ state, error }) => [state, error])).toContainEqual(['failed', '電池の残量が少ないため'])
})

test('what is done once falls back when the device has answered, and is not asked for twice meanwhile', async () => {
  expect(
    (await save({ firmwareUpdate: 3, locationUpdateFlag: '1', latitude: 35.5, longitude: '139.7', slaveIdUpdate: '1', slaveId: 'SID-9' }))
      .body,
  ).toMatchObject({ firmwareUpdate: '3', locationUpdateFlag: '1', slaveIdUpdate: '1' })
  await product.ask('GET', '/api/ingest/downlink', { headers: authorization() })
  expect(await read()).toMatchObject({ firmwareUpdate: '3', slaveId: 'SID-9' })
  await save({ firmwareUpdate: '3', locationUpdateFlag: '1' })
  expect(await waiting()).toEqual([])
  await answerCommands()
  expect(await read()).toMatchObject({
    firmwareUpdate: '0',
    locationUpdateFlag: '0',
    slaveIdUpdate: '0',
    latitude: 35.5,
    longitude: 139.7,
    slaveId: 'SID-9',
  })
  await save({ buzzer: '0', latitude: 36 })
  expect(await waiting()).toEqual([{ buzzer: '0' }])
})

test('a value out of its range, or an instruction without what belongs to it, is refused by the name of its field', async () => {
  const faults = async (payload: object) => (await save(payload)).body
  expect(
    await faults({ intervalTimeSetting: 0, onWaitingTime: 1_441, settingAltitude: 70_001, heightAltitude: -70_001, offsetSettings: -2 }),
  ).toEqual([
    '定期通信の間隔（分）：1以上で入力してください。',
    '判定する高さ（cm）：70000以下で入力してください。',
    '解除する高さ（cm）：-70000以上で入力してください。',
    'ONの待ち時間（分）：1440以下で入力してください。',
    'オフセット：-1以上で入力してください。',
  ])
  expect(
    await faults({
      intervalTimeSetting: '1e1',
      settingAltitude: 1.5,
      latitude: '91',
      longitude: '東',
      ledColor: 'red',
      slaveId: 'x'.repeat(251),
      firmwareUpdate: '4',
      buzzer: 'on',
    }),
  ).toEqual([
    'LEDの色：6つの色を、RRGGBBの形でカンマ区切りにして入力してください。',
    'ブザー：選べる値ではありません。',
    '定期通信の間隔（分）：数値で入力してください。',
    '判定する高さ（cm）：整数で入力してください。',
    'ファームウェアの更新：選べる値ではありません。',
    '緯度：90以下で入力してください。',
    '経度：数値で入力してください。',
    '子機ID（SID）：250文字以内で入力してください。',
  ])
  expect(await faults({ locationUpdateFlag: '1', latitude: '', slaveIdUpdate: '1' })).toEqual([
    '緯度：この項目は必須です。',
    '経度：この項目は必須です。',
    '子機ID（SID）：この項目は必須です。',
  ])
  expect(await read()).toMatchObject({ version: 0 })
})

test('the base administrator leaves the intervals as they are', async () => {
  await save({ intervalTimeSetting: 5 })
  expect((await save({ intervalTimeSetting: 6, locationInformationTransmissionInterval: 3 }, base)).body).toEqual([
    '定期通信の間隔（分）は、拠点管理者には変更できません。',
    '位置情報の送信間隔（分）は、拠点管理者には変更できません。',
  ])
  expect((await save({ intervalTimeSetting: 5, buzzer: '0' }, base)).body).toMatchObject({
    buzzer: '0',
    intervalTimeSetting: 5,
    version: 2,
  })
})

test('the second one to save is refused', async () => {
  expect((await save({ version: 0, buzzer: '0' })).status).toBe(200)
  const stale = await save({ version: 0, buzzer: '1' })
  expect({ status: stale.status, body: stale.body }).toEqual({ status: 412, body: message('C022') })
  expect((await save({ version: 1, buzzer: '1' })).body.version).toBe(2)
})

test('a serial that several sites have needs its site', async () => {
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  await makeDevice(product.context.db, 'belt', other.office_id, { serial: belt })
  expect((await save({ buzzer: '0' })).body).toEqual([message('deviceAmbiguous', { serial: belt })])
  expect((await save({ buzzer: '0', officeId: other.office_id })).body).toMatchObject({ officeId: other.office_id, version: 1 })
  expect((await save({ buzzer: '0' }, base)).body).toMatchObject({ officeId: office.office_id, version: 1 })
})

test('the device may be named in the address, as the customer has it, and the body repeats it or leaves it empty', async () => {
  const url = `${path}?companyId=${office.company_id}&officeId=${office.office_id}&smartSafetyBeltId=${belt}`
  expect((await save({ smartSafetyBeltId: undefined, buzzer: '0' }, contract, url)).body).toMatchObject({
    smartSafetyBeltId: belt,
    buzzer: '0',
    version: 1,
  })
  expect((await save({ ...(await read()), companyId: null, officeId: '', shoulderMode: true })).body).toMatchObject({
    shoulderMode: '1',
    version: 2,
  })
  expect((await save({ smartSafetyBeltId: '', buzzer: '0' })).body).toEqual(['端末：この項目は必須です。'])
  expect((await save({ buzzer: '0' }, contract, `${path}?officeId=999999`)).status).toBe(404)
})

test('a base station receives its interval, its place and the command to calibrate itself again', async () => {
  const { device_id: deviceId } = await makeDevice(product.context.db, 'barometer', office.office_id, { serial: 'RB-9' })
  const headers = await product.as(contract)
  const url = '/api/ReferenceBarometerSetting'
  const ask = async (payload: object) =>
    (await product.ask('POST', url, { headers, payload: { referenceBarometerId: 'RB-9', ...payload } })).body
  expect((await product.ask('GET', `${url}?referenceBarometerId=RB-9`, { headers })).body).toMatchObject({
    id: null,
    intervalTimeSetting: 10,
    barometricPressure: '0',
    firmwareUpdate: '0',
    latitude: null,
  })
  expect(await ask({ intervalTimeSetting: 3, barometricPressure: '1', latitude: 35.1, longitude: 139.2 })).toMatchObject({
    id: String(deviceId),
    barometricPressure: '1',
    version: 1,
  })
  expect(await commands('RB-9')).toMatchObject([
    { kind: 'barometer', payload: { intervalTimeSetting: 3, barometricPressure: '1', latitude: 35.1, longitude: 139.2 } },
  ])
  expect(await ask({ firmwareUpdate: '2', barometricPressure: -1 })).toEqual([
    '気圧の再校正：選べる値ではありません。',
    'ファームウェアの更新：選べる値ではありません。',
  ])
})
