import { beforeEach, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(async () => {
  await product.context.db.deleteFrom('named_place').execute()
  await product.context.db.deleteFrom('audit_log').execute()
})

type Someone = { user_id: number }
type Place = { id: number; officeId: number; name: string; latitude: number | null; longitude: number | null; restPlace: boolean }
const save = (user: Someone, body: object, query = '') => product.askAs(user, 'POST', `/api/Location${query}`, body)
const saved = async (user: Someone, body: object) => (await save(user, body)).body as Place
const list = async (user: Someone, query = '') =>
  (await product.askAs(user, 'GET', `/api/Location${query}`)).body as { data: Place[]; count: number }

test('a place is made, read again, changed in part and found by its name, each change on record', async () => {
  const { people, office } = tenants
  const { office_id: officeId } = office
  const made = await save(people.base, { officeId, name: '資材置場', latitude: '35.68', longitude: 139.76 })
  const place = { id: expect.any(Number) as number, officeId, name: '資材置場', latitude: 35.68, longitude: 139.76, restPlace: false }
  expect(made).toEqual({ status: 200, body: place })
  const before = made.body as Place
  expect(await saved(people.base, { officeId, name: '資材置場' })).toEqual(before)
  expect(await saved(people.contract, { officeId, name: ' 資材置場 ', latitude: 35.7 })).toEqual({ ...before, latitude: 35.7 })
  expect(await saved(people.base, { id: String(before.id), officeId, name: '第一資材置場' })).toMatchObject({
    id: before.id,
    longitude: 139.76,
  })
  expect(await list(people.base, `?officeId=${officeId}`)).toEqual({
    data: [{ ...before, name: '第一資材置場', latitude: 35.7 }],
    count: 1,
  })
  const about = { resource: 'namedPlace', resource_id: String(before.id), company_id: office.company_id, office_id: officeId }
  expect(await product.recordedOf('namedPlace')).toMatchObject([
    { ...about, action: 'create', before: null },
    { ...about, action: 'update', before, after: { latitude: 35.7 } },
    { ...about, action: 'update', after: { name: '第一資材置場' } },
  ])
})

test('a place is marked as one where people rest, and stays so where nothing is said of it', async () => {
  const { people, office } = tenants
  const { office_id: officeId } = office
  expect(await saved(people.base, { officeId, name: '休憩所', restPlace: '1' })).toMatchObject({ restPlace: true })
  expect(await saved(people.base, { officeId, name: '休憩所', latitude: 35.7, longitude: 139 })).toMatchObject({ restPlace: true })
  expect(await saved(people.base, { officeId, name: '休憩所', restPlace: false })).toMatchObject({ restPlace: false })
})

test('half a place is none: both numbers, or neither', async () => {
  const { people, office } = tenants
  const half = { status: 400, body: ['緯度と経度は、両方入力するか、両方空にしてください。'] }
  const { office_id: officeId } = office
  expect(await save(people.base, { officeId, name: '北口', latitude: 35 })).toEqual(half)
  const place = await saved(people.base, { officeId, name: '北口', latitude: 35, longitude: 139 })
  expect(await save(people.base, { officeId, name: '北口', latitude: '-' })).toEqual(half)
  expect(await saved(people.base, { officeId, name: '北口', latitude: '-', longitude: '' })).toEqual({
    ...place,
    latitude: null,
    longitude: null,
  })
})

test('two who make the same place at once make one', async () => {
  const { people, office } = tenants
  const draft = { officeId: office.office_id, name: '詰所' }
  const [one, other] = await Promise.all([saved(people.base, draft), saved(people.contract, draft)])
  expect(one).toEqual(other)
  expect((await list(people.base)).count).toBe(1)
})

test('a name that another place of the site has is taken; at another site it is free', async () => {
  const { people, office, sibling } = tenants
  await saved(people.base, { officeId: office.office_id, name: '詰所' })
  const { id } = await saved(people.base, { officeId: office.office_id, name: '休憩所' })
  expect(await save(people.base, { id, officeId: office.office_id, name: '詰所' })).toEqual({
    status: 400,
    body: ['入力した場所の名前はすでに登録されています。'],
  })
  expect((await save(people.contract, { officeId: sibling.office_id, name: '詰所' })).status).toBe(200)
  expect((await save(people.contract, { id, officeId: sibling.office_id, name: '休憩所' })).status).toBe(404)
})

test('the site may be in the address, or be the only one there is', async () => {
  const { people, office } = tenants
  expect((await save(people.contract, { name: '東門' }, `?OfficeId=${office.office_id}`)).body).toMatchObject({
    officeId: office.office_id,
  })
  expect((await save(people.base, { name: '西門' })).body).toMatchObject({ officeId: office.office_id })
  expect(await save(people.contract, { name: '北門' })).toEqual({ status: 400, body: ['拠点：この項目は必須です。'] })
  expect((await list(people.base, '?sortKey=name&sortOrder=desc&limit=1')).data).toMatchObject([{ name: '東門' }])
  expect((await product.askAs(people.base, 'GET', '/api/Location?sortKey=secret')).status).toBe(400)
})

test('faults name their field, and nobody reaches the places of another company', async () => {
  const { people, office, foreign } = tenants
  expect(await save(people.base, { officeId: office.office_id, name: '', latitude: 91 })).toEqual({
    status: 400,
    body: ['場所の名前：この項目は必須です。', '緯度：90以下で入力してください。'],
  })
  expect((await save(people.base, { officeId: foreign.office_id, name: '門' })).status).toBe(404)
  await saved(people.foreignContract, { officeId: foreign.office_id, name: '門' })
  expect((await list(people.contract, `?officeId=${foreign.office_id}`)).count).toBe(0)
  expect((await product.askAs(people.leader, 'GET', '/api/Location')).status).toBe(403)
})
