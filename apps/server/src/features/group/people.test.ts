import type { Group, GroupPerson } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeAlert, makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const admin = await makeUser(product.context.db, 'HeadquartersAdmin', office)
const contract = await makeUser(product.context.db, 'AdminUnitContract', office)

beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

type Someone = { user_id: number }
const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, user: Someone = admin) =>
  product.askAs(user, method, url, payload)
let codes = 0
const save = (values: object, user: Someone = admin) => {
  const code = `P-${(codes += 1)}`
  return ask('POST', '/api/Group', { officeId: office.office_id, groupCode: code, groupName: `班${code}`, ...values }, user)
}
const worker = (name: string) => makeUser(product.context.db, 'User', office, { full_name: name, furigana: name })
const rowOf = async ({ user_id }: Someone) => {
  const { rows } = await sql<{ role: string; group_id: number | null; group_role: number | null; version: number }>`
    select u.role, u.group_id, u.group_role, u.version from app_user u where u.user_id = ${user_id}`.execute(product.context.db)
  return rows[0]
}
const lastLog = async () => {
  const { rows } = await sql<{ action: string; resource_id: string; after: { roleChanges: unknown; moved: unknown } }>`
    select a.action, a.resource_id, a.after from audit_log a where a.resource = 'group' order by a.audit_id`.execute(product.context.db)
  return rows
}
const none = { group_id: null, group_role: null }

test('places set account roles, leaving takes them back, and the log says exactly whose role changed', async () => {
  const [a, b, c, d] = [await worker('赤井'), await worker('馬場'), await worker('千葉'), await worker('土井')]
  const made = await save({
    leaderId: [a.user_id],
    listSubleader: [{ UserId: String(b.user_id), fullName: '何か' }],
    listMember: [c.user_id, c.user_id],
  })
  const group = made.body as Group
  expect(made.status).toBe(200)
  expect(await rowOf(a)).toEqual({ role: 'GroupLeader', group_id: group.id, group_role: 1, version: 2 })
  expect(await rowOf(b)).toEqual({ role: 'GroupSubLeader', group_id: group.id, group_role: 2, version: 2 })
  expect(await rowOf(c)).toEqual({ role: 'User', group_id: group.id, group_role: 3, version: 2 })
  expect((await lastLog())[0]?.after).toMatchObject({
    roleChanges: [
      { userId: a.user_id, fullName: '赤井', before: 'User', after: 'GroupLeader' },
      { userId: b.user_id, fullName: '馬場', before: 'User', after: 'GroupSubLeader' },
    ],
    moved: [],
  })
  await product.context.db.deleteFrom('audit_log').execute()

  const changed = await ask('PUT', '/api/Group', {
    id: group.id,
    version: 1,
    leaderId: [b.user_id],
    listSubleader: [],
    listMember: [c.user_id, d.user_id],
  })
  expect(changed.body).toMatchObject({
    groupLeader: [{ userId: b.user_id }],
    listSubleader: [],
    listMember: [{ userId: c.user_id }, { userId: d.user_id }],
    version: 2,
  })
  expect(await rowOf(a)).toEqual({ role: 'User', ...none, version: 3 })
  expect(await rowOf(b)).toEqual({ role: 'GroupLeader', group_id: group.id, group_role: 1, version: 3 })
  // Whose place is the same is not touched.
  expect(await rowOf(c)).toEqual({ role: 'User', group_id: group.id, group_role: 3, version: 2 })
  expect((await lastLog())[0]?.after).toMatchObject({
    roleChanges: [
      { userId: a.user_id, fullName: '赤井', before: 'GroupLeader', after: 'User' },
      { userId: b.user_id, fullName: '馬場', before: 'GroupSubLeader', after: 'GroupLeader' },
    ],
  })
})

test('a changed role counts at once, and the session lives on', async () => {
  const person = await worker('江口')
  const headers = await product.as(person)
  const statusOf = async () => (await product.ask('GET', '/api/Group', { headers })).status
  expect(await statusOf()).toBe(403)
  const { body } = await save({ leaderId: [person.user_id] })
  expect(await statusOf()).toBe(200)
  await ask('PUT', '/api/Group', { id: (body as Group).id, leaderId: [] })
  expect(await statusOf()).toBe(403)
  expect((await product.ask('GET', '/api/UserInfo', { headers })).body).toMatchObject({ roleKey: 'User', groupId: null })
})

test('somebody in another group is moved, and a person who edits that group is refused', async () => {
  const [mover, stayer] = [await worker('福田'), await worker('後藤')]
  const old = (await save({ leaderId: [mover.user_id], listMember: [stayer.user_id] })).body as Group
  await product.context.db.deleteFrom('audit_log').execute()
  const next = (await save({ listMember: [mover.user_id] })).body as Group
  expect(await rowOf(mover)).toEqual({ role: 'User', group_id: next.id, group_role: 3, version: 3 })
  expect(await lastLog()).toMatchObject([
    {
      action: 'create',
      resource_id: String(next.id),
      after: {
        roleChanges: [{ userId: mover.user_id, fullName: '福田', before: 'GroupLeader', after: 'User' }],
        moved: [{ userId: mover.user_id, fullName: '福田', groupId: old.id, groupName: old.groupName }],
      },
    },
    { action: 'movedAway', resource_id: String(old.id), after: { groupId: next.id, groupName: next.groupName } },
  ])
  expect((await ask('GET', `/api/Group/${old.id}`)).body).toMatchObject({
    groupLeader: [],
    listMember: [{ userId: stayer.user_id }],
    version: 2,
  })
  expect((await ask('PUT', '/api/Group', { id: old.id, version: old.version, leaderId: [mover.user_id] })).status).toBe(412)
})

test('an open alert goes with its person, so that the new leader sees and answers it; what has ended stays', async () => {
  const { db } = product.context
  const [mover, before, after] = [await worker('伊東'), await worker('前任'), await worker('後任')]
  const old = (await save({ leaderId: [before.user_id], listMember: [mover.user_id] })).body as Group
  const inOld = { ...mover, group_id: old.id }
  const emergency = await makeAlert(db, inOld, { group_name: old.groupName })
  const over = await makeAlert(db, inOld, { kind: 'condition', handling: 'closed', ended_at: product.time.now, group_name: old.groupName })
  const next = (await save({ leaderId: [after.user_id], listMember: [mover.user_id] })).body as Group
  const groupsOf = async () =>
    (
      await db.selectFrom('alert').select(['group_id', 'group_name']).where('user_id', '=', mover.user_id).orderBy('alert_id').execute()
    ).map(Object.values)
  expect(await groupsOf()).toEqual([
    [next.id, next.groupName],
    [old.id, old.groupName],
  ])
  const acknowledge = async (who: Someone, id = emergency.alert_id) => (await ask('POST', `/api/Alert/${id}/Acknowledge`, {}, who)).status
  expect(await acknowledge(before)).toBe(404)
  expect(await acknowledge(after)).toBe(200)
  expect(await acknowledge(after, over.alert_id)).toBe(404)
  // Without a new group, the former leader still answers.
  await ask('PUT', '/api/Group', { id: next.id, leaderId: [after.user_id], listMember: [] })
  expect((await groupsOf())[0]).toEqual([next.id, next.groupName])
})

test('two places in one group are refused by name, and nothing is saved', async () => {
  const [one, other] = [await worker('橋本'), await worker('飯田')]
  const both = { leaderId: [one.user_id], listSubleader: [one.user_id, other.user_id], listMember: [{ userId: other.user_id }] }
  expect(await save({ ...both, groupCode: 'REFUSED' })).toEqual({
    status: 400,
    body: [
      '橋本さんは、職長と副職長の両方に選ばれています。どちらか1つにしてください。',
      '飯田さんは、副職長とメンバーの両方に選ばれています。どちらか1つにしてください。',
    ],
  })
  expect(await rowOf(one)).toMatchObject({ role: 'User', group_id: null, version: 1 })
  expect(((await ask('GET', '/api/Group')).body as { data: Group[] }).data.filter(({ groupCode }) => groupCode === 'REFUSED')).toEqual([])
  expect(await lastLog()).toEqual([])
  // A place kept by leaving it out counts as well.
  const group = (await save({ leaderId: [one.user_id] })).body as Group
  expect((await ask('PUT', '/api/Group', { id: group.id, listMember: [one.user_id] })).status).toBe(400)
})

test('somebody who is no worker of the site is refused by name; somebody whom the actor cannot see, by number', async () => {
  const { db } = product.context
  const elsewhere = await makeUser(db, 'User', await makeOffice(db, { company_id: office.company_id }), { full_name: '隣の人' })
  const foreign = await makeUser(db, 'User', await makeOffice(db), { full_name: '他社の人' })
  const manager = await makeUser(db, 'HeadquartersAdmin', office, { full_name: '所長' })
  const gone = await makeUser(db, 'User', office, { full_name: '去った人', deleted_at: product.time.now })
  const listMember = [elsewhere, foreign, manager, gone].map(({ user_id }) => user_id)
  const unknown = (id: number) => `利用者番号${id}の人は見つかりません。削除されたか、見る権限がありません。`
  const notWorker = (name: string) => `${name}さんは、この拠点の作業者ではないため、グループに入れられません。`
  expect(await save({ listMember }, contract)).toEqual({
    status: 400,
    body: [notWorker('隣の人'), unknown(foreign.user_id), notWorker('所長'), unknown(gone.user_id)],
  })
  expect((await save({ listMember })).body).toEqual([
    unknown(elsewhere.user_id),
    unknown(foreign.user_id),
    notWorker('所長'),
    unknown(gone.user_id),
  ])
  expect((await save({ listMember: ['x'] })).body).toEqual([expect.stringMatching(/^メンバー：/)])
})

test('saves that pull the same people to and fro at once end with everybody in one place', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => worker(`綱引${n}`)))
  const ids = people.map(({ user_id }) => user_id)
  const groups = await Promise.all(
    [1, 2, 3].map(async () => (await makeGroup(product.context.db, { office_id: office.office_id })).group_id),
  )
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask('PUT', '/api/Group', { id: groups[n % 3], leaderId: [ids[n % 6]], listMember: ids.filter((_id, at) => at !== n % 6) }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const rows = await Promise.all(people.map(rowOf))
  expect(new Set(rows.map((row) => row?.group_id)).size).toBe(1)
  expect(rows.filter((row) => row?.role === 'GroupLeader' && row.group_role === 1)).toHaveLength(1)
})

test('candidates are the workers of a site with their group, searched by code and name', async () => {
  const { db } = product.context
  const site = await makeOffice(db, { company_id: office.company_id })
  const person = (full_name: string, furigana: string, worker_code: string | null, values: object = {}) =>
    makeUser(db, 'User', site, { full_name, furigana, worker_code, ...values })
  const group = await makeGroup(db, { office_id: site.office_id })
  const grouped = await makeUser(
    db,
    'GroupLeader',
    { ...site, group_id: group.group_id },
    { full_name: '髙橋　一', furigana: 'タカハシ　ハジメ', worker_code: 'Ab-010' },
  )
  await person('田中　次郎', 'タナカ　ジロウ', 'AB-011')
  const flower = await person('阿部　花', 'アベ　ハナ', null)
  await person('去った　人', 'サッタ　ヒト', 'AB-012', { deleted_at: product.time.now })
  await makeUser(db, 'HeadquartersAdmin', site)
  const names = async (query = '', user: Someone = contract) => {
    const { body } = await ask('GET', `/api/Group/Candidates?OfficeId=${site.office_id}${query}`, undefined, user)
    const { data, count } = body as { data: GroupPerson[]; count: number }
    expect(data.length).toBe(count)
    return data.map(({ fullName }) => fullName)
  }
  expect(await names()).toEqual(['阿部　花', '髙橋　一', '田中　次郎'])
  expect(await names('&ungrouped=1')).toEqual(['阿部　花', '田中　次郎'])
  expect(await names(`&without=${grouped.user_id}`)).toEqual(['阿部　花', '田中　次郎'])
  expect(await names(`&without=${grouped.user_id},${flower.user_id}`)).toEqual(['田中　次郎'])
  expect(await names('&ungrouped=0&sortKey=workerCode')).toEqual(['髙橋　一', '田中　次郎', '阿部　花'])
  for (const text of ['たかはし', 'タカハシ', 'ﾀｶﾊｼ', '高橋', '髙橋一', 'はし'])
    expect(await names(`&fullName=${encodeURIComponent(text)}`)).toEqual(['髙橋　一'])
  expect(await names('&workerCode=ａｂ-01')).toEqual(['髙橋　一', '田中　次郎'])
  expect(await names('&workerCode=11&fullName=　')).toEqual(['田中　次郎'])
  expect((await ask('GET', `/api/Group/Candidates?officeId=${site.office_id}&fullName=高橋`, undefined, contract)).body).toEqual({
    data: [
      {
        userId: grouped.user_id,
        userName: grouped.login_id,
        workerCode: 'Ab-010',
        fullName: '髙橋　一',
        groupId: group.group_id,
        groupName: group.name,
      },
    ],
    count: 1,
  })
  // More ids than an address holds.
  const without = [grouped.user_id, ...Array.from({ length: 10_000 }, (_, n) => 1_000_000 + n)]
  const beside = await ask('POST', '/api/Group/Candidates', { officeId: site.office_id, limit: 1, without }, contract)
  expect(beside).toMatchObject({ status: 200, body: { data: [{ fullName: '阿部　花' }], count: 2 } })
  expect(await names('', admin)).toEqual([])
  expect((await ask('GET', '/api/Group/Candidates')).body).toEqual(['拠点：この項目は必須です。'])
})

test('a guest of a day may be a member and no leader, and is no candidate for one', async () => {
  const guest = await worker('日下')
  await sql`
    update app_user set guest_until = now() where company_id = ${office.company_id} and user_id = ${guest.user_id}`.execute(
    product.context.db,
  )
  for (const place of [{ leaderId: [guest.user_id] }, { listSubleader: [guest.user_id] }])
    expect(await save(place)).toMatchObject({ status: 400, body: [expect.stringContaining('日下さんは本日のみの作業者')] })
  expect((await save({ listMember: [guest.user_id] })).status).toBe(200)
  const find = async (more: object) =>
    (await ask('POST', '/api/Group/Candidates', { officeId: office.office_id, fullName: '日下', without: [], ...more })).body
  expect(await find({})).toMatchObject({ count: 1 })
  expect(await find({ withoutGuests: true })).toMatchObject({ count: 0 })
})
