import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeUser, makeGroup } from '../../shared/organisation/test-factories.ts'
import { startReports } from './test-reports.ts'

const site = await startReports()
const { db, people, office, otherGroup } = site

beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, audit_log, worker_state, condition_report cascade`.execute(
    db,
  )
  site.setTime('13:10')
})

describe('a report at a poster', () => {
  test('opens an alert about nobody who is known, with the place of the poster and without the text', async () => {
    await site.sendAtPoster()
    const [alert, ...more] = await site.alertsOf(people.base)
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      kind: 'report',
      source: 'poster',
      userId: null,
      fullName: null,
      groupName: null,
      locationName: '北門',
      alertLevel: null,
      reports: 1,
      reason: '現場の掲示から体調の申告がありました',
      note: null,
    })
    expect(JSON.stringify(alert)).not.toContain('足場の下')
  })

  test('is seen and answered by all leaders of the site, and by nobody of another', async () => {
    const second = await makeUser(db, 'GroupLeader', { ...office, group_id: otherGroup.group_id })
    const { alertId } = await site.sendAtPoster()
    for (const viewer of [people.leader, people.subLeader, second, people.base, people.contract])
      expect((await site.alertsOf(viewer)).map(({ id }) => id)).toEqual([alertId])
    const group = await makeGroup(db, { office_id: site.sibling.office_id })
    const elsewhere = await makeUser(db, 'GroupLeader', { ...site.sibling, group_id: group.group_id })
    for (const viewer of [elsewhere, people.foreignBase]) {
      expect(await site.alertsOf(viewer)).toEqual([])
      expect((await site.reportsOf(viewer, alertId)).status).toBe(404)
      expect((await site.askAs(viewer, 'POST', `/api/Alert/${alertId}/Acknowledge`)).status).toBe(404)
    }
    expect((await site.askAs(second, 'POST', `/api/Alert/${alertId}/Acknowledge`)).status).toBe(200)
  })

  test('two of one place are two alerts; one that joins adds to the latest, and calls people again', async () => {
    const first = await site.sendAtPoster()
    const second = await site.sendAtPoster()
    expect(second.alertId).not.toBe(first.alertId)
    await site.askAs(people.base, 'POST', `/api/Alert/${second.alertId}/Acknowledge`)
    const third = await site.sendAtPoster({ joins: true })
    expect(third.alertId).toBe(second.alertId)
    const alerts = await site.alertsOf(people.base)
    expect(alerts.find(({ id }) => id === second.alertId)).toMatchObject({
      reports: 2,
      handling: 'open',
      reason: '現場の掲示から体調の申告がありました（2件）',
    })
    await site.sendAtPoster({ joins: true, posterPlace: '南門' })
    expect(await site.alertsOf(people.base)).toHaveLength(3)
  })

  test('that joins where nothing is open any more opens an alert', async () => {
    const { alertId } = await site.sendAtPoster()
    await site.askAs(people.base, 'POST', `/api/Alert/${alertId}/Close`, { outcome: 'falseAlarm', note: '' })
    expect((await site.sendAtPoster({ joins: true })).alertId).not.toBe(alertId)
  })

  test('that is sent again, also at once, is one', async () => {
    const [one, other] = await Promise.all([site.sendAtPoster({ receipt: 'r' }), site.sendAtPoster({ receipt: 'r' })])
    expect(other).toEqual(one)
    expect(await site.alertsOf(people.base)).toHaveLength(1)
    expect((await site.reportsOf(people.base, one.alertId)).data).toHaveLength(1)
  })

  test('has its text in the reports alone; who read it is on the log, for each alert', async () => {
    const [first, second] = [await site.sendAtPoster(), await site.sendAtPoster()]
    expect((await site.reportsOf(people.base, first.alertId)).data).toMatchObject([
      { who: 'ヘルメットが黄色の人', where: '足場の下', signs: ['cannotStand'], state: null },
    ])
    await site.reportsOf(people.base, second.alertId)
    expect(await site.recordedOf('conditionReport')).toMatchObject([
      { after: { alertId: first.alertId } },
      { after: { alertId: second.alertId } },
    ])
    const everything = await Promise.all(
      ['alert', 'alert_event', 'alert_notice', 'outbox_mail', 'outbox_push', 'audit_log'].map(
        async (table) => (await sql`select * from ${sql.table(table)}`.execute(db)).rows,
      ),
    )
    expect(JSON.stringify(everything)).not.toMatch(/足場の下|ヘルメット|cannotStand/)
  })
})
