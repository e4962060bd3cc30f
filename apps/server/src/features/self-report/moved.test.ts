import { healthCondition } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeGroup, makeUser } from '../../shared/organisation/test-factories.ts'
import { startReports } from './test-reports.ts'

const site = await startReports()
const { db, people, office, sibling, group, otherGroup } = site
/** Somebody of the first group, with what a form must have. */
const newWorker = () =>
  makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: '江口　陸', gender: 1, date_of_birth: '1986-01-01' })
type Person = Awaited<ReturnType<typeof newWorker>>

const groupThere = await makeGroup(db, { company_id: sibling.company_id, office_id: sibling.office_id })
const baseThere = await makeUser(db, 'HeadquartersAdmin', sibling)
const leaderThere = await makeUser(db, 'GroupLeader', { ...sibling, group_id: groupThere.group_id })

beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, audit_log, worker_state, condition_report cascade`.execute(
    db,
  )
  site.setTime('13:10')
})

const move = async (person: Person, to: { readonly office_id: number }) => {
  const place = { companyId: office.company_id, officeId: to.office_id }
  expect(await site.askAs(people.contract, 'PUT', `/api/UserRole/${person.user_id}`, place)).toMatchObject({ status: 200 })
}
const joinGroup = async (person: Person, { group_id: groupId }: { readonly group_id: number }) => {
  const { status } = await site.askAs(people.contract, 'PUT', '/api/Group', { id: groupId, listMember: [person.user_id] })
  expect(status).toBe(200)
}
const alertsOf = async (viewer: { user_id: number }, person: Person) =>
  (await site.alertsOf(viewer)).filter(({ userId }) => userId === person.user_id)
const statesOf = async (viewer: { user_id: number }, alertId: number) =>
  (await site.reportsOf(viewer, alertId)).data?.map(({ state }) => state)

describe('somebody who said つらい and goes to another site', () => {
  test('is open there, to be answered there, with what they said and when', async () => {
    const worker = await newWorker()
    await site.send(worker, 'unwell', { at: site.iso('13:02') })
    await site.send(worker, 'unwell', { at: site.iso('13:08') })
    const [before] = await alertsOf(people.base, worker)
    await site.askAs(people.leader, 'POST', `/api/Alert/${before?.id ?? 0}/Acknowledge`)
    site.setTime('13:20')
    await move(worker, sibling)

    const [after, ...more] = await alertsOf(baseThere, worker)
    expect(more).toEqual([])
    expect(after).toMatchObject({
      kind: 'report',
      source: 'self',
      handling: 'open',
      alertLevel: null,
      reports: 2,
      startedAt: site.iso('13:20'),
      receivedAt: site.iso('13:10'),
      reason: '本人から体調の申告がありました（2件）',
    })
    const id = after?.id ?? 0
    expect((await site.reportsOf(baseThere, id)).data).toMatchObject([
      { state: 'unwell', at: site.iso('13:08') },
      { state: 'unwell', at: site.iso('13:02') },
    ])
    expect((await site.askAs(baseThere, 'POST', `/api/Alert/${id}/Respond`)).status).toBe(200)
  })

  test('is closed at the former site, whose people read nothing of it any more', async () => {
    const worker = await newWorker()
    await site.send(worker, 'unwell')
    const [before] = await alertsOf(people.base, worker)
    const id = before?.id ?? 0
    await move(worker, sibling)
    expect(await alertsOf(people.base, worker)).toEqual([])
    const { events } = await site.recordOf(people.base, id)
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'handedOver'])
    expect(JSON.stringify(events)).not.toContain(sibling.name)
    expect(await statesOf(people.base, id)).toEqual([])
    const [after] = await alertsOf(baseThere, worker)
    for (const viewer of [people.base, people.leader]) expect((await site.reportsOf(viewer, after?.id ?? 0)).status).toBe(404)
    expect((await site.reportsOf(baseThere, id)).status).toBe(404)
  })

  test('is a notice to the people there', async () => {
    const worker = await newWorker()
    const email = 'there@example.jp'
    await db
      .insertInto('master_setting')
      .values({ company_id: sibling.company_id, office_id: sibling.office_id, type: 'EMAIL_ALERT_SETTING', key: 'TO', value: email })
      .execute()
    await site.send(worker, 'unwell')
    await site.notify()
    await move(worker, sibling)
    await site.notify()
    const mails = (await site.mails()).filter(({ recipients }) => JSON.stringify(recipients).includes(email))
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^【申告】/)])
  })

  test('is one alert there with what they say next, and the answer 大丈夫 belongs to it', async () => {
    const worker = await newWorker()
    await site.send(worker, 'unwell')
    await move(worker, sibling)
    site.setTime('13:30')
    await site.send(worker, 'unwell')
    site.setTime('13:40')
    await site.send(worker, 'well')
    const [alert, ...more] = await alertsOf(baseThere, worker)
    expect(more).toEqual([])
    expect(alert).toMatchObject({ reports: 2 })
    expect(await statesOf(baseThere, alert?.id ?? 0)).toEqual(['well', 'unwell', 'unwell'])
  })

  test('is seen by the leader of the group that they join there', async () => {
    const worker = await newWorker()
    await site.send(worker, 'unwell')
    await move(worker, sibling)
    expect(await alertsOf(leaderThere, worker)).toEqual([])
    await joinGroup(worker, groupThere)
    const [alert] = await alertsOf(leaderThere, worker)
    expect(await statesOf(leaderThere, alert?.id ?? 0)).toEqual(['unwell'])
    const { body } = await site.askAs(leaderThere, 'GET', `/api/HealthCondition/${worker.user_id}/0`)
    expect(healthCondition.detail.answer.parse(body).lastAnswer).toMatchObject({ state: 'unwell' })
  })

  test('and back again takes it along each time', async () => {
    const worker = await newWorker()
    await site.send(worker, 'unwell')
    await move(worker, sibling)
    site.setTime('13:30')
    await move(worker, office)
    expect(await alertsOf(baseThere, worker)).toEqual([])
    const [alert, ...more] = await alertsOf(people.base, worker)
    expect(more).toEqual([])
    expect(await statesOf(people.base, alert?.id ?? 0)).toEqual(['unwell'])
  })
})

test('what somebody closed before the move stays with the site that closed it', async () => {
  const worker = await newWorker()
  await site.send(worker, 'unwell')
  const [before] = await alertsOf(people.base, worker)
  await site.askAs(people.leader, 'POST', `/api/Alert/${before?.id ?? 0}/Close`, { outcome: 'sentHome', note: '' })
  await move(worker, sibling)
  expect(await alertsOf(baseThere, worker)).toEqual([])
  expect(await statesOf(people.base, before?.id ?? 0)).toEqual(['unwell'])
})

test('a call for help and つらい each go along with what was said to them', async () => {
  const worker = await newWorker()
  await site.send(worker, 'unwell')
  site.setTime('13:11')
  await site.send(worker, 'help')
  await move(worker, sibling)
  const alerts = await alertsOf(baseThere, worker)
  const said = await Promise.all(alerts.map(async ({ kind, id }) => [kind, await statesOf(baseThere, id)]))
  expect(Object.fromEntries(said)).toEqual({ report: ['unwell'], emergency: ['help'] })
})

test('one that was made without a network before the move, and arrives after it, opens at the new site', async () => {
  const worker = await newWorker()
  site.setTime('13:20')
  await move(worker, sibling)
  await site.send(worker, 'unwell', { at: site.iso('13:12') })
  expect(await alertsOf(people.base, worker)).toEqual([])
  expect(await alertsOf(baseThere, worker)).toMatchObject([{ startedAt: site.iso('13:12'), receivedAt: site.iso('13:20') }])
})

test('a change of the group within a site takes it to the new leader, and from the former one', async () => {
  const second = await makeUser(db, 'GroupLeader', { ...office, group_id: otherGroup.group_id })
  const worker = await newWorker()
  await site.send(worker, 'unwell')
  const [before] = await alertsOf(people.leader, worker)
  const id = before?.id ?? 0
  await joinGroup(worker, otherGroup)
  expect((await alertsOf(second, worker)).map((alert) => alert.id)).toEqual([id])
  expect(await statesOf(second, id)).toEqual(['unwell'])
  expect(await alertsOf(people.leader, worker)).toEqual([])
  expect((await site.reportsOf(people.leader, id)).status).toBe(404)
})
