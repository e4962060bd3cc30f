import { healthCondition } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeAlert } from '../../shared/monitoring/workers/test-workers.ts'
import { deleteReportsJob } from './delete-reports-job.ts'
import { startReports } from './test-reports.ts'

const site = await startReports()
const { db, people } = site

const alertOf = async (person: { user_id: number }, viewer: { user_id: number } = people.leader) =>
  (await site.alertsOf(viewer)).find(({ userId }) => userId === person.user_id)

beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, audit_log, worker_state, condition_report cascade`.execute(
    db,
  )
  site.setTime('13:10')
})

describe('つらい', () => {
  test('opens an alert without a level, which the leader and the administrators see', async () => {
    const worker = await site.newWorker()
    const { status, answer } = await site.send(worker, 'unwell', { at: site.iso('13:09') })
    expect({ status, answer }).toEqual({
      status: 200,
      answer: { state: 'unwell', at: site.iso('13:09'), receivedAt: site.iso('13:10') },
    })
    for (const viewer of [people.leader, people.subLeader, people.base, people.contract, people.service])
      expect(await alertOf(worker, viewer)).toMatchObject({
        kind: 'report',
        source: 'self',
        alertLevel: null,
        peakLevel: null,
        emergency: '0',
        handling: 'open',
        startedAt: site.iso('13:09'),
        receivedAt: site.iso('13:10'),
        reports: 1,
        reason: '本人から体調の申告がありました',
      })
  })

  test('is the last answer in the person’s detail, whose reading is on the log', async () => {
    const worker = await site.newWorker()
    const answerFor = async (viewer: { user_id: number }) =>
      healthCondition.detail.answer.parse((await site.askAs(viewer, 'GET', `/api/HealthCondition/${worker.user_id}/0`)).body).lastAnswer
    expect(await answerFor(people.leader)).toBeNull()
    await site.send(worker, 'unwell', { at: site.iso('12:50') })
    await site.send(worker, 'well', { at: site.iso('13:05') })
    const last = { state: 'well', at: site.iso('13:05'), receivedAt: site.iso('13:10') }
    for (const viewer of [people.leader, people.base, people.contract, worker]) expect(await answerFor(viewer)).toEqual(last)
    expect((await site.askAs(people.foreignBase, 'GET', `/api/HealthCondition/${worker.user_id}/0`)).status).toBe(404)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log l where l.resource = 'healthCondition' and l.resource_id = ${String(worker.user_id)}`.execute(
      db,
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
    await sql`update condition_report r set done_at = r.done_at - interval '31 days' where r.user_id = ${worker.user_id}`.execute(db)
    expect(await answerFor(people.leader)).toBeNull()
  })

  test('is nobody else’s to see', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    const id = (await alertOf(worker))?.id ?? 0
    for (const viewer of [people.foreignContract, people.foreignBase]) {
      expect(await site.alertsOf(viewer)).toEqual([])
      expect((await site.reportsOf(viewer, id)).status).toBe(404)
    }
    expect((await site.reportsOf(worker, id)).status).toBe(403)
  })

  test('once more joins the open alert, and calls again people who had acknowledged it', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    const id = (await alertOf(worker))?.id ?? 0
    await site.askAs(people.leader, 'POST', `/api/Alert/${id}/Acknowledge`)
    site.setTime('13:20')
    await site.send(worker, 'unwell')
    expect(await alertOf(worker)).toMatchObject({ id, reports: 2, handling: 'open', startedAt: site.iso('13:10') })
    const { events } = await site.recordOf(people.leader, id)
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'acknowledged', 'reported', 'reopened'])
  })

  test('after it was closed opens another', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    const id = (await alertOf(worker))?.id ?? 0
    const { status } = await site.askAs(people.leader, 'POST', `/api/Alert/${id}/Close`, { outcome: 'falseAlarm', note: '' })
    expect(status).toBe(200)
    await site.send(worker, 'unwell')
    expect((await alertOf(worker))?.id).not.toBe(id)
  })

  test('sent twice with one key is one report; two at once without one are one alert', async () => {
    const worker = await site.newWorker()
    await Promise.all([site.send(worker, 'unwell', {}, 'same'), site.send(worker, 'unwell', {}, 'same')])
    expect(await alertOf(worker)).toMatchObject({ reports: 1 })
    const other = await site.newWorker('別の　人')
    await Promise.all([site.send(other, 'unwell'), site.send(other, 'unwell')])
    expect(await alertOf(other)).toMatchObject({ reports: 2 })
  })

  test('that arrives over 15 minutes late shows both times', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell', { at: site.iso('12:55') })
    expect((await alertOf(worker))?.reason).toBe('本人から体調の申告がありました')
    const other = await site.newWorker('別の　人')
    await site.send(other, 'unwell', { at: site.iso('12:54') })
    expect((await alertOf(other))?.reason).toBe('本人から12:54の申告（13:10に受信）')
  })

  test.each([
    ['in the future', '13:12'],
    ['over a day ago', undefined],
  ])('at a time %s is refused, and opens nothing', async (_, clock) => {
    const worker = await site.newWorker()
    const at = clock === undefined ? '2026-07-19T13:09:00+09:00' : site.iso(clock)
    expect((await site.send(worker, 'unwell', { at })).status).toBe(400)
    expect(await alertOf(worker)).toBeUndefined()
  })

  test('of somebody who withdrew their consent counts like that of anybody', async () => {
    const worker = await site.newWorker()
    await sql`update app_user set consent_withdrawn_at = now() where user_id = ${worker.user_id}`.execute(db)
    expect((await site.send(worker, 'unwell')).status).toBe(200)
    expect(await alertOf(worker)).toMatchObject({ kind: 'report', reason: '本人から体調の申告がありました' })
  })
})

describe('助けて', () => {
  test('is a call: an emergency at once, though the person wears nothing', async () => {
    const worker = await site.newWorker()
    expect((await site.send(worker, 'help')).status).toBe(200)
    expect(await alertOf(worker)).toMatchObject({
      kind: 'emergency',
      emergency: '1',
      source: 'self',
      alertLevel: 3,
      calledAt: site.iso('13:10'),
      reason: '本人が「助けて」を押しました',
    })
    const { body } = await site.askAs(people.leader, 'GET', '/api/HealthCondition?limit=100')
    const rows = (body as { data: { userId: number; emergency: string }[] }).data
    expect(rows.find(({ userId }) => userId === worker.user_id)).toMatchObject({ emergency: '1' })
  })

  test('that arrives late shows both times', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'help', { at: site.iso('11:00') })
    expect((await alertOf(worker))?.reason).toBe('11:00の呼出（13:10に受信）')
  })

  test('once more during it calls again people who had acknowledged it; a thumb that shakes does not', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'help')
    const id = (await alertOf(worker))?.id ?? 0
    await site.askAs(people.leader, 'POST', `/api/Alert/${id}/Acknowledge`)
    await site.send(worker, 'help', { at: '2026-07-20T13:10:03+09:00' })
    expect(await alertOf(worker)).toMatchObject({ id, handling: 'acknowledged' })
    site.setTime('13:15')
    await site.send(worker, 'help')
    expect(await alertOf(worker)).toMatchObject({ id, handling: 'open' })
  })

  test('after it was closed is a new emergency', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'help')
    const id = (await alertOf(worker))?.id ?? 0
    await site.askAs(people.leader, 'POST', `/api/Alert/${id}/Close`, { outcome: 'rested', note: '' })
    site.setTime('13:12')
    await site.send(worker, 'help')
    expect(await alertOf(worker)).toMatchObject({ kind: 'emergency', handling: 'open' })
    expect((await alertOf(worker))?.id).not.toBe(id)
  })
})

describe('大丈夫', () => {
  test('is kept, and closes nothing: after つらい it is a line of the alert', async () => {
    const worker = await site.newWorker()
    expect(await site.last(worker)).toBeNull()
    await site.send(worker, 'unwell')
    site.setTime('13:40')
    await site.send(worker, 'well')
    expect(await site.last(worker)).toEqual({ state: 'well', at: site.iso('13:40'), receivedAt: site.iso('13:40') })
    const alert = await alertOf(worker)
    expect(alert).toMatchObject({ handling: 'open', endedAt: null, reports: 1 })
    const { events } = await site.recordOf(people.leader, alert?.id ?? 0)
    expect(events.map(({ kind, note }) => [kind, note])).toEqual([
      ['opened', null],
      ['answered', null],
    ])
  })

  test('is noted on an alarm of their device, which stays open', async () => {
    const worker = await site.newWorker()
    const alert = { level: 3, peak_level: 3, reason: JSON.stringify({ kind: 'alarm' }) }
    const fall = await makeAlert(db, worker, site.time.now, { kind: 'fall', ...alert })
    const call = await makeAlert(db, worker, site.time.now, { kind: 'emergency', ...alert })
    await site.send(worker, 'well')
    const { episode, events } = await site.recordOf(people.leader, fall.alert_id)
    expect(episode).toMatchObject({ kind: 'fall', handling: 'open', endedAt: null })
    expect(events.map(({ kind }) => kind)).toEqual(['answered'])
    expect((await site.reportsOf(people.leader, fall.alert_id)).data).toMatchObject([{ source: 'self', state: 'well' }])
    expect((await site.recordOf(people.leader, call.alert_id)).events).toEqual([])
  })

  test('the same answer says whom to phone where a report does not arrive', async () => {
    const worker = await site.newWorker()
    await sql`update office set emergency_phone = '03-0000-0000' where office_id = ${site.office.office_id}`.execute(db)
    const { body } = await site.askAs(worker, 'GET', '/api/SelfReport')
    expect(body).toMatchObject({ leader: { fullName: '職長　一', phone: '09000000001' }, sitePhone: '03-0000-0000' })
    expect((await site.askAs(people.leader, 'GET', '/api/SelfReport')).body).toMatchObject({ leader: null })
  })

  test('a leader may say it of themselves, an administrator may not', async () => {
    expect((await site.send(people.leader, 'well')).status).toBe(200)
    expect((await site.send(people.base, 'well')).status).toBe(403)
  })
})

describe('what was reported', () => {
  test('is read by those who answer, which is on the log', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    const id = (await alertOf(worker))?.id ?? 0
    const { data } = await site.reportsOf(people.leader, id)
    expect(data).toMatchObject([{ source: 'self', state: 'unwell', at: site.iso('13:10'), who: null }])
    expect(await site.recordedOf('conditionReport')).toMatchObject([
      { action: 'read', resource_id: String(worker.user_id), user_name: people.leader.login_id },
    ])
  })

  test('is deleted after 30 days; the alert stays', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    const id = (await alertOf(worker))?.id ?? 0
    site.time.now = new Date(site.at('13:09').getTime() + 30 * 86_400_000)
    await takeTurn(site.context, deleteReportsJob)
    expect((await site.reportsOf(people.leader, id)).data).toHaveLength(1)
    site.time.now = new Date(site.at('13:11').getTime() + 30 * 86_400_000)
    await takeTurn(site.context, deleteReportsJob)
    expect((await site.reportsOf(people.leader, id)).data).toEqual([])
    expect(await alertOf(worker)).toMatchObject({ id, reports: 1 })
  })
})
