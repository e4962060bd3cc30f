import { takeTurn } from '../../../platform/database/recurring.ts'
import { type AlertEpisode, type AnswerOf, channelStepOf, type Drill, type drill, message } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeChannel } from '../../../shared/channels/test-channel-row.ts'
import { startNotifiedSite } from '../notices/test-site.ts'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { drillJob } from './drill-job.ts'

const site = await startNotifiedSite()
type User = { readonly user_id: number }

beforeEach(async () => {
  await site.clear()
  await sql`truncate drill_schedule, audit_log`.execute(site.context.db)
})

const officeId = () => site.tenants.office.office_id
const ask = async (user: User, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  site.ask(method, url, { headers: await site.as(user), ...(payload !== undefined && { payload }) })
const start = async (user: User, payload: object = { officeId: officeId() }) => {
  const { status, body } = await ask(user, 'POST', '/api/Drill', payload)
  return { status, drill: body as Drill }
}
const drills = async (user: User) => ((await ask(user, 'GET', '/api/Drill')).body as { data: Drill[] }).data
const alerts = async (user: User, query = '') =>
  ((await ask(user, 'GET', `/api/HealthCondition/Alert${query}`)).body as { data: AlertEpisode[] }).data
const turn = () => takeTurn(site.context, drillJob)

describe('a drill', () => {
  test('of what a device judged says so', async () => {
    const { base } = site.tenants.people
    await site.set('TO', 'anzen@example.com')
    const { drill } = await start(base, { officeId: officeId(), kind: 'fall' })
    await site.tell()
    const [mail] = await site.mails()
    expect(mail?.subject).toMatch(/^【訓練】【緊急・転倒】/)
    expect(await alerts(base, '?drill=1')).toMatchObject([{ id: drill.id, kind: 'fall', emergency: '1' }])
    expect(await drills(base)).toMatchObject([{ id: drill.id, kind: 'fall' }])
    expect((await start(base, { officeId: officeId(), kind: 'belt' })).status).toBe(400)
  })

  test('runs the chain of an emergency, marked, and says who confirmed it and how fast', async () => {
    const { base, leader, contract } = site.tenants.people
    await site.set('TO', 'anzen@example.com')
    await site.context.db
      .updateTable('app_user')
      .set({ email: 'contract@example.com' })
      .where('app_user.user_id', '=', contract.user_id)
      .execute()
    const { status, drill } = await start(base)
    expect(status).toBe(200)
    expect(drill).toMatchObject({ groupName: null, startedBy: base.full_name, handling: 'open', told: 0, seconds: null, endedAt: null })
    await site.tell()
    const [mail] = await site.mails()
    expect(mail?.subject).toMatch(/^【訓練】【緊急】/)
    // Nobody on the spot has an address of their own: the steps pass on to the contract's administrator.
    for (const seconds of [181, 120, 300, 300]) {
      site.later(seconds)
      await site.tell()
    }
    expect((await site.mails()).map(({ subject }) => subject.startsWith('【訓練】'))).not.toContain(false)
    const [called] = await alerts(leader, '?drill=1')
    expect(called).toMatchObject({ id: drill.id, drill: '1', emergency: '1', fullName: null, reason: '緊急時の連絡の訓練です' })

    site.later(19)
    expect((await ask(leader, 'POST', `/api/Alert/${drill.id}/Acknowledge`)).status).toBe(200)
    const sent = (await site.mails()).length
    site.later(600)
    await site.tell()
    expect(await site.mails()).toHaveLength(sent)
    expect(await drills(base)).toMatchObject([
      { id: drill.id, handling: 'acknowledged', confirmedBy: leader.full_name, seconds: 920, told: 2, steps: 4, endedAt: null },
    ])
    expect((await ask(leader, 'POST', `/api/Alert/${drill.id}/Close`, { outcome: 'other', note: '' })).status).toBe(200)
    const [over] = await drills(base)
    expect([over?.handling, over?.endedAt]).toEqual(['closed', '2026-07-20T13:25:20+09:00'])
    expect(await alerts(base, '?drill=1')).toEqual([])
  })

  test('is sorted by every field of its row, either way', async () => {
    const { base, service } = site.tenants.people
    const { foreign } = site.tenants
    const one = (await start(base)).drill
    site.later(60)
    const other = (await start(service, { officeId: foreign.office_id })).drill
    await ask(service, 'POST', `/api/Alert/${other.id}/Close`, { outcome: 'other', note: '' })
    const by = async (key: string, order: string) => {
      const { status, body } = await ask(service, 'GET', `/api/Drill?sortKey=${key}&sortOrder=${order}`)
      return { status, ids: (body as { data: Drill[] }).data?.map(({ id }) => id) }
    }
    for (const key of Object.keys(one)) {
      expect((await by(key, 'asc')).status, key).toBe(200)
      expect((await by(key, 'desc')).status, key).toBe(200)
    }
    expect((await by('handling', 'asc')).ids).toEqual([one.id, other.id])
    expect((await by('endedAt', 'asc')).ids).toEqual([other.id, one.id])
    expect((await by('id', 'desc')).ids).toEqual([other.id, one.id])
    expect((await by('changed_at', 'asc')).status).toBe(400)
  })

  test('of a group is its leaders’ alone, and a site’s all leaders’', async () => {
    const { base, leader } = site.tenants.people
    const { otherGroup } = site.tenants
    const first = await start(base, { officeId: officeId(), groupId: otherGroup.group_id })
    expect(first).toMatchObject({ status: 200, drill: { groupName: otherGroup.name } })
    expect(await alerts(leader, '?drill=1')).toEqual([])
    await ask(base, 'POST', `/api/Alert/${first.drill.id}/Close`, { outcome: 'other', note: '' })
    const whole = await start(base)
    expect(await alerts(leader, '?drill=1')).toMatchObject([{ id: whole.drill.id }])
  })

  test('is in no list and no count of real alerts, and is not sent to the office’s other company', async () => {
    const { base, contract, foreignBase, foreignContract } = site.tenants.people
    await start(base)
    for (const user of [base, contract]) expect(await alerts(user, '?allTime=1')).toEqual([])
    const summary = await ask(base, 'GET', '/api/HealthCondition/Summary')
    expect(summary.body).toMatchObject({ emergency: 0 })
    for (const user of [foreignBase, foreignContract]) expect(await drills(user)).toEqual([])
  })

  test('is one at a time, also where two start it at once', async () => {
    const { base, contract } = site.tenants.people
    const started = await Promise.all([start(base), start(contract), start(base)])
    expect(started.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
    expect(await drills(base)).toHaveLength(1)
  })

  test('is started by administrators in scope, of groups of the office', async () => {
    const { people, foreign, sibling } = site.tenants
    expect((await start(people.leader)).status).toBe(403)
    expect((await start(people.foreignContract)).status).toBe(404)
    expect((await start(people.base, { officeId: sibling.office_id })).status).toBe(404)
    expect((await start(people.base, { officeId: officeId(), groupId: 999_999 })).status).toBe(404)
    expect((await start(people.service, { officeId: foreign.office_id })).status).toBe(200)
  })

  test('ends by itself after an hour, and is no longer escalated', async () => {
    const { base } = site.tenants.people
    await site.set('TO', 'anzen@example.com')
    const { drill } = await start(base)
    await site.tell()
    site.later(3_599)
    await turn()
    expect(await drills(base)).toMatchObject([{ endedAt: null }])
    site.later(1)
    await turn()
    await site.tell()
    expect(await drills(base)).toMatchObject([
      { handling: 'closed', endedAt: '2026-07-20T14:00:00+09:00', confirmedBy: null, seconds: null },
    ])
    expect(await site.mails()).toHaveLength(1)
    const { events } = (await ask(base, 'GET', `/api/Alert/${drill.id}`)).body as { events: object[] }
    expect(events.at(-1)).toMatchObject({ kind: 'ended', note: '1時間たったため、訓練を終えました' })
    expect((await start(base)).status).toBe(200)
  })

  test('gives way to a real emergency, which it neither holds back nor begins beside', async () => {
    const { people } = site.tenants
    await start(people.base)
    const emergency = await site.open({ kind: 'emergency', level: 3 })
    expect(await alerts(people.base)).toMatchObject([{ id: emergency.alert_id, drill: '0' }])
    await turn()
    expect(await drills(people.base)).toMatchObject([{ handling: 'closed' }])
    const refused = await start(people.base)
    expect(refused).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused.drill)).toContain('緊急の対応中です')
    await ask(people.base, 'POST', `/api/Alert/${emergency.alert_id}/Close`, { outcome: 'rested', note: '' })
    expect((await start(people.base)).status).toBe(200)
  })
})

test('who would be notified is shown before, by the rules of the chain: only who would really be reached', async () => {
  const { base, leader, subLeader, contract } = site.tenants.people
  const { group } = site.tenants
  await site.set('TO', 'anzen@example.com')
  await site.context.db
    .insertInto('group_email')
    .values({ company_id: group.company_id, group_id: group.group_id, email: 'han@example.com' })
    .execute()
  await sql`update app_user set email = 'leader@example.com' where user_id = ${leader.user_id}`.execute(site.context.db)
  await site.giveBrowser(base)
  const audience = async (query: string) =>
    (await ask(base, 'GET', `/api/Drill/Audience?officeId=${officeId()}${query}`)).body as AnswerOf<typeof drill.audience>
  expect(await audience(`&groupId=${group.group_id}`)).toEqual({
    isSent: true,
    atOnce: [{ name: base.full_name, role: 'HeadquartersAdmin' }],
    addresses: ['anzen@example.com', 'han@example.com'],
    channels: [],
    inLine: [
      {
        role: 'GroupSubLeader',
        rota: null,
        channel: null,
        afterMinutes: 3,
        names: [],
        unreached: [{ name: subLeader.full_name, reason: 'noAddress' }],
      },
      { role: 'GroupLeader', rota: null, channel: null, afterMinutes: 5, names: [leader.full_name], unreached: [] },
      { role: 'HeadquartersAdmin', rota: null, channel: null, afterMinutes: 10, names: [base.full_name], unreached: [] },
      {
        role: 'AdminUnitContract',
        rota: null,
        channel: null,
        afterMinutes: 15,
        names: [],
        unreached: [{ name: contract.full_name, reason: 'noAddress' }],
      },
    ],
  })
  expect((await audience('')).inLine[1]?.names).toContain(leader.full_name)
  await site.set('EMERGENCY_RESPONSE_ALERT', '0')
  expect(await audience('')).toMatchObject({ isSent: false })
})

test('the channels that a drill goes to are shown before, are sent it marked as one, and count as notified', async () => {
  const { base } = site.tenants.people
  const { db } = site.context
  const { office } = site.tenants
  const night = { hours_from: '20:00', hours_to: '06:00' }
  await makeChannel(db, office, { name: '安全管理', level: 4, kinds: [], ...night })
  await makeChannel(db, office, { name: '止めた通知先', is_enabled: false })
  await makeChannel(db, office, { name: '受信機', type: 'webhook' })
  const step = await makeChannel(db, office, { name: '職長連絡網', level: 4, kinds: [] })
  const off = await makeChannel(db, office, { name: '失敗中の通知先', failures: 3, failing_since: site.time.now })
  await site.set('STEPS', `${channelStepOf(off)},${channelStepOf(step)}`)
  const { body } = await ask(base, 'GET', `/api/Drill/Audience?officeId=${officeId()}`)
  const none = { role: null, rota: null, unreached: [] }
  expect(body).toMatchObject({
    channels: ['安全管理', '失敗中の通知先', '職長連絡網'],
    inLine: [
      { ...none, channel: '失敗中の通知先', afterMinutes: 3, names: [] },
      { ...none, channel: '職長連絡網', afterMinutes: 5, names: ['職長連絡網'] },
    ],
  })
  await start(base)
  await site.tell()
  site.later(181)
  await site.tell()
  const { rows } = await sql<{ name: string; occasion: string; urgency: string; drill: boolean }>`
    select n.name, d.occasion, d.message->>'urgency' as urgency, (d.message->>'drill')::boolean as drill
      from channel_delivery d join notification_channel n on n.company_id = d.company_id and n.channel_id = d.channel_id
     where d.event_type is null order by d.delivery_id`.execute(db)
  expect(rows.map(({ name, occasion, drill }) => [name, occasion, drill])).toEqual([
    ['安全管理', 'opened', true],
    ['失敗中の通知先', 'opened', true],
    ['職長連絡網', 'opened', true],
    ['職長連絡網', 'escalated', true],
  ])
  expect(await drills(base)).toMatchObject([{ told: 3, steps: 2 }])
})

describe('the weekly drill', () => {
  // The clock is at Monday 20 July 2026, 13:00.
  const monday = 1
  const save = async (user: User, payload: object) => {
    const { status, body } = await ask(user, 'PUT', `/api/Drill/Schedule/${officeId()}`, payload)
    return { status, body }
  }
  const plan = async (user: User, schedule: object | null) => (await save(user, { schedule })).status
  const planned = async () => (await ask(site.tenants.people.base, 'GET', `/api/Drill/Schedule/${officeId()}`)).body

  test('is kept for an office, changed, taken away, and on the audit log', async () => {
    const { base, foreignBase } = site.tenants.people
    const schedule = { weekday: monday, time: '09:30' }
    expect(await planned()).toEqual({ schedule: null, version: 0 })
    expect(await save(base, { schedule: { ...schedule, weekday: '１' }, version: '0' })).toEqual({
      status: 200,
      body: { schedule, version: 1 },
    })
    expect(await planned()).toEqual({ schedule, version: 1 })
    expect(await plan(foreignBase, schedule)).toBe(404)
    for (const bad of [{ weekday: 7, time: '09:30' }, { weekday: '7', time: '09:30' }, { weekday: 1, time: '24:00' }, { weekday: 1 }])
      expect(await plan(base, bad)).toBe(400)
    expect(await plan(base, null)).toBe(200)
    expect(await planned()).toEqual({ schedule: null, version: 2 })
    const audited = await site.context.db.selectFrom('audit_log').select(['action', 'resource', 'after']).orderBy('audit_id').execute()
    expect(audited).toEqual([
      { action: 'update', resource: 'drillSchedule', after: schedule },
      { action: 'updateWithoutVersion', resource: 'drillSchedule', after: null },
    ])
  })

  test('is not changed by somebody who has not seen the last change, also where two save at once', async () => {
    const { base, contract } = site.tenants.people
    const schedule = { weekday: monday, time: '09:30' }
    const [one, other] = await Promise.all([save(base, { schedule, version: 0 }), save(contract, { schedule, version: 0 })])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(await save(base, { schedule: null, version: 0 })).toEqual({ status: 412, body: message('C022') })
    expect((await save(base, { schedule: null, version: 1 })).status).toBe(200)
    // Taken away and never there are two things.
    expect((await save(contract, { schedule, version: 0 })).status).toBe(412)
    expect(await planned()).toEqual({ schedule: null, version: 2 })
  })

  test('begins at its time once, however many processes look and however often', async () => {
    const { base } = site.tenants.people
    await plan(base, { weekday: monday, time: '13:05' })
    await turn()
    expect(await drills(base)).toEqual([])
    site.later(300)
    await Promise.all([turn(), turn(), turn()])
    expect(await drills(base)).toMatchObject([{ startedAt: '2026-07-20T13:05:00+09:00', startedBy: null, groupName: null }])
    await ask(base, 'POST', `/api/Alert/${(await drills(base))[0]?.id}/Close`, { outcome: 'other', note: '' })
    site.later(60)
    await turn()
    expect(await drills(base)).toHaveLength(1)
    site.later(7 * 24 * 3_600)
    await turn()
    expect(await drills(base)).toHaveLength(2)
  })

  test('begins late after a restart, but not when half an hour has gone', async () => {
    const { base } = site.tenants.people
    await plan(base, { weekday: monday, time: '13:05' })
    site.later(34 * 60)
    await turn()
    expect(await drills(base)).toHaveLength(1)
    await site.clear()
    await plan(base, { weekday: monday, time: '13:05' })
    site.later(35 * 60)
    await turn()
    expect(await drills(base)).toEqual([])
  })

  test('planned for an earlier time of today begins next week, and on other days not at all', async () => {
    const { base } = site.tenants.people
    await plan(base, { weekday: monday, time: '12:55' })
    await turn()
    expect(await drills(base)).toEqual([])
    site.later(24 * 3_600)
    await turn()
    expect(await drills(base)).toEqual([])
    site.later(6 * 24 * 3_600)
    await turn()
    expect(await drills(base)).toHaveLength(1)
  })

  test('waits while somebody is in danger', async () => {
    const { base, worker } = site.tenants.people
    await plan(base, { weekday: monday, time: '13:05' })
    const { alert_id } = await makeAlert(site.context.db, worker, site.time.now, { kind: 'emergency', level: 3 })
    site.later(300)
    await turn()
    expect(await drills(base)).toEqual([])
    await ask(base, 'POST', `/api/Alert/${alert_id}/Close`, { outcome: 'rested', note: '' })
    site.later(300)
    await turn()
    expect(await drills(base)).toMatchObject([{ startedAt: '2026-07-20T13:10:00+09:00' }])
  })

  test('waits while another drill runs at the office', async () => {
    const { base } = site.tenants.people
    await plan(base, { weekday: monday, time: '13:05' })
    const { drill } = await start(base)
    site.later(300)
    await turn()
    expect(await drills(base)).toMatchObject([{ id: drill.id }])
    await ask(base, 'POST', `/api/Alert/${drill.id}/Close`, { outcome: 'other', note: '' })
    site.later(300)
    await turn()
    expect(await drills(base)).toMatchObject([{ startedAt: '2026-07-20T13:10:00+09:00', startedBy: null }, { id: drill.id }])
  })
})
