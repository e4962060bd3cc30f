import { message, type SettingRow } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Person = Awaited<ReturnType<typeof makeUser>>

const product = await startTestApp()
let office: Awaited<ReturnType<typeof makeOffice>>
let [contract, base] = [] as unknown as Person[]
beforeEach(async () => {
  const { db } = product.context
  office = await makeOffice(db)
  contract = await makeUser(db, 'AdminUnitContract', office)
  base = await makeUser(db, 'HeadquartersAdmin', office)
})

type Change = { type: string; key: string; value?: unknown; version?: number }

const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'
const emergency = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'
const ofOffice = () => `/api/MasterSetting/Office/${office.office_id}`
const ofCompany = () => `/api/MasterSetting/Company/${office.company_id}`
const save = (
  changes: readonly Change[],
  { by = contract!, at = ofOffice(), method = 'PUT' }: Partial<{ by: Person; at: string; method: 'PUT' | 'POST' }> = {},
) => product.askAs(by, method, at, changes)
const rowOf = (body: unknown, key: string) => (body as SettingRow[]).find((row) => row.key === key)
const read = async (key: string, at = ofOffice()) => rowOf((await product.askAs(contract!, 'GET', at)).body, key)
const ownRecords = async () => (await product.recordedOf('masterSetting')).filter((entry) => entry.company_id === office.company_id)

test('the site overrides its company, the company overrides the default, and null removes an own value', async () => {
  await save([{ type: durations, key: 'MAXIMUM_HEART_RATE', value: '3' }], { at: ofCompany(), method: 'POST' })
  await save([{ type: durations, key: 'MAXIMUM_HEART_RATE', value: 4 }], { by: base! })
  expect(await read('MAXIMUM_HEART_RATE')).toMatchObject({ value: '4', source: 'office', without: { value: '3', source: 'company' } })
  const { status, body } = await save([{ type: durations, key: 'MAXIMUM_HEART_RATE', value: null, version: 1 }])
  expect({ status, row: rowOf(body, 'MAXIMUM_HEART_RATE') }).toMatchObject({
    status: 200,
    row: { value: '3', source: 'company', version: 2 },
  })
  expect(await ownRecords()).toMatchObject([
    { action: 'updateWithoutVersion', office_id: null, before: { [`${durations}.MAXIMUM_HEART_RATE`]: null } },
    { action: 'updateWithoutVersion', office_id: office.office_id, after: { [`${durations}.MAXIMUM_HEART_RATE`]: '4' } },
    {
      action: 'update',
      office_id: office.office_id,
      user_name: contract!.login_id,
      before: { officeName: office.name, [`${durations}.MAXIMUM_HEART_RATE`]: '4' },
      after: { officeName: office.name, [`${durations}.MAXIMUM_HEART_RATE`]: null },
    },
  ])
})

test('what changes nothing is not on record, and of a setting sent twice the last counts', async () => {
  await save([{ type: emergency, key: 'ACCUMULATED_TIME', value: null }])
  expect(await ownRecords()).toEqual([])
  const twice = [' ２０ ', '30'].map((value) => ({ type: emergency, key: 'ACCUMULATED_TIME', value }))
  expect(rowOf((await save(twice)).body, 'ACCUMULATED_TIME')).toMatchObject({ value: '30', version: 1 })
  await save([{ type: emergency, key: 'ACCUMULATED_TIME', value: '030', version: 0 }])
  expect(await ownRecords()).toHaveLength(1)
})

test('a duration of 0 acts as 1; each value that cannot be read is named, and nothing is saved', async () => {
  expect(
    rowOf((await save([{ type: durations, key: 'SUSTAINED_HEARTBEAT_LOSS', value: '0' }])).body, 'SUSTAINED_HEARTBEAT_LOSS'),
  ).toMatchObject({ value: '1' })
  const { status, body } = await save([
    { type: durations, key: 'SUSTAINED_HEARTBEAT_LOSS', value: '1441' },
    { type: durations, key: 'INSTANTANEOUS_HEARTBEAT_LOSS', value: '' },
    { type: durations, key: 'MAXIMUM_HEART_RATE', value: '0'.repeat(256) },
    { type: emergency, key: 'LEVEL_OF_MEASURING', value: '4' },
    { type: emergency, key: 'ACCUMULATED_TIME', value: '1e3' },
    { type: 'EMAIL_ALERT_SETTING', key: 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', value: '-1' },
    { type: 'EMAIL_ALERT_SETTING', key: 'TO', value: 'a@example.co.jp、b@example' },
    { type: 'EMAIL_ALERT_SETTING', key: 'CC', value: 'anzen,c@example.co.jp,d@d@example.jp' },
    { type: 'ALERT_LIST_DISPLAY_ITEM_SETTING', key: 'NAME', value: '0' },
    { type: 'ESCALATION_SETTING', key: 'MINUTES', value: '5,3' },
  ])
  expect({ status, body }).toEqual({
    status: 400,
    body: [
      '継続心拍超過：1440以下で入力してください。',
      '瞬時心拍超過：この項目は必須です。',
      '最大心拍超過：255文字以内で入力してください。',
      '累積する段階：選べる値ではありません。',
      '累積時間：数値で入力してください。',
      '同じアラートを送らない時間：0以上で入力してください。',
      '宛先（To）：「b@example」は届きません。「.co.jp」などを足してください。',
      '写し（Cc）：「anzen」には@がありません。',
      '写し（Cc）：「d@d@example.jp」は、メールの形式が正しくありません。',
      'アラート一覧の表示項目・氏名：この項目は隠せません。',
      '再通知までの時間：1から1440までの整数を、小さい順にカンマで区切って入力してください。',
    ],
  })
  expect(await read('SUSTAINED_HEARTBEAT_LOSS')).toMatchObject({ value: '1' })
  expect((await save([{ type: durations, key: 'ACCUMULATED_TIME', value: '3' }])).body).toEqual([
    message('settingUnknown', { type: durations, key: 'ACCUMULATED_TIME' }),
  ])
  expect((await save([{ type: emergency, key: 'ACCUMULATED_TIME' }])).body).toEqual(['1番目の設定の値：この項目は必須です。'])
})

test('an address may be any that could exist, and none that could not', async () => {
  const bcc = { type: 'EMAIL_ALERT_SETTING', key: 'BCC' }
  await save([{ ...bcc, value: 'anzen+gate@minato.yokohama,OK@example.jp,ok@example.jp' }])
  expect(await read('BCC')).toMatchObject({ value: 'anzen+gate@minato.yokohama,OK@example.jp' })
  expect(await save([{ ...bcc, value: '.a@b.jp,a..b@c.jp,a@b-.jp' }])).toMatchObject({
    status: 400,
    body: ['.a@b.jp', 'a..b@c.jp', 'a@b-.jp'].map((address) => `写し（Bcc）：「${address}」は、メールの形式が正しくありません。`),
  })
})

test('an own empty list of addresses overrides the company’s', async () => {
  const to = { type: 'EMAIL_ALERT_SETTING', key: 'TO' }
  await save([{ ...to, value: 'ａ@example.co.jp;\nb@example.co.jp' }], { at: ofCompany() })
  expect(await read('TO')).toMatchObject({ value: 'a@example.co.jp,b@example.co.jp', source: 'company' })
  expect(rowOf((await save([{ ...to, value: '' }])).body, 'TO')).toMatchObject({ value: '', source: 'office' })
})

test('the second person to save is refused, also after first saves and values removed meanwhile', async () => {
  const field = { type: emergency, key: 'ACCUMULATED_TIME' }
  const stale = { status: 412, body: message('C022') }
  const [one, other] = await Promise.all([save([{ ...field, value: '20', version: 0 }]), save([{ ...field, value: '25', version: 0 }])])
  expect(new Set([one.status, other.status])).toEqual(new Set([200, 412]))
  expect((await save([{ ...field, value: null, version: 1 }])).status).toBe(200)
  expect(await save([{ ...field, value: '40', version: 1 }])).toMatchObject(stale)
  // Nobody loses the other settings of the form, and nothing of a refused form is saved.
  expect((await save([{ type: durations, key: 'MAXIMUM_HEART_RATE', value: '3', version: 0 }])).status).toBe(200)
  expect(
    await save([
      { ...field, value: '40', version: 2 },
      { type: durations, key: 'MAXIMUM_HEART_RATE', value: '5', version: 0 },
    ]),
  ).toMatchObject(stale)
  expect(await read('ACCUMULATED_TIME')).toMatchObject({ value: '15', source: 'default', version: 2 })
})

test('a base administrator changes their own site alone, and not whether belts are shown', async () => {
  const display = { type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY' }
  expect((await save([{ ...display, value: '0' }], { by: base! })).body).toEqual([message('intervalFixed', { field: '安全帯の表示' })])
  const form = [
    { ...display, value: '1' },
    { type: emergency, key: 'LEVEL_OF_MEASURING', value: '2' },
  ]
  const { status, body } = await save(form, { by: base! })
  expect({ status, display: rowOf(body, 'DISPLAY'), level: rowOf(body, 'LEVEL_OF_MEASURING') }).toMatchObject({
    status: 200,
    display: { source: 'default' },
    level: { value: '2', source: 'office' },
  })
  const beside = await makeOffice(product.context.db, { company_id: office.company_id })
  expect((await save(form, { by: base!, at: `/api/MasterSetting/Office/${beside.office_id}` })).status).toBe(404)
  expect((await save(form, { by: base!, at: ofCompany() })).status).toBe(403)
})

test('what lists show is announced to every office that it holds for, with the save', async () => {
  const beside = await makeOffice(product.context.db, { company_id: office.company_id })
  const heard: unknown[] = []
  const client = await product.context.pool.connect()
  client.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
  await client.query('listen live')
  const item = { type: 'ALERT_LIST_DISPLAY_ITEM_SETTING', key: 'HEART_RATE', value: '0' }
  await save([item])
  await save([{ type: emergency, key: 'ACCUMULATED_TIME', value: '20' }])
  await save([item, { ...item, key: 'LOCATION', value: 'x' }], { at: ofCompany() })
  await save([item], { at: ofCompany() })
  await client.query('unlisten live')
  client.release()
  const announcement = (officeId: number) => ({ c: office.company_id, o: officeId, s: 1 })
  expect(heard).toEqual([announcement(office.office_id), announcement(office.office_id), announcement(beside.office_id)])
})
