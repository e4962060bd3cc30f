import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeDevice, makeGroup, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople } from './test-people.ts'

const people = await addPeople(await startTestApp())
let group: Awaited<ReturnType<typeof makeGroup>>

const names = [
  ['渡辺　一', 'ワタナベ　ハジメ'],
  ['青木　愛', 'アオキ　アイ'],
  ['髙橋　健', 'タカハシ　ケン'],
  ['斎藤　学', 'さいとう　まなぶ'],
  ['阿部　勇', 'ｱﾍﾞ ｲｻﾑ'],
] as const

beforeAll(async () => {
  const { db, office, beside, elsewhere } = people
  group = await makeGroup(db, { office_id: office.office_id, name: '鉄筋班' })
  for (const [index, [full_name, furigana]] of names.entries())
    await makeUser(db, 'User', index < 2 ? { ...office, group_id: group.group_id } : office, {
      full_name,
      furigana,
      login_id: `list-${index}`,
      worker_code: `W-${index}`,
    })
  await makeUser(db, 'User', beside, { full_name: '隣　人', furigana: 'トナリ　ヒト' })
  await makeUser(db, 'User', elsewhere, { full_name: '他社　人', furigana: 'タシャ　ヒト' })
})

type Row = { userName: string; fullName: string; role: string }
const list = async (query: string, actor: { user_id: number } = people.base) => {
  const { status, body } = await people.call(actor, 'GET', `/api/UserRole?${query}`)
  const { data = [], count = -1 } = (status === 200 ? body : {}) as { data?: Row[]; count?: number }
  return { status, body, count, names: data.map((row) => row.fullName), data }
}

const byFurigana = ['青木　愛', '阿部　勇', '斎藤　学', '髙橋　健', '渡辺　一']

test('people are in the order of their furigana, whatever kana they are written in, forwards and back', async () => {
  expect((await list('worker=1')).names).toEqual(byFurigana)
  expect((await list('worker=1&sortKey=fullName&sortOrder=descend')).names).toEqual(byFurigana.toReversed())
  const pages = await Promise.all([0, 1, 2, 3, 4, 5].map((offset) => list(`worker=1&limit=1&offset=${offset}`)))
  expect(pages.flatMap((page) => page.names)).toEqual(byFurigana)
  expect(pages.map((page) => page.count)).toEqual([5, 5, 5, 5, 5, 5])
})

test.each([
  ['たかはし', '髙橋　健'],
  ['高橋', '髙橋　健'],
  ['ﾀｶﾊ', '髙橋　健'],
  ['サイトウ', '斎藤　学'],
  ['あべ', '阿部　勇'],
  ['渡辺一', '渡辺　一'],
  ['%', undefined],
])('%s finds %s', async (text, found) => {
  expect((await list(`fullName=${encodeURIComponent(text)}`)).names).toEqual(found === undefined ? [] : [found])
})

test('filters narrow, alone and together', async () => {
  const { base, contract, service, office } = people
  expect((await list(`exactFullName=${encodeURIComponent('さいとうまなぶ')}`)).names).toEqual(['斎藤　学'])
  expect((await list(`exactFullName=${encodeURIComponent('さいとう')}`)).names).toEqual([])
  expect((await list(`groupId=${group.group_id}`)).names).toEqual(['青木　愛', '渡辺　一'])
  expect((await list('workerCode=ｗ-3')).names).toEqual(['斎藤　学'])
  expect((await list('userName=LIST-4')).names).toEqual(['阿部　勇'])
  expect((await list('isLockedOut=1')).count).toBe(0)
  expect(
    (await list(`role=ADMIN_HEADQUATER,AdminUnitContract&companyId=${office.company_id}`, service)).data.map((row) => row.role).toSorted(),
  ).toEqual(['AdminUnitContract', 'HeadquartersAdmin'])
  expect((await list('role=User&role=GroupLeader', base)).count).toBe(5)
  expect((await list('worker=1', contract)).count).toBe(6)
  expect((await list(`listUserNameByListOffice=${office.office_id},${people.beside.office_id}`, contract)).count).toBe(7)
  expect((await list('role=Visitor')).body).toEqual(['権限：選べる値ではありません。'])
  expect((await list('sortKey=password')).status).toBe(400)
})

test('each role sees those below it, inside its scope', async () => {
  const { db, office, service, contract, base } = people
  const leader = await makeUser(
    db,
    'GroupLeader',
    { ...office, group_id: group.group_id },
    { full_name: '職　長', furigana: 'ショク　チョウ' },
  )
  const worker = await makeUser(db, 'User', office, { full_name: '退　者', deleted_at: new Date() })
  const rolesSeen = async (actor: { user_id: number }) => new Set((await list('limit=1000', actor)).data.map((row) => row.role))
  expect((await rolesSeen(service)).size).toBe(5)
  expect(await rolesSeen(contract)).toEqual(new Set(['HeadquartersAdmin', 'User', 'GroupLeader']))
  expect(await rolesSeen(base)).toEqual(new Set(['User', 'GroupLeader']))
  expect((await list('', leader)).names).toEqual(['青木　愛', '職　長', '渡辺　一'])
  expect((await people.call(base, 'GET', `/api/UserRole/${worker.user_id}`)).status).toBe(404)
})

test('rows sort by every key', async () => {
  const { db, office } = people
  const device = await makeDevice(db, 'vital', office.office_id, { serial: 'AAA' })
  const wearer = await db.selectFrom('app_user').select('user_id').where('login_id', '=', 'list-2').executeTakeFirstOrThrow()
  await makeWear(db, wearer.user_id, device.device_id)
  expect((await list('worker=1&sortKey=meditagId')).names[0]).toBe('髙橋　健')
  const keys = [
    'userName',
    'companyName',
    'officeName',
    'groupName',
    'role',
    'roleJp',
    'workerCode',
    'email',
    'phoneNumber',
    'isLockedOut',
    'affiliation1',
    'dateOfBirth',
    'gender',
    'safetyBeltId',
  ]
  for (const key of keys) {
    const whole = await list(`sortKey=${key}&limit=100`)
    const pieces = await Promise.all(Array.from({ length: whole.count }, (_, offset) => list(`sortKey=${key}&limit=1&offset=${offset}`)))
    expect({ key, names: pieces.flatMap((piece) => piece.names) }).toEqual({ key, names: whole.names })
    const listed = whole.data.filter(({ userName }) => userName.startsWith('list-')).map(({ fullName }) => fullName)
    for (const [offset, queries] of [
      [0, 3],
      [2, 2],
    ] as const)
      expect(await list(`sortKey=${key}&userName=list-&offset=${offset}&limit=${queries}`)).toMatchObject({
        count: 5,
        names: listed.slice(offset, offset + queries),
      })
  }
  expect(await list('userName=list-&offset=9')).toMatchObject({ count: 5, names: [] })
})

test('words that a crowd matches find the same people in the same order', async () => {
  const { db, service } = people
  const { office_id, company_id } = await makeOffice(db)
  await sql`
    with claimed as (insert into login (login_key, company_id) select 'crowd-' || n, ${company_id} from generate_series(1, 20050) n)
    insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
    select 'crowd-' || n, 'User', ${company_id}, ${office_id}, '群　' || lpad(n::text, 5, '0'), 'グン　' || lpad(n::text, 5, '0') from generate_series(1, 20050) n`.execute(
    db,
  )
  const crowd = (query: string) => list(`officeId=${office_id}&limit=1&${query}`, service)
  const queries = [
    ['', 20_050, '群　20050'],
    ['fullName=ぐん', 20_050, '群　20050'],
    ['fullName=グン0', 9_999, '群　09999'],
    ['fullName=群20049', 1, '群　20049'],
  ] as const
  for (const [words, count, lastName] of queries) {
    expect(await crowd(words)).toMatchObject({ count })
    expect(await crowd(`${words}&offset=${count - 1}`)).toMatchObject({ count, names: [lastName] })
  }
})

test('a query for a person of one kind does not return one of another', async () => {
  const { db, base, service, office, call } = people
  const leader = await makeUser(db, 'GroupLeader', office)
  const statusAs = async ({ user_id: userId }: { user_id: number }, role: string) =>
    (await call(service, 'GET', `/api/UserRole/${userId}?role=${role}`)).status
  // Leaders are workers too.
  for (const role of ['User', 'GroupLeader']) expect(await statusAs(leader, role)).toBe(200)
  expect(await statusAs(base, 'ADMIN_HEADQUATER')).toBe(200)
  for (const role of ['HeadquartersAdmin', 'AdminUnitContract', 'AdminUnitService']) expect(await statusAs(leader, role)).toBe(404)
  expect(await statusAs(base, 'User')).toBe(404)
  expect(await statusAs(base, 'nobody')).toBe(400)
})
