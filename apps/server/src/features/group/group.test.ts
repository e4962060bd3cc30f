import type { Group } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeGroup, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

type Someone = { user_id: number }
const ask = (...call: Parameters<typeof product.askAs>) => product.askAs(...call)
let codes = 0
const draft = (values: object = {}) => {
  const code = `T-${(codes += 1)}`
  return { officeId: tenants.office.office_id, groupCode: code, groupName: `第${code}班`, ...values }
}
const make = async (values: object = {}, user: Someone = tenants.people.base) =>
  (await ask(user, 'POST', '/api/Group', draft(values))).body as Group
const log = () => product.recordedOf('group')

test('a group is made with addresses and a heat layer, changed in part, and deleted, each step on record', async () => {
  const { people, office } = tenants
  const made = await ask(people.base, 'POST', '/api/Group', {
    officeId: office.office_id,
    GroupCode: 'Ｇ－１',
    groupName: '鉄骨班',
    metabolicClass: 4,
    acclimatised: '0',
    clothing: 'smsCoverallWithHood',
    listEmailAlert: [{ Email: 'b@example.com' }, 'a@example.co.jp', { email: 'B@Example.com' }],
  })
  const before = made.body as Group
  expect(made).toEqual({
    status: 200,
    body: {
      id: before.id,
      groupCode: 'G-1',
      groupName: '鉄骨班',
      officeId: office.office_id,
      baseName: office.name,
      companyName: before.companyName,
      groupLeader: [],
      listSubleader: [],
      listMember: [],
      listEmailAlert: [{ email: 'a@example.co.jp' }, { email: 'b@example.com' }],
      metabolicClass: 4,
      acclimatised: false,
      clothing: 'smsCoverallWithHood',
      version: 1,
    },
  })
  expect((await ask(people.base, 'GET', `/api/Group/${before.id}`)).body).toEqual(before)
  expect((await ask(people.base, 'GET', `/api/Group/updatestatus/${before.id}`)).body).toEqual({
    id: before.id,
    version: 1,
    updatedAt: '2026-07-20T13:00:00+09:00',
  })

  product.time.now = new Date('2026-07-20T13:05:00+09:00')
  const change = {
    id: before.id,
    officeId: office.office_id,
    groupCode: 'G-1',
    groupName: '鉄骨班',
    version: 1,
    clothing: null,
    listEmailAlert: [{ email: 'c@example.com' }],
  }
  const changed = await ask(people.base, 'PUT', '/api/Group', change)
  expect(changed).toEqual({ status: 200, body: { ...before, clothing: null, listEmailAlert: [{ email: 'c@example.com' }], version: 2 } })
  expect((await ask(people.base, 'GET', `/api/Group/updatestatus/${before.id}`)).body).toEqual({
    id: before.id,
    version: 2,
    updatedAt: '2026-07-20T13:05:00+09:00',
  })
  product.time.now = new Date('2026-07-20T13:00:00+09:00')
  expect(await ask(people.base, 'PUT', '/api/Group', change)).toEqual({
    status: 412,
    body: 'ほかの人が先に変更しました。読み込み直してください。',
  })
  expect((await ask(people.base, 'PUT', '/api/Group', { id: before.id })).body).toEqual({ ...(changed.body as Group), version: 3 })
  expect(await ask(people.base, 'DELETE', `/api/Group/${before.id}`)).toEqual({ status: 200, body: {} })
  expect((await ask(people.base, 'GET', `/api/Group/${before.id}`)).status).toBe(404)

  const entries = await log()
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'updateWithoutVersion', 'delete'])
  for (const entry of entries)
    expect(entry).toMatchObject({ resource_id: String(before.id), company_id: office.company_id, office_id: office.office_id })
  expect(entries[1]).toMatchObject({
    before: { clothing: 'smsCoverallWithHood', version: 1 },
    after: { clothing: null, version: 2, roleChanges: [], moved: [] },
  })
})

test('a group without a code gets the next of its site', async () => {
  const { people, sibling } = tenants
  const at = (values: object) => ask(people.contract, 'POST', '/api/Group', { officeId: sibling.office_id, ...values })
  expect((await at({ groupName: '一班' })).body).toMatchObject({ groupCode: 'G-1' })
  expect((await at({ groupName: '七班', groupCode: 'G-7' })).status).toBe(200)
  expect((await at({ groupName: '八班', groupCode: ' ' })).body).toMatchObject({ groupCode: 'G-8' })
})

test('site, code and name stay what they are', async () => {
  const { people, sibling } = tenants
  const group = await make()
  const change = { id: group.id, officeId: group.officeId, groupCode: group.groupCode, groupName: group.groupName }
  expect((await ask(people.contract, 'PUT', '/api/Group', change)).status).toBe(200)
  expect(
    await ask(people.contract, 'PUT', '/api/Group', { ...change, officeId: sibling.office_id, groupCode: 'X', groupName: 'Y' }),
  ).toEqual({
    status: 400,
    body: ['拠点は変更できません。', 'グループコードは変更できません。', 'グループ名は変更できません。'],
  })
})

test('taken codes and names are refused by their name within a site; faults name their field', async () => {
  const { people, sibling } = tenants
  const group = await make()
  const { groupCode, groupName, officeId } = group
  expect(await ask(people.base, 'POST', '/api/Group', { officeId, groupCode, groupName: '別' })).toEqual({
    status: 400,
    body: ['入力したグループコードはすでに登録されています。'],
  })
  expect(await ask(people.base, 'POST', '/api/Group', { officeId, groupCode: '別', groupName })).toEqual({
    status: 400,
    body: ['入力したグループ名はすでに登録されています。'],
  })
  expect((await ask(people.contract, 'POST', '/api/Group', { officeId: sibling.office_id, groupCode, groupName })).status).toBe(200)
  expect((await ask(people.base, 'POST', '/api/Group', { listEmailAlert: ['gate＠example.com'], groupName: ' ' })).body).toEqual([
    '拠点：この項目は必須です。',
    'グループ名：この項目は必須です。',
    expect.stringMatching(/^アラート通知先メールアドレス：/),
  ])
})

test('a group that people are in stays, and the refusal counts them', async () => {
  const { people, office } = tenants
  const workers = [await makeUser(product.context.db, 'User', office), await makeUser(product.context.db, 'User', office)]
  const group = await make({ listMember: workers.map(({ user_id }) => user_id) })
  expect(await ask(people.base, 'DELETE', `/api/Group/${group.id}`)).toEqual({
    status: 400,
    body: ['このグループには作業者2人が残っているため、削除できません。'],
  })
  await product.context.db.updateTable('app_user').set({ deleted_at: product.time.now }).where('app_user.group_id', '=', group.id).execute()
  expect((await ask(people.base, 'DELETE', `/api/Group/${group.id}`)).status).toBe(200)
})

test('each role sees the groups of its scope, leaders their own and only to read', async () => {
  const { people, group, otherGroup, foreign, office } = tenants
  const ids = async (user: Someone, query = '') =>
    ((await ask(user, 'GET', `/api/Group${query}`)).body as { data: Group[] }).data.map(({ id }) => id)
  expect(await ids(people.contract, `?OfficeId=${office.office_id}&limit=1000`)).toEqual(
    expect.arrayContaining([group.group_id, otherGroup.group_id]),
  )
  for (const leader of [people.leader, people.subLeader]) {
    expect(await ids(leader)).toEqual([group.group_id])
    expect((await ask(leader, 'GET', `/api/Group/${group.group_id}`)).status).toBe(200)
    expect((await ask(leader, 'GET', `/api/Group/${otherGroup.group_id}`)).status).toBe(404)
    expect((await ask(leader, 'GET', `/api/Group/updatestatus/${otherGroup.group_id}`)).status).toBe(404)
    expect((await ask(leader, 'PUT', '/api/Group', { id: group.group_id })).status).toBe(403)
  }
  expect((await ask(people.worker, 'GET', '/api/Group')).status).toBe(403)
  for (const stranger of [people.foreignContract, people.foreignBase]) {
    expect(await ids(stranger, `?officeId=${office.office_id}`)).toEqual([])
    expect((await ask(stranger, 'GET', `/api/Group/${group.group_id}`)).status).toBe(404)
    expect((await ask(stranger, 'PUT', '/api/Group', { id: group.group_id })).status).toBe(404)
    expect((await ask(stranger, 'DELETE', `/api/Group/${group.group_id}`)).status).toBe(404)
    expect((await ask(stranger, 'POST', '/api/Group', draft())).status).toBe(404)
  }
  expect(await ids(people.service, `?companyId=${foreign.company_id}`)).toEqual([])
  expect(await log()).toEqual([])
})

test('the list has its people, by how they are read; it sorts, pages and searches', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const [second, first] = [
    await makeUser(db, 'User', office, { full_name: '渡辺', furigana: 'ワタナベ' }),
    await makeUser(db, 'User', office, { full_name: '青木', furigana: 'アオキ', worker_code: 'W-77' }),
  ]
  const made = await make({ leaderId: second.user_id, listMember: [first.user_id], groupName: '検索用ガラス班' })
  await make({ groupName: '検索用あかり班' })
  const found = async (query: string) =>
    (await ask(people.base, 'GET', `/api/Group?groupName=検索用${query}`)).body as { data: Group[]; count: number }
  const { data } = await found('ｶﾞﾗｽ')
  expect(data).toMatchObject([
    {
      id: made.id,
      groupLeader: [{ userId: second.user_id, fullName: '渡辺', groupId: made.id, groupName: '検索用ガラス班' }],
      listSubleader: [],
      listMember: [{ userId: first.user_id, userName: first.login_id, workerCode: 'W-77', fullName: '青木' }],
    },
  ])
  expect((await found('&sortKey=groupName')).data.map(({ groupName }) => groupName)).toEqual(['検索用あかり班', '検索用ガラス班'])
  expect((await found('&sortKey=groupName&sortOrder=desc&limit=1&offset=1')).data.map(({ groupName }) => groupName)).toEqual([
    '検索用あかり班',
  ])
  expect((await found('&sortKey=groupLeader')).data[0]?.groupName).toBe('検索用ガラス班')
  expect(await found('&limit=5&offset=9')).toEqual({ data: [], count: 2 })
  expect((await ask(people.base, 'GET', '/api/Group?sortKey=emails')).status).toBe(400)
  for (let n = 0; n < 25; n += 1) await makeGroup(db, { office_id: office.office_id })
  const all = (await ask(people.base, 'GET', '/api/Group')).body as { data: Group[]; count: number }
  expect(all.data.length).toBe(all.count)
  expect(all.count).toBeGreaterThan(25)
})

test('the overview counts the people of whom it names the leaders, and the choice names the groups; both sort and search as the list', async () => {
  const { db } = product.context
  const { people, office, group } = tenants
  const [leader, sub, member, gone] = [
    await makeUser(db, 'User', office, { full_name: '長　一' }),
    await makeUser(db, 'User', office),
    await makeUser(db, 'User', office),
    await makeUser(db, 'User', office),
  ]
  const made = await make({
    leaderId: leader.user_id,
    listSubleader: [sub.user_id],
    listMember: [member.user_id, gone.user_id],
    groupName: '一覧用い班',
  })
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('user_id', '=', gone.user_id).execute()
  const empty = await make({ groupName: '一覧用あ班' })
  const read = async (path: string, user: Someone = people.base) => (await ask(user, 'GET', `/api/Group/${path}`)).body
  const { id, groupCode, groupName, officeId, baseName, companyName, groupLeader } = made
  expect(await read('Overview?groupName=一覧用&sortKey=groupName&sortOrder=desc&limit=1')).toEqual({
    data: [{ id, groupCode, groupName, officeId, baseName, companyName, groupLeader, people: 3 }],
    count: 2,
  })
  expect(await read('Names?groupName=一覧用')).toEqual([
    { id, groupName },
    { id: empty.id, groupName: '一覧用あ班' },
  ])
  expect(await read('Names', people.leader)).toEqual([{ id: group.group_id, groupName: group.name }])
  expect(await read('Overview', people.leader)).toMatchObject({ data: [{ id: group.group_id }], count: 1 })
  expect((await ask(people.worker, 'GET', '/api/Group/Names')).status).toBe(403)
})
