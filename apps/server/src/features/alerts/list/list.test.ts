import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAlert, setState } from '../../../shared/monitoring/workers/test-workers.ts'
import { startAlertTests } from './test-alerts.ts'

const { product, tenants, now, before, list, makeEmergency } = await startAlertTests()

const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id)

test('each role sees the episodes of its scope; a worker may not ask', async () => {
  const { db } = product.context
  const { people } = tenants
  const worker = await makeAlert(db, people.worker, before(1))
  const neighbour = await makeAlert(db, people.neighbour, before(2))
  const sibling = await makeAlert(db, people.sibling, before(3))
  const foreign = await makeAlert(db, people.foreign, before(4))
  const ids = [worker, neighbour, sibling, foreign].map(({ alert_id }) => alert_id)
  expect(idsOf(await list(people.service))).toEqual(ids)
  expect(idsOf(await list(people.contract))).toEqual(ids.slice(0, 3))
  expect(idsOf(await list(people.base))).toEqual(ids.slice(0, 2))
  expect(idsOf(await list(people.leader))).toEqual(ids.slice(0, 1))
  expect(idsOf(await list(people.subLeader))).toEqual(ids.slice(0, 1))
  expect(idsOf(await list(people.foreignBase))).toEqual(ids.slice(3))
  expect((await list(people.worker)).status).toBe(403)
  expect(idsOf(await list(people.service, `?companyId=${tenants.foreign.company_id}`))).toEqual(ids.slice(3))
  expect(idsOf(await list(people.contract, `?OfficeID=${tenants.foreign.office_id}`))).toEqual([])
})

test('an episode says in words why it opened, who it is about and whom to call', async () => {
  const { db } = product.context
  const { people, office, group } = tenants
  await db
    .updateTable('app_user')
    .set({ date_of_birth: '1968-01-01', phone_number: '08000000009' })
    .where('app_user.user_id', '=', people.worker.user_id)
    .execute()
  await makeAlert(db, people.worker, before(10), {
    group_name: group.name,
    company_name: '会社',
    base_name: office.name,
    excess: 1.5,
    wbgt: 29.5,
  })
  expect((await list(people.base)).body).toMatchObject({
    count: 1,
    data: [
      {
        kind: 'condition',
        userId: people.worker.user_id,
        age: 58,
        alertLevel: 1,
        emergency: '0',
        reason: '継続心拍 120 を 5分超過',
        plainReason: '心拍が継続心拍の限度を超えています',
        heartRate: 130,
        excess: 1.5,
        wbgtValue: 29.5,
        startedAt: '2026-07-20T12:50:00+09:00',
        endedAt: null,
        handling: 'open',
        handledBy: null,
        outcome: null,
        mails: 0,
        phoneNumber: '08000000009',
        leaderId: people.leader.user_id,
        leaderName: '職長　一',
        leaderContact: '09000000001',
      },
    ],
  })
})

test('an open alert that has eased has its current level and its highest', async () => {
  const { db } = product.context
  const { people } = tenants
  await makeAlert(db, people.worker, before(40), { level: 0, peak_level: 3 })
  await makeAlert(db, people.neighbour, before(30), { level: 2, peak_level: 2 })
  await makeAlert(db, people.leader, before(20), { level: 1, peak_level: 2, ended_at: before(1), ending: 'recovered' })
  const { data } = (await list(people.base, '?sortKey=startedAt&sortOrder=asc')).body
  expect(data.map(({ alertLevel, peakLevel }) => [alertLevel, peakLevel])).toEqual([
    [0, 3],
    [2, 2],
    [2, 2],
  ])
})

test('how many emergencies nobody has answered is said of one’s own scope alone', async () => {
  const { people } = tenants
  const waiting = async (who: { user_id: number }) => (await product.askAs(who, 'GET', '/api/Alert/Waiting')).body
  const { alert_id } = await makeEmergency()
  await makeAlert(product.context.db, people.worker, before(1))
  expect(await waiting(people.base)).toEqual({ count: 1 })
  expect(await waiting(people.foreignContract)).toEqual({ count: 0 })
  await product.askAs(people.base, 'POST', `/api/Alert/${alert_id}/Acknowledge`)
  expect(await waiting(people.base)).toEqual({ count: 0 })
})

test('the list shows open and unclosed alerts; allTime shows all; the most urgent comes first', async () => {
  const { db } = product.context
  const { people } = tenants
  const over = { ended_at: before(5) }
  const closed = { handling: 'closed', outcome: 'rested' }
  const past = await makeAlert(db, people.worker, before(60), { ...over, ...closed, peak_level: 3 })
  const unhandled = await makeAlert(db, people.worker, before(50), over)
  const older = await makeAlert(db, people.worker, before(40), { level: 2 })
  const heldAfterClosing = await makeAlert(db, people.neighbour, before(30), { ...closed, level: 1 })
  const newest = await makeAlert(db, people.leader, before(1), { level: 1 })
  const emergency = await makeEmergency()
  const names = [past, unhandled, older, heldAfterClosing, newest, emergency].map(({ alert_id }) => alert_id)
  const [pastId, unhandledId, olderId, heldId, newestId, emergencyId] = names
  expect(idsOf(await list(people.base))).toEqual([emergencyId, olderId, newestId, heldId, unhandledId])
  const all = await list(people.base, '?allTime=1')
  expect(idsOf(all)).toEqual([emergencyId, newestId, heldId, olderId, unhandledId, pastId])
  expect(all.body.data.at(-1)).toMatchObject({ alertLevel: 3, outcome: 'rested' })
  expect(idsOf(await list(people.base, '?kind=emergency'))).toEqual([emergencyId])
  const page = await list(people.base, '?allTime=1&limit=2&offset=4')
  expect(idsOf(page)).toEqual([unhandledId, pastId])
  expect((await list(people.base, '?allTime=1&offset=99')).body).toEqual({ data: [], count: 6 })
})

test('what late readings disproved is no current alert, but one of all times', async () => {
  const { db } = product.context
  const { people } = tenants
  const withdrawn = await makeAlert(db, people.worker, before(10), { ended_at: before(5), withdrawn: true })
  expect(idsOf(await list(people.base))).toEqual([])
  expect(idsOf(await list(people.base, '?allTime=1'))).toEqual([withdrawn.alert_id])
})

test('kinds, handlings, a group and people narrow the list, one or several, within the scope', async () => {
  const { db } = product.context
  const { people, group, otherGroup } = tenants
  const belt = await makeAlert(db, people.worker, before(1), { kind: 'belt' })
  const seen = await makeAlert(db, people.worker, before(2), { handling: 'acknowledged' })
  const silent = await makeAlert(db, people.neighbour, before(3), { kind: 'silent' })
  const foreign = await makeAlert(db, people.foreign, before(4))
  const [beltId, seenId, silentId] = [belt.alert_id, seen.alert_id, silent.alert_id]
  const listed = async (query: string, user: { user_id: number } = people.base) => idsOf(await list(user, `?sortKey=id&${query}`))
  expect(await listed('kind=belt')).toEqual([beltId])
  expect(await listed('kind=belt,silent')).toEqual([beltId, silentId])
  expect(await listed('kind=belt&kind=silent')).toEqual([beltId, silentId])
  expect(await listed('handling=open&allTime=1')).toEqual([beltId, silentId])
  expect(await listed('handling=acknowledged,responding')).toEqual([seenId])
  expect(await listed(`groupId=${group.group_id}`)).toEqual([beltId, seenId])
  expect(await listed(`groupId=${otherGroup.group_id}&kind=belt`)).toEqual([])
  expect(await listed(`userId=${people.worker.user_id}`)).toEqual([beltId, seenId])
  expect(await listed(`userId=${people.worker.user_id},${people.neighbour.user_id}&handling=open`)).toEqual([beltId, silentId])
  expect(await listed(`userId=${people.foreign.user_id}`)).toEqual([])
  expect(await listed(`userId=${people.foreign.user_id}`, people.service)).toEqual([foreign.alert_id])
  expect(await listed(`groupId=${otherGroup.group_id}`, people.leader)).toEqual([])
  for (const wrong of ['kind=fire', 'kind=belt,fire', 'userId=x', 'groupId=0'])
    expect((await list(people.base, `?${wrong}`)).status, wrong).toBe(400)
})

test('days and instants bound the list, the last day included', async () => {
  const { db } = product.context
  const { people } = tenants
  const ended = (day: string) => ({ ended_at: new Date(`${day}+09:00`) })
  const first = await makeAlert(db, people.worker, new Date('2026-07-18T00:00:00+09:00'), ended('2026-07-18T01:00:00'))
  const last = await makeAlert(db, people.worker, new Date('2026-07-19T23:59:59+09:00'), ended('2026-07-20T00:01:00'))
  await makeAlert(db, people.worker, new Date('2026-07-20T00:00:00+09:00'))
  expect(idsOf(await list(people.base, '?from=2026-07-18&to=2026-07-19'))).toEqual([last.alert_id, first.alert_id])
  const noon = encodeURIComponent('2026-07-18T12:00:00+09:00')
  expect(idsOf(await list(people.base, `?from=2026-07-01&to=${noon}`))).toEqual([first.alert_id])
  for (const wrong of ['2026-13-01', 'yesterday', '2026-7-1', '1'])
    expect(await list(people.base, `?from=${wrong}`)).toMatchObject({
      status: 400,
      body: ['開始日：日付として読めません。2026-07-20 の形で入力してください。'],
    })
})

test('an open episode of a person says which of their data is missing', async () => {
  const { db } = product.context
  const { people } = tenants
  const lostOf = async (kind: string, values: Parameters<typeof setState>[3], alert: Parameters<typeof makeAlert>[3] = {}) => {
    await setState(db, people.worker.user_id, now, values)
    const { alert_id } = await makeAlert(db, people.worker, before(20), { kind, ...alert })
    const { body } = await list(people.base, '?allTime=1')
    return body.data.find(({ id }) => id === alert_id)?.lost
  }
  const present = { lost_heart_rate: false, lost_wbgt: false, last_at: before(5), interval_minutes: 1 }
  expect(await lostOf('condition', present)).toEqual([])
  expect(await lostOf('emergency', { ...present, last_at: before(6) })).toEqual(['signal'])
  expect(await lostOf('noHeartRate', { ...present, last_at: before(6), interval_minutes: null })).toEqual(['signal'])
  const gone = { ...present, last_at: before(6), lost_heart_rate: true, lost_wbgt: true }
  expect(await lostOf('battery', gone)).toEqual([])
  expect(await lostOf('emergency', gone, { ended_at: before(1), ending: 'recovered' })).toEqual([])
  await sql`truncate alert cascade`.execute(db)
  expect(await lostOf('condition', gone)).toEqual(['heartRate', 'wbgt', 'signal'])
})

test('every sort key works either way, and only those', async () => {
  const { db } = product.context
  const { people } = tenants
  const one = await makeAlert(db, people.worker, before(2), { heart_rate: 150 })
  const other = await makeAlert(db, people.leader, before(3), { heart_rate: 140 })
  expect(idsOf(await list(people.base, '?sortKey=heartRate&sortOrder=asc'))).toEqual([other.alert_id, one.alert_id])
  expect(idsOf(await list(people.base, '?sortKey=fullName&sortOrder=asc'))).toEqual([one.alert_id, other.alert_id])
  for (const key of [
    'id',
    'kind',
    'companyName',
    'baseName',
    'groupName',
    'locationName',
    'wbgtMeasurementPoint',
    'alertLevel',
    'peakLevel',
    'emergency',
    'excess',
    'wbgtValue',
    'startedAt',
    'endedAt',
    'handling',
    'handledAt',
    'outcome',
    'mails',
    'userId',
    'officeId',
    'ending',
    'late',
    'withdrawn',
    'drill',
    'calledAt',
    'handledBy',
    'note',
  ])
    expect((await list(people.base, `?sortKey=${key}&sortOrder=desc`)).body.count, key).toBe(2)
  for (const key of ['reason', 'toString', 'constructor', 'changed_in'])
    expect((await list(people.base, `?sortKey=${key}`)).status, key).toBe(400)
})

test('sorts coded words by their meaning, and nobody by words of an office that they do not see', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const [recovered, closed, lost] = await Promise.all([
    makeAlert(db, people.worker, before(4), { ended_at: before(1), ending: 'recovered', note: 'い', handled_by_name: 'い' }),
    makeAlert(db, people.worker, before(3), { ended_at: before(1), ending: 'closed', note: 'あ', handled_by_name: 'あ' }),
    makeAlert(db, people.worker, before(2), { ended_at: before(1), ending: 'lost', note: 'う', handled_by_name: 'う' }),
  ])
  const by = async (user: { user_id: number }, key: string) => idsOf(await list(user, `?allTime=1&sortKey=${key}&sortOrder=asc`))
  expect(await by(people.base, 'ending')).toEqual([recovered, lost, closed].map(({ alert_id }) => alert_id))
  for (const key of ['note', 'handledBy'])
    expect(await by(people.base, key), key).toEqual([closed, recovered, lost].map(({ alert_id }) => alert_id))
  // A worker's group has moved on with them; what was written at the office they left is another one's.
  await sql`update alert set office_id = ${tenants.sibling.office_id} where office_id = ${office.office_id}`.execute(db)
  for (const key of ['note', 'handledBy'])
    expect(await by(people.leader, key), key).toEqual([lost, closed, recovered].map(({ alert_id }) => alert_id))
})
