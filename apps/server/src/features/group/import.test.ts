import { beforeAll, expect, test } from 'vitest'
import { multipart, resaved, toCp932 } from '../../platform/exchange/test-upload.ts'
import { makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const admin = await makeUser(product.context.db, 'HeadquartersAdmin', office)

beforeAll(async () => {
  for (const login_id of ['a', 'b', 'c', 'd', 'e']) await makeUser(product.context.db, 'User', office, { login_id, furigana: login_id })
})

const headings = [
  'グループコード',
  'グループ名',
  '職長',
  '副職長',
  'メンバー',
  'アラート通知先メールアドレス',
  '作業の強さ',
  '暑熱順化',
  '服装',
  '削除',
]

const upload = async (rows: readonly Record<string, string>[] | string | Buffer, officeId = office.office_id, actor = admin) => {
  const content = Array.isArray(rows)
    ? [headings, ...rows.map((row) => headings.map((label) => row[label] ?? ''))].map((cells) => cells.join(',')).join('\n')
    : rows
  const { headers, payload } = multipart(['file', content as string | Buffer, 'グループ.csv'])
  return product.ask('POST', `/api/Group/Import/${officeId}`, { headers: { ...headers, ...(await product.as(actor)) }, payload })
}

const groups = async () => {
  const { body } = await product.ask('GET', `/api/Group?officeId=${office.office_id}`, { headers: await product.as(admin) })
  type Person = { userName: string }
  const { data } = body as {
    data: {
      groupCode: string
      groupName: string
      groupLeader: Person[]
      listSubleader: Person[]
      listMember: Person[]
      listEmailAlert: { email: string }[]
      clothing: string | null
    }[]
  }
  const names = (people: Person[]) => people.map(({ userName }) => userName).join()
  return data.map((group) => [
    group.groupCode,
    group.groupName,
    names(group.groupLeader),
    names(group.listSubleader),
    names(group.listMember),
    group.listEmailAlert.map(({ email }) => email).join(),
    group.clothing,
  ])
}

const download = async () =>
  String((await product.ask('GET', `/api/Group/Download?officeId=${office.office_id}`, { headers: await product.as(admin) })).body)

test('a file makes groups with their people and addresses, changes and deletes them; what is downloaded goes back in', async () => {
  const first = await upload([
    {
      グループコード: 'g1',
      グループ名: '鉄筋班',
      職長: 'a',
      メンバー: 'B；c',
      アラート通知先メールアドレス: 'x@example.jp;y@example.jp;X@Example.jp',
      服装: 'つなぎ服(布)+フード',
    },
    { グループコード: 'g2', グループ名: '型枠班', メンバー: 'd' },
  ])
  expect(first).toMatchObject({ status: 200, body: { created: 2, updated: 0, deleted: 0 } })
  const made = [
    ['g1', '鉄筋班', 'a', '', 'b,c', 'x@example.jp,y@example.jp', 'clothCoverallWithHood'],
    ['g2', '型枠班', '', '', 'd', '', null],
  ]
  expect(await groups()).toEqual(made)
  const csv = await download()
  const stored = async () => [
    await product.context.db.selectFrom('work_group').select(['code', 'version', 'updated_at']).orderBy('code').execute(),
    await product.context.db.selectFrom('audit_log').select('audit_id').execute(),
  ]
  const before = await stored()
  for (const form of [csv, toCp932(csv.slice(1)), resaved(csv, '\r\n'), toCp932(resaved(csv, '\n'))])
    expect(await upload(form)).toMatchObject({ status: 200, body: { created: 0, updated: 2, deleted: 0, unchanged: 2 } })
  expect(await groups()).toEqual(made)
  expect(await stored()).toEqual(before)
  const leader = await product.context.db.selectFrom('app_user').select('role').where('login_id', '=', 'a').executeTakeFirst()
  expect(leader).toEqual({ role: 'GroupLeader' })
  // Somebody moves, and the group they leave empty goes.
  const second = await upload([
    { グループコード: 'g2', 削除: '1' },
    { グループコード: 'g1', グループ名: '鉄筋班', 職長: 'a', 副職長: 'd' },
  ])
  expect(second).toMatchObject({ status: 200, body: { created: 0, updated: 1, deleted: 1 } })
  expect(await groups()).toEqual([['g1', '鉄筋班', 'a', 'd', '', '', null]])
})

test('a row without a code makes a group with one, clear of the codes that the file gives', async () => {
  const site = await makeOffice(product.context.db, { company_id: office.company_id })
  const boss = await makeUser(product.context.db, 'HeadquartersAdmin', site)
  const answer = await upload([{ グループ名: '無印' }, { グループコード: 'G-1', グループ名: '一班' }], site.office_id, boss)
  expect(answer).toMatchObject({ status: 200, body: { created: 2 } })
  const { body } = await product.ask('GET', '/api/Group?sortKey=groupCode', { headers: await product.as(boss) })
  expect((body as { data: { groupCode: string; groupName: string }[] }).data.map((group) => [group.groupCode, group.groupName])).toEqual([
    ['G-1', '一班'],
    ['G-2', '無印'],
  ])
  expect(await upload([{ 削除: '1' }], site.office_id, boss)).toMatchObject({ status: 400 })
})

test('bad rows are reported by their number, and nothing is changed', async () => {
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  await makeUser(product.context.db, 'User', other, { login_id: 'far' })
  const before = await groups()
  const answer = await upload([
    { グループコード: 'g1', グループ名: '改名', 職長: 'a' },
    { グループコード: 'h1', グループ名: '鉄筋班', メンバー: 'far;none' },
    { グループコード: 'h2', グループ名: '新班', 職長: 'e', メンバー: 'a' },
    { グループコード: 'h2', グループ名: '新々班', アラート通知先メールアドレス: 'x@y' },
    { グループコード: 'h9', 削除: '1' },
  ])
  expect(answer).toMatchObject({
    status: 400,
    body: {
      messages: {
        2: ['グループ名は変更できません。'],
        3: expect.arrayContaining([
          '入力したグループ名はすでに登録されています。',
          'メンバー：farは、別の拠点の作業者です。',
          'メンバー：noneは、この拠点の作業者にいません。',
        ]),
        4: ['メンバー：aは、ファイルの中で2か所に入っています。'],
        5: [expect.stringContaining('アラート通知先メールアドレス：')],
        6: ['グループコード：削除するグループが見つかりません。'],
      },
    },
  })
  expect(await groups()).toEqual(before)
})

test('a group that somebody stays in is not deleted, and the row says so', async () => {
  const answer = await upload([
    { グループコード: 'n1', グループ名: '新' },
    { グループコード: 'g1', 削除: '1' },
  ])
  expect(answer).toMatchObject({ status: 400, body: { messages: { 3: [expect.stringContaining('作業者2人')] } } })
  expect((await groups()).map(([code]) => code)).toEqual(['g1'])
})

test('a worker of another site is named with it to those who see that site', async () => {
  const { db } = product.context
  const other = await makeOffice(db, { company_id: office.company_id, name: '若葉工区' })
  await makeUser(db, 'User', other, { login_id: 'wakaba' })
  await makeUser(db, 'User', await makeOffice(db), { login_id: 'stranger' })
  await makeUser(db, 'User', office, { login_id: 'gone', deleted_at: product.time.now })
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const rows = [{ グループ名: '混成班', 職長: 'wakaba', メンバー: 'stranger;gone' }]
  expect((await upload(rows, office.office_id, contract)).body).toEqual({
    messages: {
      2: expect.arrayContaining([
        '職長：wakabaは、別の拠点（若葉工区）の作業者です。',
        'メンバー：strangerは、この拠点の作業者にいません。',
        'メンバー：goneは、この拠点の作業者にいません。',
      ]),
    },
  })
})

test('columns may be left out: what they would say stays, and new groups begin without', async () => {
  const { db } = product.context
  const site = await makeOffice(db, { company_id: office.company_id })
  const boss = await makeUser(db, 'HeadquartersAdmin', site)
  for (const login_id of ['l1', 'm1', 'm2']) await makeUser(db, 'User', site, { login_id, furigana: login_id })
  const send = (text: string) => upload(text, site.office_id, boss)
  const made = 'グループコード,グループ名,職長,メンバー,アラート通知先メールアドレス,作業の強さ\nt1,土工班,l1,m1,a@example.jp,3'
  expect(await send(made)).toMatchObject({ status: 200, body: { created: 1 } })
  const rows = async () =>
    ((await product.ask('GET', '/api/Group', { headers: await product.as(boss) })).body as { data: Record<string, unknown>[] }).data
  const before = await rows()
  expect(await send('班コード,班名\nt1,土工班')).toMatchObject({ status: 200, body: { updated: 1, unchanged: 1 } })
  expect(await rows()).toEqual(before)
  expect(await send('班コード,班名,班員\nt1,土工班,m2')).toMatchObject({ status: 200, body: { updated: 1, unchanged: 0 } })
  expect(await rows()).toMatchObject([
    {
      groupLeader: [{ userName: 'l1' }],
      listMember: [{ userName: 'm2' }],
      listEmailAlert: [{ email: 'a@example.jp' }],
      metabolicClass: 3,
    },
  ])
})

test("another company's and another site's groups are out of reach", async () => {
  const { db } = product.context
  const far = await makeOffice(db)
  const near = await makeOffice(db, { company_id: office.company_id })
  await makeGroup(db, { office_id: far.office_id, name: '他社班' })
  expect((await upload([{ グループコード: 'g1', グループ名: 'x' }], far.office_id)).status).toBe(404)
  expect((await upload([{ グループコード: 'g1', グループ名: 'x' }], near.office_id)).status).toBe(404)
  const all = await product.ask('GET', '/api/Group/Download', { headers: await product.as(admin) })
  expect(String(all.body)).not.toContain('他社班')
})

test.each(['', 'groupName=班', 'companyId=', 'sortKey=groupLeader&sortOrder=desc', 'sortKey=groupName&groupName=班', 'sortKey=baseName'])(
  'a file holds what the list shows, in its order, for “%s”',
  async (rawQuery) => {
    const { db } = product.context
    const company = await makeOffice(db)
    const next = await makeOffice(db, { company_id: company.company_id })
    const contract = await makeUser(db, 'AdminUnitContract', company)
    const headers = await product.as(contract)
    for (const [at, name] of ['土工班', '大工班', '事務'].entries()) {
      const { office_id } = at === 1 ? next : company
      const group = await makeGroup(db, { office_id, name, code: `z${at}` })
      await makeUser(db, 'GroupLeader', { ...company, ...group }, { furigana: ['カトウ', 'アベ', 'ワダ'][at] ?? '' })
    }
    const query = rawQuery === 'companyId=' ? `companyId=${company.company_id}` : rawQuery
    const { data } = (await product.ask('GET', `/api/Group/Overview?${query}`, { headers })).body as { data: { groupCode: string }[] }
    const [, ...lines] = String((await product.ask('GET', `/api/Group/Download?${query}`, { headers })).body)
      .trim()
      .split('\r\n')
    expect(data.length).toBeGreaterThan(1)
    expect(lines.map((line) => line.split('","')[2])).toEqual(data.map(({ groupCode }) => groupCode))
  },
)
