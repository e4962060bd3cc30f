import type { AlertEpisode } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLateSite, type LateWorker, type Pulse, steady } from '../src/features/ingest/judge/test-late-site.ts'
import { noticeJob } from '../src/features/alerts/notices/notice-job.ts'
import { makeUser, signInAs } from '../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { testConfig } from '../src/platform/test-context.ts'

const { context, askAs, db, office, admin, clockTo, worker, alertsOf, close } = await createLateSite()
afterAll(close)

const telling = { ...context, config: testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' }) }
const leader = await makeUser(db, 'HeadquartersAdmin', office, { email: 'base@example.jp' })
const { sessionId } = await signInAs(context, leader.user_id)
await db
  .insertInto('push_subscription')
  .values({
    company_id: office.company_id,
    session_id: sessionId,
    endpoint: 'https://push.example.jp/l',
    p256dh: 'p',
    auth: 'a',
    created_at: context.clock(),
  })
  .execute()

const set = (type: string, key: string, value: string) =>
  db.insertInto('master_setting').values({ company_id: office.company_id, office_id: office.office_id, type, key, value }).execute()
beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, master_setting cascade`.execute(db)
  // The tests are about notices of emergencies only.
  await set('GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET', '0')
})

const emergencyOf = async (one: LateWorker) => (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
const tellUntil = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute += 1) {
    clockTo(minute)
    await takeTurn(telling, noticeJob)
  }
}
const notices = async () =>
  (await db.selectFrom('alert_notice').select(['channel', 'occasion']).orderBy('notice_id').execute()).map(
    (row) => `${row.occasion} by ${row.channel}`,
  )
/** Danger from minute 4 on, an emergency from minute 19 on, and calm after minute 40. */
const danger: Pulse[] = [...steady(0, 40, 190), ...steady(41, 70, 90)]

test('an emergency whose last counted minute came an hour late is listed and notified once by mail, and calls nobody', async () => {
  await set('EMAIL_ALERT_SETTING', 'TO', 'gate@example.jp')
  const one = await worker()
  clockTo(200)
  await one.send(danger)
  const alert = await emergencyOf(one)
  expect(alert).toMatchObject({ late: true, ended_at: null, handling: 'open' })
  await tellUntil(200, 216)
  expect(await notices()).toEqual(['late by mail'])
  const [mail] = await db.selectFrom('outbox_mail').selectAll().execute()
  expect(mail?.subject).toMatch(/^【緊急・後着】.* \d+\/\d+ \d\d:\d\d$/)
  expect(mail?.body).toContain('3時間1分前')
  expect(await db.selectFrom('escalation').selectAll().execute()).toEqual([])
  expect((await askAs(admin, 'GET', '/api/Alert/Waiting')).body).toEqual({ count: 0 })
  const state = await db
    .selectFrom('worker_state')
    .select('emergency_since')
    .where('user_id', '=', one.user.user_id)
    .executeTakeFirstOrThrow()
  expect(state.emergency_since).toBeNull()
  const { data } = (await askAs(admin, 'GET', `/api/HealthCondition/Alert?userId=${one.user.user_id}&kind=emergency`)).body as {
    data: AlertEpisode[]
  }
  expect(data).toMatchObject([{ late: '1', emergency: '1', handling: 'open' }])
  expect((await askAs(admin, 'POST', `/api/Alert/${alert?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
  expect(await emergencyOf(one)).toMatchObject({ handling: 'closed', late: true })
})

test('where the site has no address those on the spot have it by the mail of their accounts', async () => {
  const one = await worker()
  clockTo(200)
  await one.send(danger)
  await tellUntil(200, 204)
  expect(await notices()).toEqual(['late by mail'])
  expect(await db.selectFrom('outbox_mail').select('recipients').execute()).toEqual([{ recipients: { to: ['base@example.jp'] } }])
})

test('one whose last counted minute is younger calls as ever', async () => {
  const one = await worker()
  clockTo(90)
  await one.send(danger)
  expect(await emergencyOf(one)).toMatchObject({ late: false })
  await tellUntil(90, 90)
  expect(await notices()).toContain('opened by push')
})

test('a backlog that counts on until now calls once that is received, however it was cut', async () => {
  await set('EMAIL_ALERT_SETTING', 'TO', 'gate@example.jp')
  const one = await worker()
  clockTo(200)
  await one.send(steady(0, 40, 190))
  expect(await emergencyOf(one)).toMatchObject({ late: true })
  await tellUntil(200, 200)
  await one.send(steady(41, 120, 190))
  expect(await emergencyOf(one)).toMatchObject({ late: true })
  await one.send(steady(121, 195, 190))
  expect(await emergencyOf(one)).toMatchObject({ late: false })
  await tellUntil(200, 200)
  expect(await notices()).toEqual(['late by mail', 'opened by mail', 'opened by push'])
  await tellUntil(201, 211)
  expect((await notices()).slice(3)).toContain('escalated by push')
  const state = await db
    .selectFrom('worker_state')
    .select('emergency_since')
    .where('user_id', '=', one.user.user_id)
    .executeTakeFirstOrThrow()
  expect(state.emergency_since).not.toBeNull()
})

test('a call is never late, alone or in an emergency that is', async () => {
  const [calling, both] = [await worker(), await worker()]
  clockTo(200)
  await calling.send([{ minute: 20, heartRate: 90, call: true }])
  expect(await emergencyOf(calling)).toMatchObject({ late: false, cause: 'call' })
  await both.send(danger)
  expect(await emergencyOf(both)).toMatchObject({ late: true })
  await both.send([{ minute: 199, heartRate: 90, call: true }])
  expect(await emergencyOf(both)).toMatchObject({ late: false })
  await tellUntil(200, 200)
  expect((await notices()).filter((line) => line === 'called by push')).toHaveLength(2)
})

test('put in its place among newer readings it is late as well', async () => {
  const one = await worker()
  clockTo(200)
  await one.send(steady(80, 200, 90))
  await one.send(danger)
  expect(await emergencyOf(one)).toMatchObject({ late: true, ended_at: null })
  await one.send([{ minute: 200.5, heartRate: 90 }])
  expect(await emergencyOf(one)).toMatchObject({ late: true })
})
