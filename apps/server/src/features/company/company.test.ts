import type { Company, CompanyListRow } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { makeCompany, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  user: { user_id: number } = tenants.people.service,
) => product.askAs(user, method, url, payload)
const list = async (query = '', user: { user_id: number } = tenants.people.service) =>
  (await ask('GET', `/api/Company${query}`, undefined, user)).body as { data: CompanyListRow[]; count: number }
const log = () => product.recordedOf('company')
/** Nothing can be asked of the company, changed in it or put into it. */
const expectNowhere = async (companyId: number) => {
  // A number below 1 is no number of anything.
  const refused = companyId < 1 ? 400 : 404
  const place = { companyId, baseCode: 'B', officeName: '拠点' }
  const form = { role: 'AdminUnitContract', userName: `nobody-${companyId}`, fullName: '管理　花子', furigana: 'カンリ　ハナコ' }
  const password = { password: 'Mimamori-1', confirmPassword: 'Mimamori-1' }
  for (const [method, url, payload] of [
    ['GET', `/api/Company/${companyId}`],
    ['DELETE', `/api/Company/${companyId}`],
    ['PUT', '/api/Company', { companyId, officeCode: 'X', companyName: 'X' }],
    ['POST', '/api/Office', place],
    ['POST', '/api/UserRole', { ...form, ...password, companyId }],
  ] as const)
    expect({ method, url, status: (await ask(method, url, payload)).status }).toEqual({ method, url, status: refused })
}
const make = async (officeCode: string, companyName = officeCode) =>
  (await ask('POST', '/api/Company', { officeCode, companyName })).body as Company

test('a company is made, read, changed and deleted, each step on record', async () => {
  const made = await ask('POST', '/api/Company', { OfficeCode: ' Ａ－００１ ', companyname: '　青葉建設　' })
  expect(made).toEqual({
    status: 200,
    body: { companyId: expect.any(Number) as number, officeCode: 'A-001', companyName: '青葉建設', version: 1 },
  })
  const { companyId } = made.body as Company
  expect((await ask('GET', `/api/Company/${companyId}`)).body).toEqual(made.body)
  const changed = await ask('PUT', '/api/Company', {
    companyId: String(companyId),
    officeCode: 'A-001',
    companyName: '青葉工業',
    version: 1,
  })
  expect(changed).toEqual({ status: 200, body: { companyId, officeCode: 'A-001', companyName: '青葉工業', version: 2 } })
  expect(await ask('DELETE', `/api/Company/${companyId}`)).toEqual({ status: 200, body: {} })
  expect((await ask('GET', `/api/Company/${companyId}`)).status).toBe(404)
  expect((await ask('DELETE', `/api/Company/${companyId}`)).status).toBe(404)
  const about = {
    resource: 'company',
    resource_id: String(companyId),
    company_id: companyId,
    office_id: null,
    user_name: tenants.people.service.login_id,
  }
  expect(await log()).toEqual([
    { ...about, action: 'create', before: null, after: made.body },
    { ...about, action: 'update', before: made.body, after: changed.body },
    { ...about, action: 'delete', before: changed.body, after: null },
  ])
})

test('a taken code is refused by its name, on making and on changing, and nothing is left of the try', async () => {
  await make('TAKEN-1')
  const other = await make('TAKEN-2')
  await product.context.db.deleteFrom('audit_log').execute()
  const refusal = { status: 400, body: ['入力した会社コードはすでに登録されています。'] }
  expect(await ask('POST', '/api/Company', { officeCode: 'ＴＡＫＥＮ-1', companyName: '別' })).toEqual(refusal)
  expect(await ask('POST', '/api/Company', { officeCode: 'Taken-1', companyName: '別' })).toEqual(refusal)
  expect(await ask('PUT', '/api/Company', { ...other, officeCode: 'taken-1' })).toEqual(refusal)
  expect(await ask('PUT', '/api/Company', { ...other, officeCode: 'TAKEN-1' })).toEqual(refusal)
  expect(await log()).toEqual([])
  expect((await ask('GET', `/api/Company/${other.companyId}`)).body).toEqual(other)
})

test('its own code may be written in another case', async () => {
  const company = await make('Own-Case')
  expect(await ask('PUT', '/api/Company', { ...company, officeCode: 'OWN-CASE' })).toMatchObject({
    status: 200,
    body: { officeCode: 'OWN-CASE' },
  })
})

test('faults name their field', async () => {
  expect(await ask('POST', '/api/Company', { officeCode: '　', companyName: 'あ'.repeat(101) })).toEqual({
    status: 400,
    body: ['会社コード：この項目は必須です。', '会社名：100文字以内で入力してください。'],
  })
  expect(await ask('POST', '/api/Company', {})).toEqual({
    status: 400,
    body: ['会社コード：この項目は必須です。', '会社名：この項目は必須です。'],
  })
  expect((await ask('PUT', '/api/Company', { officeCode: 'x', companyName: 'y' })).body).toEqual(['会社番号：この項目は必須です。'])
  expect((await ask('POST', '/api/Company', { officeCode: 'a\u0000b', companyName: 'c' })).status).toBe(400)
})

test('a change made on an older version is refused; one without a version wins, and the log says so', async () => {
  const company = await make('STALE')
  const change = { ...company, companyName: '一番目' }
  expect((await ask('PUT', '/api/Company', change)).status).toBe(200)
  expect(await ask('PUT', '/api/Company', { ...change, companyName: '二番目' })).toEqual({
    status: 412,
    body: 'ほかの人が先に変更しました。読み込み直してください。',
  })
  const { version: _, ...unversioned } = change
  expect(await ask('PUT', '/api/Company', { ...unversioned, companyName: '三番目' })).toMatchObject({
    status: 200,
    body: { companyName: '三番目', version: 3 },
  })
  expect((await log()).map(({ action }) => action)).toEqual(['create', 'update', 'updateWithoutVersion'])
  expect((await ask('PUT', '/api/Company', { ...change, companyId: 999_999 })).status).toBe(404)
})

test('of two changes made on one version at once, one wins', async () => {
  const company = await make('RACE')
  const answers = await Promise.all(['甲', '乙', '丙'].map((companyName) => ask('PUT', '/api/Company', { ...company, companyName })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
})

test('a company that holds something stays, and the refusal counts what', async () => {
  const { db } = product.context
  const { company_id } = await makeCompany(db)
  const office = await makeOffice(db, { company_id })
  await makeOffice(db, { company_id })
  for (const role of ['AdminUnitContract', 'HeadquartersAdmin', 'User'] as const) await makeUser(db, role, office)
  const gone = await makeUser(db, 'User', office, { deleted_at: product.time.now })
  expect(await ask('DELETE', `/api/Company/${company_id}`)).toEqual({
    status: 400,
    body: ['この会社には拠点2件、利用者3人が残っているため、削除できません。'],
  })
  expect(await log()).toEqual([])
  // Once empty it goes, and those deleted before stay as evidence.
  const offices = await db.selectFrom('office as o').select('o.office_id').where('o.company_id', '=', company_id).execute()
  await db.updateTable('app_user').set({ deleted_at: product.time.now }).where('app_user.company_id', '=', company_id).execute()
  for (const { office_id } of offices) expect((await ask('DELETE', `/api/Office/${office_id}`)).status).toBe(200)
  expect(await ask('DELETE', `/api/Company/${company_id}`)).toEqual({ status: 200, body: {} })
  expect(
    await db
      .selectFrom('app_user as u')
      .select(['u.full_name', 'u.company_id', 'u.office_id'])
      .where('u.user_id', '=', gone.user_id)
      .execute(),
  ).toEqual([{ full_name: gone.full_name, company_id, office_id: null }])
})

test('a deleted company keeps its row, which nobody sees, and its code may be used again', async () => {
  const { db } = product.context
  const gone = await make('AGAIN', '消える会社')
  expect(await ask('DELETE', `/api/Company/${gone.companyId}`)).toEqual({ status: 200, body: {} })
  const again = await make('AGAIN', '次の会社')
  expect(again.companyId).not.toBe(gone.companyId)
  const storedCompany = await db
    .selectFrom('company')
    .selectAll()
    .where('company.company_id', '=', gone.companyId)
    .executeTakeFirstOrThrow()
  expect(storedCompany).toMatchObject({ code: 'AGAIN', name: '消える会社', deleted_at: product.time.now })
  expect((await list('?officeCode=AGAIN')).data).toMatchObject([again])
  expect((await list('?companyName=消える会社')).count).toBe(0)
  await expectNowhere(gone.companyId)
})

test("the provider's own company is in no list and answers to no number", async () => {
  const all = (await list()).data
  expect(all.map(({ companyId }) => companyId)).not.toContain(providerId)
  expect(all.map(({ officeCode }) => officeCode)).not.toContain('')
  await expectNowhere(providerId)
})

test('a company deleted while a site is put into it: one of the two is refused, never both done', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { companyId } = await make(`EMPTY-${round}`)
    const [made, deleted] = await Promise.all([
      ask('POST', '/api/Office', { companyId, baseCode: 'B', officeName: '拠点' }),
      ask('DELETE', `/api/Company/${companyId}`),
    ])
    expect([
      [200, 400],
      [404, 200],
    ]).toContainEqual([made.status, deleted.status])
  }
})

test('the list says to administrators of the service, and to nobody else, whose people may sign in at a provider of their own', async () => {
  const { people, office, foreign } = tenants
  const saved = { client_id: 'c', client_secret: Buffer.from('x'), claim: 'email', matches: 'email', domains: [], version: 1 }
  const values = [
    { ...saved, company_id: office.company_id, issuer: 'https://one.example', enabled: true },
    { ...saved, company_id: foreign.company_id, issuer: 'https://two.example', enabled: false },
  ]
  await product.context.db.insertInto('identity_provider').values(values).execute()
  const singleSignOnById = new Map((await list()).data.map(({ companyId, singleSignOn }) => [companyId, singleSignOn]))
  expect([singleSignOnById.get(office.company_id), singleSignOnById.get(foreign.company_id)]).toEqual(['1', '0'])
  expect((await list('', people.contract)).data).toMatchObject([{ companyId: office.company_id, singleSignOn: null }])
})

test('each role sees the companies of its scope; without a limit all, sorted as Japanese is', async () => {
  const { people, office, foreign } = tenants
  const own = async (user: { user_id: number }) => (await list('', user)).data.map(({ companyId }) => companyId)
  for (const user of [people.contract, people.base, people.leader, people.subLeader]) expect(await own(user)).toEqual([office.company_id])
  expect(await own(people.foreignBase)).toEqual([foreign.company_id])
  expect((await ask('GET', '/api/Company', undefined, people.worker)).status).toBe(403)
  expect((await ask('GET', `/api/Company/${foreign.company_id}`, undefined, people.contract)).status).toBe(404)
  expect((await ask('GET', `/api/Company/${office.company_id}`, undefined, people.contract)).status).toBe(200)

  for (const name of ['ソート さくら', 'ソート　アオバ', 'ソート いちご', 'ソート うみ']) await make(name)
  for (let n = 0; n < 30; n += 1) await make(`MANY-${String(n).padStart(2, '0')}`)
  const names = async (query: string) => (await list(query)).data.map(({ companyName }) => companyName.slice(4))
  expect(await names('?companyName=ｿｰﾄ&sortKey=companyName')).toEqual(['アオバ', 'いちご', 'うみ', 'さくら'])
  expect(await names('?CompanyName=そーと&sortKey=CompanyName&sortOrder=descend')).toEqual(['さくら', 'うみ', 'いちご', 'アオバ'])
  const { data, count } = await list('?officeCode=many-')
  expect([data.length, count]).toEqual([30, 30])
  expect((await list('?officeCode=many-&limit=7&offset=28&sortKey=officeCode')).data.map(({ officeCode }) => officeCode)).toEqual([
    'MANY-28',
    'MANY-29',
  ])
  expect(await list('?officeCode=many-&limit=7&offset=700')).toEqual({ data: [], count: 30 })
  expect(await ask('GET', '/api/Company?sortKey=password')).toEqual({ status: 400, body: ['並べ替えの項目：選べる値ではありません。'] })
  expect((await ask('GET', '/api/Company?limit=1001')).status).toBe(400)
  expect((await ask('GET', '/api/Company?sortKey=constructor')).status).toBe(400)
})
