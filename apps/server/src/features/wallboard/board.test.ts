import type { Wallboard } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { giveVital, makeAlert, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { storeAnnouncements } from '../../shared/monitoring/public-alerts/test-alerts.ts'
import { makeDevice, makeGroup, makeOffice, makeUser, makeOfficeLink } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const now = new Date('2026-07-20T13:00:00+09:00')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeAll(async () => {
  await sql`select ensure_reading_partition(${before(1_440)}), ensure_reading_partition(${now})`.execute(product.context.db)
})

/** An office with a group and a link, and what the link shows. */
const makeBoard = async () => {
  const { db } = product.context
  const office = await makeOffice(db, { name: '東雲現場' })
  const group = await makeGroup(db, { office_id: office.office_id, name: '足場班' })
  const link = await makeOfficeLink(db, office.office_id)
  const worker = (fullName: string) => makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: fullName })
  const read = async () => {
    const { status, body } = await product.ask('GET', `/api/Wallboard/${office.office_id}`, { headers: link.headers })
    expect(status).toBe(200)
    return body as Wallboard
  }
  return { office, group, worker, read }
}

test('people who need help are listed by surname and place, the gravest first, and nothing else of them leaves the server', async () => {
  const { db } = product.context
  const { office, worker, read } = await makeBoard()
  const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '東側 足場 2段目' })
  const [sasaki, other, baba, ono, sakiyama, calm] = await Promise.all(
    ['佐々木　隆', '佐々木　幸', '馬場　昭彦', '小野寺　亮', '﨑山　直樹', '安田　光'].map(worker),
  )
  if (!sasaki || !other || !baba || !ono || !sakiyama || !calm) throw new Error('nobody')
  const at = { gateway_id: gateway.device_id, heart_rate: 177, excess: 7.7 }
  await setState(db, sasaki.user_id, now, { ...at, total_level: 3, level_since: before(20), emergency_since: before(11) })
  await setState(db, other.user_id, now, { total_level: 3, level_since: before(4) })
  await setState(db, baba.user_id, now, { total_level: 3, level_since: before(15) })
  await setState(db, ono.user_id, now, { total_level: 2, level_since: before(51) })
  await setState(db, sakiyama.user_id, before(18), { total_level: 2, level_since: before(60) })
  await setState(db, calm.user_id, now, { total_level: 0 })
  await makeAlert(db, sasaki, before(20), { level: 3 })
  await makeAlert(db, sasaki, before(11), { kind: 'emergency', level: 3 })
  await makeAlert(db, baba, before(15), { level: 3, handling: 'responding', handled_by_name: '山田　一郎' })
  const board = await read()
  expect(board.emergencies).toEqual([
    {
      id: `person ${sasaki.user_id}`,
      name: '佐々木（隆）',
      group: '足場班',
      place: '東側 足場 2段目',
      level: 3,
      emergency: '1',
      alarm: null,
      reported: false,
      since: '2026-07-20T12:49:00+09:00',
      lostSince: null,
      handling: 'open',
      handledBy: null,
    },
  ])
  expect(
    board.people.map(({ name, level, since, lostSince, handledBy }) => [
      name,
      level,
      since.slice(11, 16),
      lostSince?.slice(11, 16),
      handledBy,
    ]),
  ).toEqual([
    ['馬場', 3, '12:45', undefined, '山田'],
    ['佐々木（幸）', 3, '12:56', undefined, null],
    ['小野寺', 2, '12:09', undefined, null],
    ['﨑山', 2, '12:00', '12:42', null],
  ])
  expect(board.counts).toEqual({ emergency: 1, reported: 0, level3: 2, level2: 2, level1: 0, level0: 1, none: 0 })
  const text = JSON.stringify(board)
  for (const secret of ['177', '7.7', '昭彦', '一郎', sasaki.login_id]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/heartRate|age|birth|fullName/i)
})

test('an emergency stays until a person closes it, also after its condition ended and its worker moved away', async () => {
  const { db } = product.context
  const { worker, read } = await makeBoard()
  const elsewhere = await makeOffice(db)
  const [open, answered, closed, gone] = await Promise.all(['一　一', '二　二', '三　三', '四　四'].map(worker))
  if (!open || !answered || !closed || !gone) throw new Error('nobody')
  await makeAlert(db, answered, before(90), { kind: 'emergency', handling: 'acknowledged', handled_by_name: '山田　一郎' })
  await makeAlert(db, open, before(5), { kind: 'emergency', ended_at: before(1) })
  await makeAlert(db, closed, before(5), { kind: 'emergency', handling: 'closed', outcome: 'rested' })
  await makeAlert(db, gone, before(7), { kind: 'emergency' })
  await makeAlert(db, closed, before(4), { kind: 'emergency', withdrawn: true, ended_at: before(3), handling: 'open' })
  await db.updateTable('app_user').set({ deleted_at: now }).where('app_user.user_id', '=', gone.user_id).execute()
  const board = await read()
  expect(board.emergencies.map(({ name, handling }) => [name, handling])).toEqual([
    ['四', 'open'],
    ['一', 'open'],
    ['二', 'acknowledged'],
  ])
  expect(board.counts).toEqual({ emergency: 3, reported: 0, level3: 0, level2: 0, level1: 0, level0: 0, none: 1 })
  expect(elsewhere.office_id).toBeGreaterThan(0)
})

test('an open report comes before every level, with its place alone where nobody is known, and says nothing of what was written', async () => {
  const { db } = product.context
  const { office, worker, read } = await makeBoard()
  const [unwell, hot, both, helped, closed] = await Promise.all(
    ['江口　陸', '馬場　昭彦', '小野寺　亮', '佐々木　隆', '安田　光'].map(worker),
  )
  if (!unwell || !hot || !both || !helped || !closed) throw new Error('nobody')
  await setState(db, hot.user_id, now, { total_level: 3, level_since: before(15) })
  await setState(db, both.user_id, now, { total_level: 2, level_since: before(40) })
  const report = { kind: 'report', source: 'self', level: null, peak_level: null, heart_rate: null, cause: 'unwell' } as const
  await makeAlert(db, unwell, before(5), { ...report, location_name: '東側 足場' })
  await makeAlert(db, both, before(3), { ...report, handling: 'responding', handled_by_name: '山田　一郎' })
  await makeAlert(db, helped, before(9), report)
  await makeAlert(db, helped, before(8), { kind: 'emergency', level: 3 })
  await makeAlert(db, closed, before(20), { ...report, handling: 'closed', ended_at: before(1), outcome: 'falseAlarm' })
  const nobody = { ...report, source: 'poster', cause: 'poster', user_id: null, full_name: null, location_name: '北門' } as const
  const poster = await makeAlert(db, { ...unwell, group_id: null }, before(2), nobody)
  await sql`
    insert into condition_report (company_id, office_id, alert_id, source, done_at, received_at, receipt, who, place, signs, note)
    values (${office.company_id}, ${office.office_id}, ${poster.alert_id}, 'poster', ${now}, ${now}, 'receipt', '黄色い帽子', '便所の前', '{nausea}', '吐いている')`.execute(
    db,
  )
  const board = await read()
  expect(board.emergencies.map(({ name }) => name)).toEqual(['佐々木'])
  expect(board.people.map(({ name, place, level, reported, handledBy }) => [name, place, level, reported, handledBy])).toEqual([
    ['江口', '東側 足場', null, true, null],
    [null, '北門', null, true, null],
    ['小野寺', null, 2, true, '山田'],
    ['馬場', null, 3, false, null],
  ])
  expect(board.people[0]?.since).toBe('2026-07-20T12:55:00+09:00')
  expect(board.counts).toEqual({ emergency: 1, reported: 3, level3: 1, level2: 0, level1: 0, level0: 0, none: 1 })
  expect(JSON.stringify(board)).not.toMatch(/黄色い帽子|便所|nausea|吐いて|unwell/)
})

test('a drill is shown apart and not counted', async () => {
  const { db } = product.context
  const { office, group, read } = await makeBoard()
  expect((await read()).drill).toBeNull()
  const place = { user_id: 0, company_id: office.company_id, office_id: office.office_id, group_id: group.group_id, full_name: '' }
  const values = { kind: 'emergency', drill: true, user_id: null, full_name: null, group_name: '足場班', cause: 'drill', reason: null }
  const { alert_id } = await makeAlert(db, place, before(2), values)
  expect(await read()).toMatchObject({
    emergencies: [],
    counts: { emergency: 0 },
    drill: { group: '足場班', since: '2026-07-20T12:58:00+09:00', handling: 'open', handledBy: null },
  })
  await db
    .updateTable('alert')
    .set({ ended_at: now, handling: 'closed', outcome: 'other' })
    .where('alert.alert_id', '=', alert_id)
    .execute()
  expect((await read()).drill).toBeNull()
})

test('a belt alert is counted while it is open and nobody has closed it', async () => {
  const { db } = product.context
  const { worker, read } = await makeBoard()
  const belt = { kind: 'belt', level: 3, cause: 'belt' } as const
  const [current, ended, closed] = await Promise.all(['一　一', '二　二', '三　三'].map(worker))
  if (!current || !ended || !closed) throw new Error('nobody')
  await makeAlert(db, current, before(5), { ...belt, handling: 'responding' })
  await makeAlert(db, ended, before(5), { ...belt, ended_at: before(1) })
  await makeAlert(db, closed, before(5), { ...belt, handling: 'closed', outcome: 'other' })
  expect((await read()).belts).toEqual({ count: 1, names: ['一'] })
})

test('silent devices are listed by place, and worn ones by the wearer’s surname, once', async () => {
  const { db } = product.context
  const { office, worker, read } = await makeBoard()
  const person = await worker('高橋　誠')
  const device = await giveVital(db, person)
  await setState(db, person.user_id, before(40), { device_id: device.device_id })
  await makeDevice(db, 'gateway', office.office_id, { location_name: '正門' })
  const { silent, counts } = await read()
  expect(silent).toEqual({ count: 2, names: ['高橋', '正門'] })
  expect(counts).toMatchObject({ none: 1, level0: 0 })
})

test('of more people than anybody can read the first hundred are named and all counted', async () => {
  const { db } = product.context
  const { office, read } = await makeBoard()
  await sql`
    with claimed as (insert into login (login_key, company_id) select 'many-' || n, ${office.company_id} from generate_series(1, 130) n)
    insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
    select 'many-' || n, 'User', ${office.company_id}, ${office.office_id}, '山　' || n, 'ヤマ' from generate_series(1, 130) n`.execute(db)
  await sql`insert into worker_state (company_id, user_id, last_at, heard_at, total_level, level_since)
    select u.company_id, u.user_id, ${now}, ${now}, 3, ${before(9)} from app_user u where u.office_id = ${office.office_id}`.execute(db)
  const board = await read()
  expect(board.people).toHaveLength(100)
  expect(board.counts.level3).toBe(130)
})

test('what is announced for the area of the site is on the board', async () => {
  const { db } = product.context
  const { office, read } = await makeBoard()
  await storeAnnouncements(db, { day: '2026-07-21', flag: 1, at: '2026-07-20T10:00' })
  expect((await read()).publicAlerts).toEqual([])
  await db.updateTable('office').set({ public_wbgt_station: '44132' }).where('office_id', '=', office.office_id).execute()
  expect((await read()).publicAlerts).toEqual([
    { day: '2026-07-21', level: 'alert', area: '東京都', announcedAt: '2026-07-20T10:00:00+09:00' },
  ])
})
