import type { Device } from '@mimamori/contract'
import { beforeAll, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
let office: Awaited<ReturnType<typeof makeOffice>>
let other: Awaited<ReturnType<typeof makeOffice>>
let admin: { user_id: number }
let contract: { user_id: number }
let wearer: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  const { db } = product.context
  office = await makeOffice(db)
  other = await makeOffice(db, { company_id: office.company_id })
  admin = await makeUser(db, 'HeadquartersAdmin', office)
  contract = await makeUser(db, 'AdminUnitContract', office)
  wearer = await makeUser(db, 'User', office, { full_name: '佐藤　太郎' })
  const [tag, newTag, belt] = [
    await makeDevice(db, 'vital', office.office_id, { serial: 'AB000001' }),
    await makeDevice(db, 'vital', office.office_id, { serial: 'AB000003', type: 3 }),
    await makeDevice(db, 'belt', office.office_id, { serial: 'AB000002' }),
  ]
  await makeDevice(db, 'gateway', office.office_id)
  await makeDevice(db, 'vital', other.office_id, { serial: 'AB000009' })
  await makeWear(db, wearer.user_id, tag.device_id)
  // Worn once, and by nobody now.
  await makeWear(db, wearer.user_id, newTag.device_id, { worn_to: new Date('2021-01-01T00:00:00Z') })
  await makeWear(db, wearer.user_id, belt.device_id, { slot: 'belt' })
})

const ask = async (query = '', user: { user_id: number } = admin) =>
  product.ask('GET', `/api/Device${query}`, { headers: await product.as(user) })
const serials = async (query = '', user: { user_id: number } = admin) =>
  ((await ask(query, user)).body as { data: Device[] }).data.map(({ serialNumber }) => serialNumber)

test('a device shows its type and who wears it now', async () => {
  const place = {
    officeId: office.office_id,
    officeName: office.name,
    companyName: expect.any(String) as string,
    version: 1,
    isAlive: false,
    lastAt: null,
    elapsedTime: null,
    bateryLevel: null,
    heartRate: null,
    referenceBarometerId: null,
    warnings: [],
  }
  const worn = { ...place, userId: wearer.user_id, userName: wearer.login_id, fullName: '佐藤　太郎' }
  const named = (serialNumber: string) => ({ id: serialNumber, serialNumber })
  expect((await ask()).body).toEqual({
    count: 3,
    data: [
      { ...named('AB000001'), deviceType: '1', deviceTypeValue: '体調デバイス', ...worn },
      { ...named('AB000002'), deviceType: '2', deviceTypeValue: '安全帯', ...worn },
      {
        ...named('AB000003'),
        deviceType: '3',
        deviceTypeValue: '体調デバイス（新型）',
        ...place,
        userId: null,
        userName: null,
        fullName: null,
      },
    ],
  })
})

test('the list keeps to its scope, filters, sorts and pages', async () => {
  expect(await serials('', contract)).toEqual(['AB000001', 'AB000002', 'AB000003', 'AB000009'])
  expect(await serials(`?OfficeId=${other.office_id}`)).toEqual([])
  expect(await serials('?deviceType=1,3')).toEqual(['AB000001', 'AB000003'])
  expect(await serials('?DeviceType=2')).toEqual(['AB000002'])
  expect(await serials('?serialNumber=ａｂ00000３')).toEqual(['AB000003'])
  expect(await serials('?sortKey=fullName&sortOrder=desc')).toEqual(['AB000001', 'AB000002', 'AB000003'])
  expect(await serials('?freeFirst=1')).toEqual(['AB000003', 'AB000001', 'AB000002'])
  expect(await serials('?freeFirst=1&sortKey=userName&limit=2&offset=1')).toEqual(['AB000001', 'AB000002'])
  expect(await serials('?freeFirst=0&sortKey=serialNumber')).toEqual(['AB000001', 'AB000002', 'AB000003'])
  expect(await serials('?sortKey=serialNumber&sortOrder=descend&limit=2')).toEqual(['AB000003', 'AB000002'])
  expect((await ask('?offset=99')).body).toEqual({ data: [], count: 3 })
  expect((await ask('?deviceType=7')).body).toEqual(['種別：選べる値ではありません。'])
  expect((await ask('?sortKey=battery')).status).toBe(400)
  expect((await ask('', wearer)).status).toBe(403)
})

test('belts are shown to unit administrators, to base administrators by the setting, to nobody else', async () => {
  const display = async (user: { user_id: number }) =>
    (await product.ask('GET', '/api/Kbn/SafetyBeltDisplay', { headers: await product.as(user) })).body
  expect([await display(contract), await display(admin), await display(wearer)]).toEqual([
    { display: '1' },
    { display: '1' },
    { display: '0' },
  ])
  const setting = { type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY', value: '0' }
  await product.context.db
    .insertInto('master_setting')
    .values({ ...setting, company_id: office.company_id, office_id: office.office_id })
    .execute()
  expect([await display(contract), await display(admin)]).toEqual([{ display: '1' }, { display: '0' }])
})
