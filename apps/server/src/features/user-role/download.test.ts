import { userSortKeys } from '@mimamori/contract'
import { beforeAll, expect, test } from 'vitest'
import { resaved, toCp932 } from '../../platform/exchange/test-upload.ts'
import { makeDevice, makeGroup, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startImportTests } from './test-import.ts'

const { people, upload } = await startImportTests()

const download = async (query: string) => String((await people.call(people.service, 'GET', `/api/UserRole/Download?${query}`)).body)

test('can be taken back in unchanged, in every form that spreadsheets save it in', async () => {
  const { db, base } = people
  const office = await makeOffice(db, { company_id: people.office.company_id })
  const group = await makeGroup(db, { office_id: office.office_id, name: '=鉄筋"班"' })
  const device = await makeDevice(db, 'vital', office.office_id)
  const strange = await makeUser(
    db,
    'GroupLeader',
    { ...office, group_id: group.group_id },
    {
      login_id: '-round-1',
      full_name: '髙﨑　"太郎"',
      furigana: 'タカサキ　タロウ',
      worker_code: '=1+1',
      affiliation1: "'=班, 東",
      affiliation2: '①～',
      affiliation3: '-',
      language: 'zh-Hans',
      phone_number: '-1',
      email: '+a@example.jp',
      gender: 3,
      date_of_birth: '1989-01-07',
      consent_at: new Date('2026-07-01T10:30:00+09:00'),
      first_exposure_on: '2026-06-01',
      // In no file: one that is imported again leaves it as it is.
      heart_judged: false,
      metabolic_class: 3,
      acclimatised: false,
      clothing: 'impermeableCoverallWithHood',
    },
  )
  await makeWear(db, strange.user_id, device.device_id)
  await makeUser(db, 'User', office, { login_id: 'round-2', gender: 1, date_of_birth: '1980-01-01' })
  const csv = await download(`officeId=${office.office_id}&worker=1`)
  expect(csv.startsWith('\uFEFF"会社","拠点"')).toBe(true)
  expect(csv).toContain('"\'=1+1"')
  expect(csv).not.toContain('心拍')
  const before = await db.selectFrom('app_user').selectAll().where('office_id', '=', office.office_id).orderBy('user_id').execute()
  const wears = await db.selectFrom('wear').selectAll().where('user_id', '=', strange.user_id).execute()
  const siteAdmin = await makeUser(db, 'HeadquartersAdmin', office)
  for (const form of [csv, toCp932(csv.slice(1)), resaved(csv, '\r\n'), resaved(csv, '\n'), toCp932(resaved(csv, '\n'))])
    expect(await upload(siteAdmin, office.office_id, form)).toMatchObject({
      status: 200,
      body: { created: 0, updated: 2, deleted: 0, unchanged: 2 },
    })
  expect(await db.selectFrom('audit_log').select('audit_id').where('user_id', '=', siteAdmin.user_id).execute()).toEqual([])
  expect(
    await db
      .selectFrom('app_user')
      .selectAll()
      .where('office_id', '=', office.office_id)
      .where('role', '<>', 'HeadquartersAdmin')
      .orderBy('user_id')
      .execute(),
  ).toEqual(before)
  expect(await db.selectFrom('wear').selectAll().where('user_id', '=', strange.user_id).execute()).toEqual(wears)
  expect((await upload(base, office.office_id, csv)).status).toBe(404)
})

test('holds what the filter names and the actor may see', async () => {
  const { contract, elsewhere, call } = people
  const other = await makeUser(people.db, 'User', elsewhere, { full_name: '他社　人' })
  expect(await download('worker=1')).toContain(other.login_id)
  const { headers, body } = await call(contract, 'GET', '/api/UserRole/Download?worker=1')
  expect(String(body)).not.toContain('他社　人')
  expect(headers['content-disposition']).toContain(encodeURIComponent('作業者.csv'))
  const admins = String((await call(contract, 'GET', '/api/UserRole/Download?role=HeadquartersAdmin')).body)
  expect(admins.split('\r\n')[0]).toBe('\uFEFF"会社","拠点","ログインID","氏名","フリガナ","電話番号","メールアドレス","パスワード","削除"')
  expect(admins).not.toMatch(/argon2/)
})

beforeAll(async () => {
  const { db, beside } = people
  const group = await makeGroup(db, { office_id: beside.office_id })
  for (const [at, furigana] of ['ワダ', 'アベ', 'カトウ'].entries()) {
    const device = await makeDevice(db, at === 1 ? 'belt' : 'vital', beside.office_id)
    const person = await makeUser(db, at === 0 ? 'GroupLeader' : 'User', { ...beside, ...(at === 0 && group) }, { furigana })
    await makeWear(db, person.user_id, device.device_id)
  }
})

test.each(userSortKeys)('is sorted by %s as the list is', async (sortKey) => {
  const { beside, contract, call } = people
  for (const sortOrder of ['asc', 'descend']) {
    const query = `worker=1&officeId=${beside.office_id}&sortKey=${sortKey}&sortOrder=${sortOrder}`
    const { data } = (await call(contract, 'GET', `/api/UserRole?limit=1000&${query}`)).body as { data: { userName: string }[] }
    const [, ...lines] = String((await call(contract, 'GET', `/api/UserRole/Download?${query}`)).body)
      .trim()
      .split('\r\n')
    expect(lines.map((line) => line.split('","')[4])).toEqual(data.map(({ userName }) => userName))
  }
})

test('is refused for a key to sort by that the list does not know', async () => {
  expect((await people.call(people.contract, 'GET', '/api/UserRole/Download?worker=1&sortKey=nothing')).status).toBe(400)
})
