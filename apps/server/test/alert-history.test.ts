import type { AlertEpisode, AlertRecord } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLateSite, type LateWorker, steady } from '../src/features/ingest/judge/test-late-site.ts'
import { noticeJob } from '../src/features/alerts/notices/notice-job.ts'
import { makeDevice, makeIngestKey, makeUser, signInAs } from '../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { testConfig } from '../src/platform/test-context.ts'

const { context, app, askAs, db, office, admin, at, clockTo, worker, alertsOf, episodesOf, close } = await createLateSite()
afterAll(close)

const watcher = await makeDevice(db, 'heat', office.office_id)
const { bearer } = await makeIngestKey(db, office.office_id)
/** Values of the site's watcher, by the minute. */
const heat = async (values: readonly (readonly [minute: number, wbgt: number])[]) => {
  const readings = values.map(([minute, wbgt]) => ({ kind: 'heat', device: watcher.serial, at: at(minute).toISOString(), wbgt }))
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ accepted: values.length })
}

const telling = { ...context, config: testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' }) }
const set = (type: string, key: string, value: string) =>
  db.insertInto('master_setting').values({ company_id: office.company_id, office_id: office.office_id, type, key, value }).execute()

beforeEach(async () => {
  await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, master_setting cascade`.execute(db)
  await set('EMAIL_ALERT_SETTING', 'TO', 'gate@example.jp')
  await set('GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET', '2')
  await set('EMAIL_ALERT_DISPLAY_ITEM_SETTING', 'AGE', '1')
  await set('EMAIL_ALERT_DISPLAY_ITEM_SETTING', 'HEART_BEATS', '1')
})

const recordOf = async (alertId: number | undefined) => {
  const { status, body } = await askAs(admin, 'GET', `/api/Alert/${alertId}`)
  expect(status).toBe(200)
  return body as AlertRecord
}
const listed = async (one: LateWorker) =>
  ((await askAs(admin, 'GET', `/api/HealthCondition/Alert?allTime=1&userId=${one.user.user_id}`)).body as { data: AlertEpisode[] }).data
const mails = () => db.selectFrom('outbox_mail').select(['subject', 'body']).orderBy('mail_id').execute()
const lineOf = (body: string | undefined, label: string) => body?.split('\n').find((line) => line.startsWith(`${label}：`))

// Limits 140, 159 and 180 bpm: caution at minute 5, vigilance at 8, danger at 11, after five minutes above 159; over from 14 on.
const rise = [...steady(0, 5, 150), ...steady(6, 8, 170), ...steady(9, 12, 190)]
const recovery = [...steady(13, 15, 100), ...steady(16, 30, 84)]
const asTheyCame = [
  ['opened', 1, '継続心拍140を10超過・5分', 150],
  ['raised', 2, '瞬時心拍159を11超過・2分', 170],
  ['raised', 3, '瞬時心拍159を31超過・5分', 190],
]

test('each line of a history keeps its level, reason and values, whatever becomes of the alert', async () => {
  const one = await worker()
  for (const minute of [5, 8, 12]) {
    clockTo(minute)
    await one.send(rise.filter((pulse) => pulse.minute <= minute && pulse.minute > minute - (minute === 5 ? 6 : minute === 8 ? 3 : 4)))
  }
  const [alert] = await alertsOf(one)
  const lines = async () =>
    (await recordOf(alert?.alert_id)).events.map(({ kind, level, reason, heartRate }) => [kind, level, reason, heartRate])
  expect(await lines()).toEqual(asTheyCame)
  expect((await askAs(admin, 'POST', `/api/Alert/${alert?.alert_id}/Acknowledge`)).status).toBe(200)
  clockTo(30)
  await one.send(recovery)
  const notices = await lines()
  expect(notices.filter(([kind]) => kind !== 'lowered' && kind !== 'acknowledged')).toEqual([...asTheyCame, ['ended', null, null, null]])
  expect(notices.find(([kind]) => kind === 'acknowledged')).toEqual(['acknowledged', 3, '瞬時心拍159を31超過・5分', 190])
})

test('what is over is listed with what was so when it was worst', async () => {
  const one = await worker()
  clockTo(45)
  await one.send([...rise, ...steady(13, 20, 150), ...steady(21, 40, 84)])
  const [listedNow] = await listed(one)
  expect(listedNow).toMatchObject({ alertLevel: 3, reason: '瞬時心拍159を31超過・5分', heartRate: 190 })
  const sorted = async (direction: string) =>
    (await askAs(admin, 'GET', `/api/HealthCondition/Alert?allTime=1&sortKey=heartRate&sortOrder=${direction}`)).body
  const other = await worker()
  await other.send([...steady(0, 6, 155), ...steady(7, 25, 90)])
  expect(await sorted('desc')).toMatchObject({ data: [{ heartRate: 190 }, { heartRate: 155 }] })
  expect(await sorted('asc')).toMatchObject({ data: [{ heartRate: 155 }, { heartRate: 190 }] })
})

test('mail and push say what was so when it rose, though it has eased since', async () => {
  const one = await worker()
  const leader = await makeUser(db, 'HeadquartersAdmin', office)
  const { sessionId } = await signInAs(context, leader.user_id)
  await db
    .insertInto('push_subscription')
    .values({
      company_id: office.company_id,
      session_id: sessionId,
      endpoint: 'https://push.example.jp/h',
      p256dh: 'p',
      auth: 'a',
      created_at: context.clock(),
    })
    .execute()
  // A rise and a recovery in one post, notified after both.
  clockTo(16)
  await one.send([...rise, ...steady(13, 16, 90)])
  await takeTurn(telling, noticeJob)
  const sent = await mails()
  expect(sent.map(({ body }) => [lineOf(body, '理由'), lineOf(body, '心拍'), lineOf(body, '発生時の理由')])).toEqual([
    ['理由：瞬時心拍159を11超過・2分', '心拍：170 bpm', '発生時の理由：継続心拍140を10超過・5分'],
    ['理由：瞬時心拍159を31超過・5分', '心拍：190 bpm', '発生時の理由：継続心拍140を10超過・5分'],
  ])
  expect(sent.map(({ subject }) => subject.slice(0, 7))).toEqual(['【警戒に上昇】', '【危険に上昇】'])
  const pushes = await db.selectFrom('outbox_push').select('payload').orderBy('push_id').execute()
  expect(pushes.map(({ payload }) => (payload as { body: string }).body.split('　').at(-1))).toEqual([
    '心拍が瞬時心拍の限度を超えています',
    '心拍が瞬時心拍の限度を超えたままです',
  ])
})

test('somebody who withdrew consent shows no values in the history either', async () => {
  const one = await worker()
  clockTo(12)
  await one.send(rise)
  const [alert] = await alertsOf(one)
  await db.updateTable('app_user').set({ consent_withdrawn_at: context.clock() }).where('user_id', '=', one.user.user_id).execute()
  const { events } = await recordOf(alert?.alert_id)
  expect(events.map(({ level, reason, heartRate }) => [level, reason, heartRate])).toEqual([
    [1, '継続心拍の限度 を超過', null],
    [2, '瞬時心拍の限度 を超過', null],
    [3, '瞬時心拍の限度 を超過', null],
  ])
})

test('a call in an emergency is a line of its own, and leaves the reason of the emergency as it was', async () => {
  const one = await worker()
  clockTo(30)
  await one.send(steady(0, 28, 190))
  await one.send([{ minute: 29, heartRate: 190, call: true }])
  const emergency = (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
  const { events } = await recordOf(emergency?.alert_id)
  expect(events.map(({ kind, reason, isCall }) => [kind, reason, isCall])).toEqual([
    ['opened', '危険の累計が 15分に到達', false],
    ['raised', expect.stringContaining('呼'), true],
  ])
})

/**
 * Somebody who from a minute on has the lowest level after 5 minutes, is calm after 7, and works where it becomes too hot after 10;
 * sent minute by minute.
 */
const calmInTheHeat = async (from: number, until: number) => {
  const one = await worker()
  clockTo(from + 7)
  await heat([
    [from, 26.5],
    [from + 5, 27],
  ])
  await one.send([...steady(from, from + 5, 150), ...steady(from + 6, from + 7, 90)])
  for (let minute = from + 8; minute <= until; minute += 1) {
    clockTo(minute)
    if (minute % 5 === 0) await heat([[minute, 31.5]])
    await one.send(steady(minute, minute, 90))
    await takeTurn(telling, noticeJob)
  }
  return one
}
const conditionOf = async (one: LateWorker) => (await alertsOf(one)).find(({ kind }) => kind === 'condition')
const noticesOf = async (alertId: number | undefined) =>
  (
    await db
      .selectFrom('alert_notice')
      .select(['occasion', 'level'])
      .where('alert_id', '=', alertId ?? 0)
      .execute()
  ).map(({ occasion, level }) => `${occasion} ${level}`)

test('heat alone raises no alert of somebody whose heart has calmed, and nothing of it is counted or notified', async () => {
  const one = await calmInTheHeat(100, 122)
  expect(await episodesOf(one)).toEqual(['condition 105–107, peak 1'])
  const alert = await conditionOf(one)
  const { events, readings } = await recordOf(alert?.alert_id)
  expect(readings.find(({ time }) => Date.parse(time) === at(111).getTime())).toMatchObject({ alertLevel: 2, heartRate: 90 })
  expect(events.map(({ at: when, kind, level }) => [(Date.parse(when) - at(0).getTime()) / 60_000, kind, level])).toEqual([
    [105, 'opened', 1],
    [107, 'lowered', 0],
    [107, 'ended', null],
  ])
  expect(await listed(one)).toMatchObject([{ alertLevel: 1, reason: '継続心拍140を10超過・5分', heartRate: 150 }])
  expect(await noticesOf(alert?.alert_id)).toEqual([])
})

test('once the heart comes back the alert continues from where it was, for the reason of the heart', async () => {
  const one = await calmInTheHeat(200, 216)
  expect((await listed(one))[0]).toMatchObject({ endedAt: null, alertLevel: 0, peakLevel: 1, reason: '継続心拍140を10超過・5分' })
  clockTo(220)
  await one.send(steady(217, 220, 170))
  await takeTurn(telling, noticeJob)
  const alert = await conditionOf(one)
  expect((await recordOf(alert?.alert_id)).events.at(-1)).toMatchObject({ kind: 'raised', level: 2, reason: '瞬時心拍159を11超過・2分' })
  expect(new Set(await noticesOf(alert?.alert_id))).toEqual(new Set(['raised 2']))
})

test('a rise that later readings withdraw is no longer counted, and the history says so', async () => {
  const one = await worker()
  // It begins in one hour and rises in the next: the readings are judged again from the second hour on.
  clockTo(56)
  await one.send(steady(44, 52, 145))
  await one.send([53, 55].map((minute) => ({ minute, heartRate: 170 })))
  const alert = await conditionOf(one)
  expect(alert).toMatchObject({ peak_level: 2, ended_at: null })
  await one.send([{ minute: 54, heartRate: 145 }])
  expect(await conditionOf(one)).toMatchObject({ peak_level: 1, ended_at: null })
  const { events } = await recordOf(alert?.alert_id)
  expect(events.map(({ kind, level, note }) => [kind, level, note])).toEqual([
    ['opened', 1, null],
    ['raised', 2, null],
    ['lowered', 1, null],
    ['corrected', 1, expect.stringContaining('最も重いとき警戒')],
  ])
})
