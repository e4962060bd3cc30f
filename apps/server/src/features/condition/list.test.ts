import type { HealthRow } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { createTestApp } from '../../test-app.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let tenants: Awaited<ReturnType<typeof makeTenants>>

const now = new Date('2026-07-20T13:00:00+09:00')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeAll(async () => {
  product = await createTestApp()
  tenants = await makeTenants(product.context.db)
})
afterAll(() => product.close())

type List = { data: HealthRow[]; count: number }
const list = async (user: { user_id: number }, query = '') => {
  const { status, body } = await product.ask('GET', `/api/HealthCondition${query}`, { headers: await product.as(user) })
  return { status, body: body as List }
}
const idsOf = ({ body }: { body: List }) => body.data.map(({ userId }) => userId)
const sorted = (ids: (number | undefined)[]) => ids.toSorted((one, other) => Number(one) - Number(other))

/** A site of its own with so many workers, and its base admin. */
const siteOf = async (furiganas: string[]) => {
  const { db } = product.context
  const office = await makeOffice(db)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const workers = []
  for (const furigana of furiganas) workers.push(await makeUser(db, 'User', office, { furigana }))
  return { office, admin, workers, ids: workers.map(({ user_id }) => user_id) }
}

test('each role sees the workers of its scope, and a worker none', async () => {
  const { leader, subLeader, worker, neighbour, sibling, foreign, ...admins } = tenants.people
  const group = [leader, subLeader, worker]
  const site = [...group, neighbour]
  const company = [...site, sibling]
  const expected = [
    [admins.service, [...company, foreign]],
    [admins.contract, company],
    [admins.base, site],
    [leader, group],
    [subLeader, group],
    [admins.foreignContract, [foreign]],
    [admins.foreignBase, [foreign]],
  ] as const
  for (const [viewer, seen] of expected) {
    const answer = await list(viewer)
    expect(sorted(idsOf(answer)), viewer.role).toEqual(sorted(seen.map(({ user_id }) => user_id)))
    expect(answer.body.count).toBe(seen.length)
  }
  expect((await list(worker)).status).toBe(403)
})

test("a filter by another tenant's site finds nothing, and filters narrow", async () => {
  const { contract, service, worker, leader, subLeader } = tenants.people
  expect((await list(contract, `?OfficeId=${tenants.foreign.office_id}`)).body).toEqual({ data: [], count: 0 })
  expect((await list(contract, `?officeId=${tenants.sibling.office_id}`)).body.count).toBe(1)
  expect(sorted(idsOf(await list(contract, `?groupId=${tenants.group.group_id}`)))).toEqual(
    sorted([leader, subLeader, worker].map(({ user_id }) => user_id)),
  )
  expect((await list(service, `?companyId=${tenants.office.company_id}`)).body.count).toBe(5)
})

test('by default emergencies come first, then levels, then excess, then the order of kana', async () => {
  const { db } = product.context
  const { admin, workers, ids } = await siteOf(['ワ', 'ア', 'ヤ', 'カ', 'サ', 'タ', 'ナ'])
  const [quietest, emergency, three, hot, warm, warmToo, silent] = ids as [number, number, number, number, number, number, number]
  await setState(db, emergency, now, { emergency_since: before(3), emergency_cause: 'call', total_level: 0, excess: -5 })
  await setState(db, three, now, { total_level: 3, excess: -4 })
  await setState(db, hot, now, { total_level: 2, excess: 3.5 })
  await setState(db, warm, now, { total_level: 2, excess: 1.25 })
  await setState(db, warmToo, now, { total_level: 2, excess: 1.25 })
  await setState(db, silent, before(20), { total_level: 0, excess: 9 })
  await setState(db, quietest, now, { total_level: 0, excess: -1 })
  const answer = await list(admin)
  expect(idsOf(answer)).toEqual([emergency, three, hot, warm, warmToo, quietest, silent])
  expect(answer.body.count).toBe(workers.length)
  expect(answer.body.data.at(-1)).toMatchObject({
    alertLevel: null,
    status: '0',
    hideData: '1',
    heartRate: null,
    excess: null,
    wbgtValue: null,
  })
})

test('somebody with an open report comes after emergencies and before every level, also without data, until it is closed', async () => {
  const { db } = product.context
  const { admin, workers, ids } = await siteOf(['ア', 'イ', 'ウ', 'エ', 'オ'])
  const [emergency, three, calm, bare, closed] = ids as [number, number, number, number, number]
  await setState(db, emergency, now, { emergency_since: before(3), total_level: 0, personal_level: 0 })
  await setState(db, three, now, { total_level: 3, personal_level: 3 })
  await setState(db, calm, now, { total_level: 0, personal_level: 0 })
  await setState(db, closed, now, { total_level: 1, personal_level: 1 })
  const report = { kind: 'report', source: 'self', level: null, peak_level: null, heart_rate: null } as const
  for (const { user_id, ...worker } of workers.filter((one) => [calm, bare].includes(one.user_id)))
    await makeAlert(db, { ...worker, user_id }, before(9), report)
  for (const worker of workers.filter((one) => one.user_id === closed))
    await makeAlert(db, worker, before(9), { ...report, handling: 'closed', ended_at: now, outcome: 'falseAlarm' })
  const order = [emergency, bare, calm, three, closed]
  const { body } = await list(admin)
  expect(idsOf({ body })).toEqual(order)
  expect(body.data.map((row) => row.reportedAt)).toEqual([null, '2026-07-20T12:51:00+09:00', '2026-07-20T12:51:00+09:00', null, null])
  expect(body.data[1]).toMatchObject({ alertLevel: null, hideData: '0' })
  expect(idsOf(await list(admin, '?healthData=1'))).toEqual(order)
  const dangers = await list(admin, '?minLevel=3')
  expect([idsOf(dangers), dangers.body.count]).toEqual([[emergency, bare, calm, three], 4])
})

test('a row says what is lost, and what a level rests on', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ', 'エ'])
  const [both, gone, calm, never] = ids as [number, number, number, number]
  const heart = { kind: 'maximum', limit: 162, over: 5, minutes: 2 }
  const heat = { kind: 'heat', limit: 28, over: 3.5, minutes: 0 }
  const reason = JSON.stringify([heart, heat])
  await setState(db, both, now, { total_level: 3, reason, lost_heart_rate: true, lost_wbgt: true })
  await setState(db, gone, before(90), { total_level: 2, reason: JSON.stringify([heat]), lost_wbgt: true })
  await setState(db, calm, now, { total_level: 0, reason })
  const rows = new Map((await list(admin)).body.data.map((row) => [row.userId, row]))
  expect(rows.get(both)).toMatchObject({ lost: ['heartRate', 'wbgt'], reason: '最大心拍162を5超過・2分、基準値28を3.5超過' })
  expect(rows.get(gone)).toMatchObject({ lost: ['wbgt', 'signal'], reason: '基準値28を3.5超過', status: '0' })
  expect(rows.get(calm)).toMatchObject({ lost: [], reason: null })
  expect(rows.get(never)).toMatchObject({ lost: [], reason: null })
})

test('somebody who pressed the call button is at level 3 in the row and in the counts, until the emergency is closed', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  const [calm, hot, accumulated] = ids as [number, number, number]
  const reason = JSON.stringify([{ kind: 'heat', limit: 28, over: 0.5, minutes: 0 }])
  const since = before(3)
  await setState(db, calm, now, { total_level: 0, emergency_since: since, emergency_cause: 'call' })
  await setState(db, hot, now, { total_level: 1, reason, emergency_since: since, emergency_cause: 'call' })
  await setState(db, accumulated, now, { total_level: 1, reason, emergency_since: since, emergency_cause: 'accumulated' })
  const rows = new Map((await list(admin)).body.data.map((row) => [row.userId, row]))
  const called = { alertLevel: 3, emergency: '1', levelSince: '2026-07-20T12:57:00+09:00' }
  expect(rows.get(calm)).toMatchObject({ ...called, reason: '呼び出しボタンが押されました' })
  expect(rows.get(hot)).toMatchObject({ ...called, reason: '呼び出しボタンが押されました、基準値28を0.5超過' })
  expect(rows.get(accumulated)).toMatchObject({ alertLevel: 1, emergency: '1', reason: '基準値28を0.5超過' })
  const summary = await product.ask('GET', '/api/HealthCondition/Summary', { headers: await product.as(admin) })
  expect(summary.body).toMatchObject({ emergency: 3, level3: 2, level1: 1, level0: 0 })

  await setState(db, calm, now, { emergency_since: null, emergency_cause: null })
  expect((await list(admin)).body.data.find(({ userId }) => userId === calm)).toMatchObject({ alertLevel: 0, reason: null })
})

test('somebody whose device alarms is at level 3 in the row and in the counts, also without data, until it is closed', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  const [calm, silent, hot] = ids as [number, number, number]
  const alarm = { alarm_since: before(3), alarm_kind: 'fall' }
  await setState(db, calm, now, { total_level: 0, personal_level: 0, ...alarm })
  await setState(db, silent, before(90), { total_level: 0, ...alarm })
  await setState(db, hot, now, { total_level: 3, ...alarm, reason: JSON.stringify([{ kind: 'heat', limit: 28, over: 4, minutes: 0 }]) })
  const rows = new Map((await list(admin)).body.data.map((row) => [row.userId, row]))
  const fallen = { alertLevel: 3, emergency: '1', levelSince: '2026-07-20T12:57:00+09:00' }
  expect(rows.get(calm)).toMatchObject({ ...fallen, personalLevel: 3, reason: '機器が転倒を検知しました' })
  expect(rows.get(silent)).toMatchObject({ ...fallen, status: '0', reason: '機器が転倒を検知しました' })
  expect(rows.get(hot)).toMatchObject({ alertLevel: 3, emergency: '1', reason: '機器が転倒を検知しました、基準値28を4超過' })
  const summary = await product.ask('GET', '/api/HealthCondition/Summary', { headers: await product.as(admin) })
  expect(summary.body).toMatchObject({ emergency: 3, level3: 3, level0: 0, none: 0 })

  await setState(db, calm, now, { alarm_since: null, alarm_kind: null })
  expect((await list(admin)).body.data.find(({ userId }) => userId === calm)).toMatchObject({ alertLevel: 0, reason: null })
})

test('time in heat shows while it is current, and long times can be listed alone', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ', 'エ'])
  const [onEnd, inAll, short, silent] = ids as [number, number, number, number]
  const times = (today: number, end: number, longest: number) => ({
    heat_minutes_today: today,
    heat_minutes_on_end: end,
    heat_minutes_longest: longest,
  })
  await setState(db, onEnd, now, { total_level: 0, ...times(60.9, 0, 45) })
  await setState(db, inAll, now, { total_level: 0, ...times(210, 30, 44) })
  await setState(db, short, now, { total_level: 0, ...times(209.9, 44.9, 44.9) })
  await setState(db, silent, before(90), { total_level: 0, ...times(300, 90, 90) })
  const all = new Map((await list(admin)).body.data.map((row) => [row.userId, row]))
  expect(all.get(onEnd)).toMatchObject({ heatMinutesToday: 60, heatMinutesOnEnd: 0, heatMinutesLongest: 45 })
  expect(all.get(silent)).toMatchObject({ heatMinutesToday: null, heatMinutesOnEnd: null, heatMinutesLongest: null })
  expect(idsOf(await list(admin, '?longInHeat=1&sortKey=heatMinutesToday&sortOrder=desc'))).toEqual([inAll, onEnd])
  const office = await product.ask('GET', `/api/Office/${all.get(short)?.officeId}/Now`, { headers: await product.as(admin) })
  expect(office.body).toMatchObject({ longestInHeat: { minutes: 44, locationName: null, people: 0 } })
})

test('names sort by furigana in the Japanese order, kanji notwithstanding', async () => {
  const kana = ['ハシモト', 'ババ', 'はせがわ', 'アオキ', 'ガモウ', 'カトウ', 'ヴァン', 'ウエダ', 'ャマ', 'ヤマ']
  const { admin, workers } = await siteOf(kana)
  const names = async (query: string) =>
    (await list(admin, query)).body.data.map(({ userId }) => workers.find(({ user_id }) => user_id === userId)?.furigana)
  const order = kana.toSorted(new Intl.Collator('ja').compare)
  expect(await names('?sortKey=fullName&sortOrder=asc')).toEqual(order)
  expect(await names('?sortKey=fullName&sortOrder=descend')).toEqual(order.toReversed())
})

test('every field that is one value sorts, since clients may ask for any', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  const [silent = 0, noHeartRate = 0, well = 0] = ids
  await setState(db, silent, before(90), { total_level: 0 })
  await setState(db, noHeartRate, now, { heart_rate: null, no_heart_rate: true })
  await setState(db, well, now, { heart_rate: 90 })
  const [row] = (await list(admin)).body.data
  const notOneValue = ['limits', 'lost', 'reason', 'warnings']
  for (const key of Object.keys(row ?? {}).filter((field) => !notOneValue.includes(field)))
    for (const order of ['asc', 'desc']) expect((await list(admin, `?sortKey=${key}&sortOrder=${order}`)).body.count, key).toBe(3)
  expect(idsOf(await list(admin, '?sortKey=userId&sortOrder=desc'))).toEqual(ids.toSorted((a, b) => b - a))
  expect(idsOf(await list(admin, '?sortKey=status&sortOrder=asc'))).toEqual([well, silent, noHeartRate])
  expect(idsOf(await list(admin, '?sortKey=hideData&sortOrder=desc'))).toEqual([silent, noHeartRate, well])
})

test('every declared key sorts either way with missing values last; any other is refused', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  await setState(db, ids[1] ?? 0, now, { heart_rate: 120 })
  await setState(db, ids[2] ?? 0, now, { heart_rate: 90 })
  expect(idsOf(await list(admin, '?sortKey=heartRate&sortOrder=asc'))).toEqual([ids[2], ids[1], ids[0]])
  expect(idsOf(await list(admin, '?sortKey=heartRate&sortOrder=desc'))).toEqual([ids[1], ids[2], ids[0]])
  for (const key of [
    'age',
    'baseName',
    'groupName',
    'excess',
    'wbgtValue',
    'wbgtMeasurementPoint',
    'bateryLevel',
    'waveLevel',
    'locationName',
    'alertLevel',
    'alertTime',
    'emergency',
  ])
    for (const order of ['asc', 'desc']) expect((await list(admin, `?sortKey=${key}&sortOrder=${order}`)).body.count, key).toBe(3)
  expect(idsOf(await list(admin, '?sort=heartRate&sortOrder=desc'))).toEqual([ids[1], ids[2], ids[0]])
  expect(await list(admin, '?sort=anything')).toMatchObject({ status: 200 })
  for (const key of ['password', 'limits', 'u.user_id', '1'])
    expect(await list(admin, `?sortKey=${key}`)).toEqual({ status: 400, body: ['並べ替えの項目：選べる値ではありません。'] })
})

test('a page is stable, and one beyond the end is empty with the full count', async () => {
  const { admin, ids } = await siteOf(Array.from({ length: 7 }, () => 'オナジ　ナマエ'))
  const pages = await Promise.all([0, 3, 6, 9, 300].map((offset) => list(admin, `?limit=3&offset=${offset}`)))
  expect(pages.flatMap(idsOf)).toEqual(ids)
  expect(pages.map(({ body }) => body.count)).toEqual([7, 7, 7, 7, 7])
  expect((await list(admin, '?limit=0')).status).toBe(400)
  expect((await list(admin, '?limit=1001')).status).toBe(400)
})

test('pages asked for at once each get their own part of the order, also beyond its first thousand', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const people = 1_007
  await sql`
    with claimed as (insert into login (login_key, company_id) select 'many-' || n, ${office.company_id}::int from generate_series(1, ${people}::int) n)
    insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
    select 'many-' || n, 'User', ${office.company_id}::int, ${office.office_id}::int, '多人数' || n, lpad(n::text, 5, '0') from generate_series(1, ${people}::int) n`.execute(
    db,
  )
  const pageBounds: [offset: number, limit: number][] = [
    [0, 10],
    [990, 20],
    [995, 5],
    [1_000, 10],
    [5, 1_000],
    [1_007, 10],
  ]
  const pages = await Promise.all(pageBounds.map(([offset, limit]) => list(admin, `?limit=${limit}&offset=${offset}`)))
  const names = (first: number, last: number) => Array.from({ length: last - first }, (_, n) => `多人数${first + n + 1}`)
  expect(pages.map(({ body }) => body.data.map(({ fullName }) => fullName))).toEqual(
    pageBounds.map(([offset, limit]) => names(offset, Math.min(people, offset + limit))),
  )
  expect(pages.map(({ body }) => body.count)).toEqual(pageBounds.map(() => people))
})

test('hiding leaves out who has no current data before counting, never a silent worker at a level or in an emergency', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ', 'エ', 'オ', 'カ'])
  const [never, gone, current, heldAtTwo, calling, slow] = ids as [number, number, number, number, number, number]
  await setState(db, gone, before(300))
  await setState(db, current, before(4.9))
  await setState(db, heldAtTwo, before(300), { total_level: 2, heart_rate: 150 })
  await setState(db, calling, before(300), { emergency_since: before(310), emergency_cause: 'call' })
  await setState(db, slow, before(24), { interval_minutes: 10 })
  const hidden = await list(admin, '?healthData=1')
  expect(idsOf(hidden)).toEqual([calling, heldAtTwo, current, slow])
  expect(hidden.body.count).toBe(4)
  expect(hidden.body.data).toMatchObject([
    { emergency: '1', alertLevel: 3, status: '0', hideData: '0' },
    { alertLevel: 2, status: '0', hideData: '0', heartRate: 150 },
    { alertLevel: 0, status: '', hideData: '0' },
    { alertLevel: 0, status: '', hideData: '0' },
  ])
  const whole = await list(admin)
  expect(whole.body.count).toBe(6)
  expect(whole.body.data.filter(({ hideData }) => hideData === '1').map(({ userId }) => userId)).toEqual([never, gone])
  const summary = await product.ask('GET', '/api/HealthCondition/Summary', { headers: await product.as(admin) })
  expect(summary.body).toEqual({
    workers: 6,
    emergency: 1,
    level3: 1,
    level2: 1,
    level1: 0,
    level0: 2,
    none: 2,
    silent: 3,
    lastReceivedAt: '2026-07-20T12:55:06+09:00',
  })
})

test('minLevel keeps that level and above, and emergencies', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  const [calm, two, calling] = ids as [number, number, number]
  await setState(db, calm, now, { total_level: 1 })
  await setState(db, two, now, { total_level: 2 })
  await setState(db, calling, now, { total_level: 0, emergency_since: now })
  const answer = await list(admin, '?minLevel=2')
  expect(idsOf(answer)).toEqual([calling, two])
  expect(answer.body.count).toBe(2)
})

test('heart rate unavailable is a state of its own and shows no number', async () => {
  const { db } = product.context
  const { admin, ids } = await siteOf(['ア'])
  await setState(db, ids[0] ?? 0, now, { no_heart_rate: true, heart_rate: 70, heart_level: null, total_level: null })
  expect((await list(admin)).body.data).toMatchObject([{ status: '1', heartRate: null, alertLevel: null, hideData: '0' }])
})

test('deleted people, people without consent and administrators are not shown', async () => {
  const { db } = product.context
  const { office, admin, ids } = await siteOf(['ア', 'イ', 'ウ'])
  await makeUser(db, 'HeadquartersAdmin', office)
  await db
    .updateTable('app_user')
    .set({ consent_withdrawn_at: now })
    .where('app_user.user_id', '=', ids[0] ?? 0)
    .execute()
  await db
    .updateTable('app_user')
    .set({ deleted_at: now })
    .where('app_user.user_id', '=', ids[1] ?? 0)
    .execute()
  expect((await list(admin)).body).toMatchObject({ data: [{ userId: ids[2] }], count: 1 })
})

test('a row has age, limits, place and provenance; signal strength only for the service-unit administrator', async () => {
  const { db } = product.context
  const { office, admin, ids } = await siteOf(['ア', 'イ'])
  const [dated, undated] = ids as [number, number]
  const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '北棟 2階' })
  const watcher = await makeDevice(db, 'heat', office.office_id, { location_name: '西側足場' })
  const vital = await makeDevice(db, 'vital', office.office_id, { type: 3 })
  await db.updateTable('app_user').set({ date_of_birth: '1986-07-21' }).where('app_user.user_id', '=', dated).execute()
  await setState(db, dated, now, {
    device_id: vital.device_id,
    gateway_id: gateway.device_id,
    wbgt_device_id: watcher.device_id,
    wbgt: 29.4,
    excess: 1.4,
    total_level: 2,
    level_since: before(2),
  })
  await setState(db, undated, now, { wbgt_source: 'public' })
  const row = {
    userId: dated,
    age: 39,
    limits: { sustained: 141, instantaneous: 159.65, maximum: 181 },
    heartRate: 80,
    excess: 1.4,
    wbgtValue: 29.4,
    wbgtMeasurementPoint: '西側足場',
    wbgtSource: 'measured',
    locationName: '北棟 2階',
    deviceType: '3',
    bateryLevel: 4,
    alertLevel: 2,
    alertTime: '2026-07-20T13:00:00+09:00',
    levelSince: '2026-07-20T12:58:00+09:00',
  }
  expect((await list(admin)).body.data).toMatchObject([
    { ...row, waveLevel: null },
    { userId: undated, age: null, limits: { sustained: 120, maximum: 160 }, wbgtMeasurementPoint: '環境省', wbgtSource: 'public' },
  ])
  const seen = (await list(tenants.people.service, `?officeId=${office.office_id}`)).body.data
  expect(seen.map(({ waveLevel }) => waveLevel)).toEqual([3, 3])
})

test('an order by signal strength reveals it to nobody else', async () => {
  const { db } = product.context
  const { office, admin, ids } = await siteOf(['ア', 'イ'])
  await setState(db, ids[0] ?? 0, now, { signal: 4 })
  await setState(db, ids[1] ?? 0, now, { signal: 1 })
  expect(idsOf(await list(admin, '?sortKey=waveLevel&sortOrder=asc'))).toEqual(ids)
  const { service } = tenants.people
  expect(idsOf(await list(service, `?sortKey=waveLevel&sortOrder=asc&officeId=${office.office_id}`))).toEqual(ids.toReversed())
})
