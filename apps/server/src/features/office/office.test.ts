import type { Office, ReferenceChange } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import {
  makeAlert,
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeWear,
} from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

type Someone = { user_id: number }
const ask = (...call: Parameters<typeof product.askAs>) => product.askAs(...call)
const log = () => product.recordedOf('office')

const full = {
  baseCode: 'Ｋ-1',
  officeName: '港南',
  opensAt: '07:30',
  closesAt: '19:00',
  emergencyPhone: '０３－１２３４－５６７８',
  hospitalName: '中央病院',
  hospitalPhone: '03-9999-0000',
  address: '江東区東雲3丁目　正面ゲート',
  publicWbgtStation: '44132',
  procedures: '日陰へ移し、体を冷やす。',
  metabolicClass: '3',
  acclimatised: 0,
  clothing: 'clothCoverall',
}

test('a site is made with its own fields, changed in part, and deleted, each step on record', async () => {
  const { people, office } = tenants
  const { company_id: companyId } = office
  const made = await ask(people.contract, 'POST', '/api/Office', { companyId, ...full })
  expect(made).toMatchObject({
    status: 200,
    body: {
      companyId,
      baseCode: 'K-1',
      officeName: '港南',
      opensAt: '07:30',
      closesAt: '19:00',
      emergencyPhone: '03-1234-5678',
      hospitalName: '中央病院',
      address: '江東区東雲3丁目　正面ゲート',
      publicWbgtStation: '44132',
      procedures: '日陰へ移し、体を冷やす。',
      metabolicClass: 3,
      acclimatised: false,
      clothing: 'clothCoverall',
      version: 1,
    },
  })
  const before = made.body as Office
  expect(before.referenceWbgt).toBe(23)
  expect((await ask(people.contract, 'GET', `/api/Office/${before.officeId}`)).body).toEqual(before)

  // A client of the customer's sends what it knows; null clears.
  const { officeId, baseCode } = before
  const changed = await ask(people.contract, 'PUT', '/api/Office', {
    officeId,
    companyId,
    baseCode,
    officeName: '港南第二',
    version: 1,
    hospitalPhone: null,
  })
  expect(changed).toEqual({ status: 200, body: { ...before, officeName: '港南第二', hospitalPhone: null, version: 2 } })
  expect(await ask(people.contract, 'DELETE', `/api/Office/${officeId}`)).toEqual({ status: 200, body: {} })
  expect((await ask(people.contract, 'GET', `/api/Office/${officeId}`)).status).toBe(404)
  const about = {
    resource: 'office',
    resource_id: String(officeId),
    company_id: companyId,
    office_id: officeId,
    user_name: people.contract.login_id,
  }
  expect(await log()).toEqual([
    { ...about, action: 'create', before: null, after: before },
    { ...about, action: 'update', before, after: changed.body },
    { ...about, action: 'delete', before: changed.body, after: null },
  ])
})

test('what is left out on making takes the default', async () => {
  const { people, office } = tenants
  expect(
    (await ask(people.service, 'POST', '/api/Office', { companyId: office.company_id, baseCode: 'D-1', officeName: '既定' })).body,
  ).toMatchObject({
    opensAt: '06:00',
    closesAt: '20:00',
    emergencyPhone: null,
    hospitalName: null,
    hospitalPhone: null,
    publicWbgtStation: null,
    procedures: null,
    metabolicClass: 2,
    acclimatised: false,
    clothing: 'workClothes',
    referenceWbgt: 26,
  })
})

test("a contract administrator reaches no other company's sites, and makes none there", async () => {
  const { people, foreign, office } = tenants
  const companyId = foreign.company_id
  expect((await ask(people.contract, 'POST', '/api/Office', { companyId, baseCode: 'X', officeName: '他社' })).status).toBe(404)
  expect((await ask(people.contract, 'POST', '/api/Office', { companyId: 999_999, baseCode: 'X', officeName: 'なし' })).status).toBe(404)
  const change = { officeId: foreign.office_id, companyId, baseCode: foreign.base_code, officeName: '書き換え' }
  expect((await ask(people.contract, 'PUT', '/api/Office', change)).status).toBe(404)
  expect((await ask(people.contract, 'DELETE', `/api/Office/${foreign.office_id}`)).status).toBe(404)
  expect((await ask(people.contract, 'GET', `/api/Office/${foreign.office_id}`)).status).toBe(404)
  for (const user of [people.base, people.leader, people.worker])
    expect((await ask(user, 'PUT', '/api/Office', { ...change, officeId: office.office_id })).status).toBe(403)
  expect(await log()).toEqual([])
})

test('a site keeps its company', async () => {
  const { people, office, foreign } = tenants
  const change = { officeId: office.office_id, companyId: foreign.company_id, baseCode: office.base_code, officeName: office.name }
  expect(await ask(people.service, 'PUT', '/api/Office', change)).toEqual({ status: 400, body: ['会社は変更できません。'] })
})

test('a code is taken within a company; faults name their field; a stale change is refused', async () => {
  const { people, office, sibling, foreign } = tenants
  const twin = (companyId: number) => ({ companyId, baseCode: sibling.base_code, officeName: '二つ目' })
  expect(await ask(people.service, 'POST', '/api/Office', twin(office.company_id))).toEqual({
    status: 400,
    body: ['入力した拠点コードはすでに登録されています。'],
  })
  expect((await ask(people.service, 'POST', '/api/Office', twin(foreign.company_id))).status).toBe(200)
  expect(
    (await ask(people.service, 'POST', '/api/Office', { baseCode: '', emergencyPhone: 'でんわ', opensAt: '25:00', clothing: 'kimono' }))
      .body,
  ).toEqual([
    '会社：この項目は必須です。',
    '拠点コード：この項目は必須です。',
    '拠点名：この項目は必須です。',
    '作業の開始：書き方が正しくありません。',
    '緊急連絡先の電話番号：半角の数字とハイフンで入力してください。',
    '服装：選べる値ではありません。',
  ])
  const change = { officeId: office.office_id, companyId: office.company_id, baseCode: office.base_code, officeName: office.name }
  expect((await ask(people.service, 'PUT', '/api/Office', { ...change, emergencyPhone: 'でんわ', version: 1 })).body).toEqual([
    '緊急連絡先の電話番号：半角の数字とハイフンで入力してください。',
  ])
  expect((await ask(people.service, 'PUT', '/api/Office', { ...change, version: 1 })).status).toBe(200)
  expect(await ask(people.service, 'PUT', '/api/Office', { ...change, version: 1 })).toEqual({
    status: 412,
    body: 'ほかの人が先に変更しました。読み込み直してください。',
  })
  expect((await ask(people.service, 'PUT', '/api/Office', change)).status).toBe(200)
  expect((await log()).map(({ action }) => action)).toEqual(['create', 'update', 'updateWithoutVersion'])
})

test('a site that holds something stays, and the refusal counts what; emptied it goes, and its alerts stay', async () => {
  const { db } = product.context
  const { people } = tenants
  const office = await makeOffice(db, { company_id: tenants.office.company_id })
  const { office_id, company_id } = office
  const group = await makeGroup(db, { office_id })
  const worker = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  await makeUser(db, 'HeadquartersAdmin', office)
  const device = await makeDevice(db, 'vital', office_id)
  await makeWear(db, worker.user_id, device.device_id)
  await db.insertInto('site_map').values({ company_id, office_id, position: 1, location_name: '1階' }).execute()
  const { keyId } = await makeIngestKey(db, office_id)
  await db.insertInto('master_setting').values({ company_id, office_id, type: 'T', key: 'K', value: '1' }).execute()
  await makeAlert(db, worker, { base_name: office.name, ended_at: product.time.now })
  const remove = () => ask(people.contract, 'DELETE', `/api/Office/${office_id}`)
  expect(await remove()).toEqual({
    status: 400,
    body: ['この拠点にはグループ1件、利用者2人、機器1台、マップ1件、受信キー1件が残っているため、削除できません。'],
  })
  await db.updateTable('app_user').set({ deleted_at: product.time.now }).where('app_user.office_id', '=', office_id).execute()
  expect((await remove()).body).toEqual(['この拠点にはグループ1件、機器1台、マップ1件、受信キー1件が残っているため、削除できません。'])
  expect(await ask(people.contract, 'DELETE', `/api/Group/${group.group_id}`)).toEqual({ status: 200, body: {} })
  await db.deleteFrom('device').where('device.office_id', '=', office_id).execute()
  await db.deleteFrom('site_map').where('site_map.office_id', '=', office_id).execute()
  await db.updateTable('ingest_key').set({ revoked_at: product.time.now }).where('ingest_key.key_id', '=', keyId).execute()
  expect(await remove()).toEqual({ status: 200, body: {} })
  const alerts = await ask(people.contract, 'GET', `/api/HealthCondition/Alert?allTime=1&officeId=${office_id}`)
  expect(alerts.body).toMatchObject({ count: 1, data: [{ fullName: worker.full_name, baseName: office.name }] })
  expect(company_id).toBe(tenants.office.company_id)
})

test('each role lists the sites of its scope, filtered, sorted and paged', async () => {
  const { people, office, sibling, foreign } = tenants
  const ids = async (user: Someone, query = '') =>
    ((await ask(user, 'GET', `/api/Office${query}`)).body as { data: Office[] }).data.map(({ officeId }) => officeId)
  expect(await ids(people.contract, `?officeName=${encodeURIComponent('拠点')}&limit=1000`)).toEqual(
    expect.arrayContaining([office.office_id, sibling.office_id]),
  )
  for (const user of [people.base, people.leader, people.subLeader]) expect(await ids(user)).toEqual([office.office_id])
  expect(await ids(people.contract, `?CompanyId=${foreign.company_id}`)).toEqual([])
  expect(await ids(people.service, `?companyId=${foreign.company_id}&baseCode=${foreign.base_code}`)).toEqual([foreign.office_id])
  expect((await ask(people.worker, 'GET', '/api/Office')).status).toBe(403)
  expect((await ask(people.service, 'GET', '/api/Office?sortKey=secret')).status).toBe(400)
  for (const key of ['baseCode', 'officeName', 'companyName', 'officeId', 'version'])
    expect((await ask(people.service, 'GET', `/api/Office?sortKey=${key}&sortOrder=desc&limit=1&offset=1`)).status).toBe(200)
  expect((await ask(people.service, 'GET', '/api/Office?offset=500&limit=5')).body).toMatchObject({ data: [] })
})

test('that the reference value of people fell is shown to administrators of the site until one of them closes it', async () => {
  const { people, office, sibling, foreign } = tenants
  const { db } = product.context
  const changes = [office, sibling, foreign].map(({ company_id, office_id }, index) => ({ company_id, office_id, people: index + 1 }))
  await db.insertInto('reference_change').values(changes).execute()
  const shown = async (someone: Someone, query = '') => {
    const { status, body } = await ask(someone, 'GET', `/api/Office/ReferenceChange${query}`)
    return status === 200 ? new Map((body as ReferenceChange[]).map(({ officeId, people: count }) => [officeId, count])) : status
  }
  const of = (...entries: [officeId: number, count: number][]) => new Map(entries)
  const own: [number, number] = [office.office_id, 1]
  const next: [number, number] = [sibling.office_id, 2]
  const other: [number, number] = [foreign.office_id, 3]
  expect(await shown(people.base)).toEqual(of(own))
  expect(await shown(people.contract)).toEqual(of(own, next))
  expect(await shown(people.contract, `?officeId=${sibling.office_id}`)).toEqual(of(next))
  expect(await shown(people.service)).toEqual(of(own, next, other))
  expect(await shown(people.leader)).toBe(403)
  expect(await shown(people.worker)).toBe(403)

  const close = async (someone: Someone, officeId: number) =>
    (await ask(someone, 'DELETE', `/api/Office/ReferenceChange/${officeId}`)).status
  expect(await close(people.leader, office.office_id)).toBe(403)
  expect(await close(people.base, sibling.office_id)).toBe(404)
  expect(await close(people.contract, foreign.office_id)).toBe(404)
  expect(await shown(people.service)).toEqual(of(own, next, other))
  expect(await close(people.base, office.office_id)).toBe(200)
  // Another tab, or a colleague, was faster.
  expect(await close(people.contract, office.office_id)).toBe(200)
  expect(await shown(people.contract)).toEqual(of(next))
  expect(await shown(people.base)).toEqual(of())
})
