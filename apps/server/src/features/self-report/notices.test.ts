import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { signInAs } from '../../shared/organisation/test-factories.ts'
import { startReports } from './test-reports.ts'

const site = await startReports()
const { db, people, office } = site

const later = (minutes: number) => {
  site.time.now = new Date(site.time.now.getTime() + minutes * 60_000)
}

const giveBrowser = async ({ user_id, company_id }: { readonly user_id: number; readonly company_id: number }) => {
  const { sessionId: session_id } = await signInAs(site.context, user_id)
  await db
    .insertInto('push_subscription')
    .values({
      company_id,
      session_id,
      endpoint: `https://push.example.jp/${session_id}`,
      p256dh: 'p',
      auth: 'a',
      created_at: site.time.now,
    })
    .execute()
}

const setting = (type: string, key: string, value: string) =>
  db.insertInto('master_setting').values({ company_id: office.company_id, office_id: null, type, key, value }).execute()

beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, push_subscription, master_setting, worker_state, condition_report cascade`.execute(
    db,
  )
  await sql`update app_user set email = 'leader@example.jp' where user_id = ${people.leader.user_id}`.execute(db)
  site.setTime('13:10')
  await setting('EMAIL_ALERT_SETTING', 'TO', 'site@example.jp')
})

describe('people are notified of a report as of danger', () => {
  test('by mail and at once in the browsers of those on the spot; its subject says urgency, place, group and time', async () => {
    await giveBrowser(people.leader)
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    await site.notify()
    const mails = await site.mails()
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^【申告】.+ 13:10$/)])
    expect(mails[0]?.subject).not.toContain('江口')
    expect((await site.pushes()).map(({ payload }) => payload)).toMatchObject([{ level: 3, emergency: false }])
    expect(JSON.stringify([mails, await site.pushes()])).not.toContain('つらい')
  })

  test('again after 3 minutes until somebody answers', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    await site.notify()
    later(4)
    await site.notify()
    expect((await site.mails()).map(({ subject }) => subject).slice(1)).toEqual([expect.stringMatching(/^【申告・未対応】/)])
    const [alert] = await site.alertsOf(people.leader)
    await site.askAs(people.leader, 'POST', `/api/Alert/${alert?.id ?? 0}/Acknowledge`)
    later(10)
    await site.notify()
    expect(await site.mails()).toHaveLength(2)
  })

  test('also of one at a poster: to all leaders of the site, with its place and without its text', async () => {
    await giveBrowser(people.leader)
    await site.sendAtPoster()
    await site.notify()
    const [mail] = await site.mails()
    expect(mail?.subject).toMatch(/^【申告】.+ 北門 13:10$/)
    const pushes = await site.pushes()
    expect(pushes).toHaveLength(1)
    expect(JSON.stringify([mail, pushes])).not.toMatch(/足場の下|ヘルメット|cannotStand|立てない/)
  })

  test('two at one poster are two notices, neither suppresses the other', async () => {
    await site.sendAtPoster()
    await site.notify()
    later(1)
    await site.sendAtPoster()
    await site.notify()
    expect(await site.mails()).toHaveLength(2)
  })

  test('again at once where somebody feels unwell again after it was acknowledged, also within the pause', async () => {
    await giveBrowser(people.leader)
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    await site.notify()
    const [alert] = await site.alertsOf(people.leader)
    await site.askAs(people.leader, 'POST', `/api/Alert/${alert?.id ?? 0}/Acknowledge`)
    later(10)
    await site.send(worker, 'unwell')
    await site.notify()
    expect((await site.mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^【申告】.+ 13:10$/),
      expect.stringMatching(/^【申告】.+ 13:20$/),
    ])
    expect(await site.pushes()).toHaveLength(2)
  })

  test('again of a report that joins an alert of its poster, once a minute, also where somebody is responding', async () => {
    const { alertId } = await site.sendAtPoster()
    await site.notify()
    await site.askAs(people.leader, 'POST', `/api/Alert/${alertId}/Respond`)
    later(2)
    expect((await site.sendAtPoster({ joins: true })).alertId).toBe(alertId)
    await site.notify()
    expect(await site.mails()).toHaveLength(2)
    const [alert] = await site.alertsOf(people.leader)
    expect(alert).toMatchObject({ handling: 'open', reports: 2 })
    site.time.now = new Date(site.time.now.getTime() + 30_000)
    await site.sendAtPoster({ joins: true })
    await site.notify()
    expect(await site.mails()).toHaveLength(2)
    later(1)
    await site.sendAtPoster({ joins: true })
    await site.notify()
    expect(await site.mails()).toHaveLength(3)
  })

  test('not where the site wants no mails of danger', async () => {
    await setting('GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET', '0')
    await site.send(await site.newWorker(), 'unwell')
    await site.notify()
    expect(await site.mails()).toEqual([])
  })

  test('助けて is notified as a call, whatever was notified before', async () => {
    const worker = await site.newWorker()
    await site.send(worker, 'unwell')
    await site.notify()
    later(1)
    await site.send(worker, 'help')
    await site.notify()
    expect((await site.mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^【申告】/),
      expect.stringMatching(/^【緊急・呼出】/),
    ])
  })

  test('大丈夫 is a notice to nobody', async () => {
    await site.send(await site.newWorker(), 'well')
    await site.notify()
    expect(await site.mails()).toEqual([])
  })
})
