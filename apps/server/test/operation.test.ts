import type { OperationStatus } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAlarmWatch } from '../src/features/operation/alarm-watch.ts'
import { lastDue, operationJob } from '../src/features/operation/daily-job.ts'
import { type ProcessFacts, reportProcess } from '../src/features/operation/processes.ts'
import { readStatus } from '../src/features/operation/read-status.ts'
import { createAlarmTeller } from '../src/features/operation/tell-alarms.ts'
import { calmMs, noWayInMs, noWritesMs, settledMs, silentProcessMs, undecidedMs } from '../src/features/operation/thresholds.ts'
import { shownMs, unwatchedMs } from '../src/shared/operation/noted-states.ts'
import { unsentMs } from '../src/shared/operation/unsent-alerts.ts'
import { smtpOfTest } from '../src/features/outbox/test-mailing.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { createOperationReader } from '../src/shared/operation/operation-reader.ts'
import { makeChannel } from '../src/shared/channels/test-channel-row.ts'
import { makeAlert, makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../src/test-app.ts'

const { context, time, askAs } = await startTestApp()
const { db } = context
const { people, office } = await makeTenants(db)
await db
  .updateTable('app_user')
  .set({ email: 'Service@example.jp' })
  .where('company_id', '=', 0)
  .where('user_id', '=', people.service.user_id)
  .execute()
const start = time.now
const readFigures = createOperationReader(context, { keptMs: 0, expectedKeptMs: 0 })

const later = (ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}
const facts = { broker: null, disks: [], floorMegabytes: 1_024, certificates: [], isClockSynchronised: null, unansweredMailTries: null }
const ownId = 'aaaaaaaa-0000-4000-8000-000000000001'
const report = (over: Partial<ProcessFacts> = {}) =>
  reportProcess(context, { processId: ownId, startedAt: start }, 0, { ...facts, ...over })

beforeEach(() => report())
afterEach(async () => {
  time.now = start
  await sql`delete from operation_state`.execute(db)
  await sql`delete from server_process`.execute(db)
  await sql`delete from alert_notice`.execute(db)
  await sql`delete from channel_delivery`.execute(db)
  await sql`delete from outbox_mail`.execute(db)
  await sql`delete from alert_due`.execute(db)
  await sql`delete from alert`.execute(db)
})

const withMail = (smtpUrl: string) => ({ ...context, config: testConfig({ smtpUrl, mailFrom: '見守り <mimamori@example.jp>' }) })
const nowhere = 'smtp://127.0.0.1:1'

/** An alert of which somebody was to be notified by mail, now. */
const alertWithMail = async () => {
  const { alert_id: alertId } = await makeAlert(db, people.worker, time.now, { kind: 'emergency', level: 3 })
  const { rows } = await sql<{ mail_id: number }>`
    insert into outbox_mail (company_id, alert_id, created_at, next_try_at, recipients, subject, body, attempts)
    values (${office.company_id}, ${alertId}, ${time.now}, ${time.now}, '{"to":["a@example.jp"]}', 's', 'b', 1) returning mail_id`.execute(
    db,
  )
  const mailId = rows[0]?.mail_id
  await sql`
    insert into alert_notice (company_id, alert_id, at, channel, occasion, mail_id)
    values (${office.company_id}, ${alertId}, ${time.now}, 'mail', 'opened', ${mailId})`.execute(db)
  return { alertId, mailId }
}

/** The same by a channel. */
const alsoByChannel = async (alertId: number, sentAt: Date | null) => {
  const channel_id = await makeChannel(db, office)
  await db
    .insertInto('channel_delivery')
    .values({ company_id: office.company_id, channel_id, alert_id: alertId, created_at: time.now, next_try_at: time.now, sent_at: sentAt })
    .execute()
}

const heldUpWith = async (smtpUrl: string) => {
  const watch = createAlarmWatch(withMail(smtpUrl))
  watch.noteWritten(0)
  await report()
  return (await watch.look()).reasons
}

test('an alert whose notices have left by no way for ten minutes holds the alarms up', async () => {
  await alertWithMail()
  later(unsentMs - 1)
  expect(await heldUpWith(nowhere)).toEqual([])
  later(1)
  expect(await heldUpWith(nowhere)).toEqual(['1件のアラートの通知が、どの方法でも10分以上送れていません。'])
})

test('it does not where it left by another way, where somebody has answered, or where there is no mail server to wait for', async () => {
  const { alertId } = await alertWithMail()
  later(unsentMs)
  const watch = createAlarmWatch(context)
  expect((await watch.look()).reasons).toEqual([])
  await alsoByChannel(alertId, null)
  expect(await heldUpWith(nowhere)).toHaveLength(1)
  await alsoByChannel(alertId, time.now)
  expect(await heldUpWith(nowhere)).toEqual([])
  await sql`delete from channel_delivery`.execute(db)
  expect(await heldUpWith(nowhere)).toHaveLength(1)
  await sql`update alert a set handling = 'acknowledged' where a.company_id = ${office.company_id}`.execute(db)
  expect(await heldUpWith(nowhere)).toEqual([])
})

test('an alert of which every mail was refused for good holds the alarms up as well', async () => {
  const { mailId } = await alertWithMail()
  await sql`
    update outbox_mail m set failed_at = ${time.now}, refused = '[{"address":"a@example.jp","reason":"550 relay denied"}]'
     where m.company_id = ${office.company_id} and m.mail_id = ${mailId}`.execute(db)
  later(unsentMs)
  expect(await heldUpWith(nowhere)).toHaveLength(1)
})

test('one alert is the matter of its company where mails leave, and where what fails is its own channel', async () => {
  const { alertId } = await alertWithMail()
  later(unsentMs)
  expect(await heldUpWith(nowhere)).toHaveLength(1)
  const { rows } = await sql<{ mail_id: number }>`
    insert into outbox_mail (company_id, created_at, next_try_at, recipients, subject, body, sent_at)
    values (${office.company_id}, ${time.now}, ${time.now}, '{"to":["b@example.jp"]}', 's', 'b', ${time.now}) returning mail_id`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await heldUpWith(nowhere)).toEqual([])
  time.now = start
  await alsoByChannel(alertId, null)
  later(unsentMs)
  expect(await heldUpWith(nowhere)).toEqual([])
})

test('an event for which nobody decides whom to notify holds the alarms up after three minutes of waiting, not by its own time', async () => {
  const { alert_id: alertId } = await makeAlert(db, people.worker, time.now, { level: 2 })
  const longAgo = new Date(time.now.getTime() - 3_600_000)
  await sql`
    insert into alert_due (company_id, alert_id, at, event) values (${office.company_id}, ${alertId}, ${longAgo}, 'opened')`.execute(db)
  const watch = createAlarmWatch(context)
  const look = async () => {
    await report()
    watch.noteWritten(0)
    return (await watch.look()).reasons
  }
  expect(await look()).toEqual([])
  later(undecidedMs - 1)
  expect(await look()).toEqual([])
  later(1)
  expect(await look()).toEqual(['通知する人を決める処理が3分以上進んでいません。'])
})

test('without writes alarms are held up; that no process with jobs can report itself meanwhile is no reason of its own', async () => {
  const watch = createAlarmWatch(context)
  later(noWritesMs - 1)
  expect([watch.areAlarmsHeldUp(), (await watch.look()).reasons]).toEqual([false, []])
  later(1)
  expect([watch.areAlarmsHeldUp(), (await watch.look()).reasons]).toEqual([true, ['データベースに2分以上書き込めていません。']])
  later(noWritesMs)
  watch.noteWritten(0)
  expect([(await watch.look()).reasons, watch.areAlarmsHeldUp()]).toEqual([[], false])
})

const silentFor = async (ms: number) => {
  const watch = createAlarmWatch(context)
  for (let passed = 0; passed < ms; passed += 15_000) {
    await watch.look()
    later(15_000)
    watch.noteWritten(0)
  }
  return (await watch.look()).reasons
}

test('without a process that does jobs alarms are held up', async () => {
  expect(await silentFor(silentProcessMs - 15_000)).toEqual([])
  time.now = start
  expect(await silentFor(silentProcessMs)).toEqual(['通知を送るプロセス（役割 jobs）が2分以上動いていません。'])
})

test('nobody is silent because the clock of the database jumps, or a standby with another clock takes over', async () => {
  const watch = createAlarmWatch(context)
  for (let turn = 0; turn < 12; turn += 1) {
    later(15_000)
    await report()
    watch.noteWritten(0)
    expect((await watch.look()).reasons).toEqual([])
  }
  later(15_000)
  watch.noteWritten(-10 * 60_000)
  expect((await watch.look()).reasons).toEqual([])
})

test('a process of release 0.1.0 reports itself nowhere: it is missed once one of this version has done jobs', async () => {
  await sql`delete from server_process`.execute(db)
  expect(await silentFor(silentProcessMs)).toEqual([])
  await sql`insert into job_run (job, every_seconds, began_at) values ('outbox', 10, ${start})`.execute(db)
  expect(await silentFor(silentProcessMs)).toEqual(['通知を送るプロセス（役割 jobs）が2分以上動いていません。'])
  await sql`delete from job_run`.execute(db)
})

test('alarms are held up where nothing came in over MQTT for five minutes, though it is a way in', async () => {
  const watch = createAlarmWatch(context)
  const look = async (isConnected: boolean) => {
    watch.noteWritten(0)
    await report({ broker: { isEmbedded: false, isConnected, sessions: null, isFull: false } })
    return (await watch.look()).reasons
  }
  expect(await look(false)).toEqual([])
  later(noWayInMs - 1)
  expect(await look(false)).toEqual([])
  later(1)
  expect(await look(false)).toEqual(['MQTTの測定値を5分以上受け取れていません。'])
  expect(await look(true)).toEqual([])
  later(noWayInMs)
  expect(await look(false)).toEqual([])
})

test('so are they where the process that took MQTT is gone, and another one runs without', async () => {
  const watch = createAlarmWatch(context)
  const ingest = { processId: 'aaaaaaaa-0000-4000-8000-000000000002', startedAt: start }
  const withoutJobs = { ...context, config: testConfig({ roles: ['ingest'] }) }
  await reportProcess(withoutJobs, ingest, 0, { ...facts, broker: { isEmbedded: true, isConnected: true, sessions: 3, isFull: false } })
  const look = async () => {
    watch.noteWritten(0)
    await reportProcess({ ...context, config: testConfig({ roles: ['api', 'jobs'] }) }, { processId: ownId, startedAt: start }, 0, facts)
    return (await watch.look()).reasons
  }
  later(silentProcessMs + 1)
  expect(await look()).toEqual([])
  later(noWayInMs)
  expect(await look()).toEqual(['MQTTの測定値を5分以上受け取れていません。'])
})

test('service administrators are mailed at once, once of all processes, and again when alarms reach people', async () => {
  const smtp = await smtpOfTest()
  const tellers = [createAlarmTeller(withMail(smtp.url)), createAlarmTeller(withMail(smtp.url))]
  const tell = async (heldUpSince: Date | null) => {
    for (const teller of tellers) {
      await teller.tell({ heldUpSince, reasons: heldUpSince === null ? [] : ['理由。'] }, true)
      await teller.settled()
    }
  }
  await tell(time.now)
  await tell(start)
  expect(smtp.received.map(({ to }) => to)).toEqual([['service@example.jp']])
  later(60_000)
  await tell(null)
  later(calmMs - 1)
  await tell(null)
  expect(smtp.received).toHaveLength(1)
  later(1)
  await tell(null)
  await tell(null)
  expect(smtp.received).toHaveLength(2)
  await tell(time.now)
  expect(smtp.received).toHaveLength(3)
})

test('where one process sees it and another does not, it is one event with one mail', async () => {
  const smtp = await smtpOfTest()
  const [seeing, calm] = [createAlarmTeller(withMail(smtp.url)), createAlarmTeller(withMail(smtp.url))]
  for (let passed = 0; passed < 3 * calmMs; passed += 15_000) {
    await seeing.tell({ heldUpSince: start, reasons: ['理由。'] }, true)
    await calm.tell({ heldUpSince: null, reasons: [] }, true)
    await Promise.all([seeing.settled(), calm.settled()])
    later(15_000)
  }
  expect(smtp.received).toHaveLength(1)
  later(calmMs)
  await calm.tell({ heldUpSince: null, reasons: [] }, true)
  await calm.settled()
  expect(smtp.received).toHaveLength(2)
})

test('what a backup of long ago says of it is neither kept nor mailed', async () => {
  const smtp = await smtpOfTest()
  const longAgo = new Date(start.getTime() - 30 * 86_400_000)
  const restored = () =>
    sql`
    insert into operation_state (part, state, since, told_at, seen_at) values ('alarms', 'needsHand', ${longAgo}, ${longAgo}, ${longAgo})`.execute(
      db,
    )
  await restored()
  const teller = createAlarmTeller(withMail(smtp.url))
  await teller.tell({ heldUpSince: start, reasons: ['理由。'] }, true)
  await teller.settled()
  expect(smtp.received).toHaveLength(1)
  await sql`delete from operation_state`.execute(db)
  await restored()
  await teller.tell({ heldUpSince: null, reasons: [] }, true)
  later(calmMs)
  await teller.tell({ heldUpSince: null, reasons: [] }, true)
  await teller.settled()
  expect(smtp.received).toHaveLength(1)
})

test('what the mail server does not take waits in the outbox, and a push goes to those who take any', async () => {
  const teller = createAlarmTeller(withMail(nowhere))
  await teller.tell({ heldUpSince: time.now, reasons: ['理由。'] }, true)
  await teller.settled()
  const mails = await db.selectFrom('outbox_mail as m').select(['m.subject', 'm.company_id', 'm.urgent']).execute()
  expect(mails).toEqual([{ subject: '【見守り】アラートの通知が届かない状態です', company_id: 0, urgent: true }])
})

test('while the database takes nothing, a process that does jobs mails once those whom it knew before', async () => {
  const smtp = await smtpOfTest()
  const teller = createAlarmTeller(withMail(smtp.url))
  await teller.tell({ heldUpSince: null, reasons: [] }, true)
  for (let turn = 0; turn < 3; turn++) await teller.tell({ heldUpSince: time.now, reasons: ['理由。'] }, false)
  await teller.settled()
  expect(smtp.received.map(({ to }) => to)).toEqual([['service@example.jp']])
  await teller.tell({ heldUpSince: null, reasons: [] }, true)
  later(calmMs)
  await teller.tell({ heldUpSince: null, reasons: [] }, true)
  await teller.settled()
  expect(smtp.received).toHaveLength(2)
})

test('the day is looked at at seven in the morning in Japan', () => {
  expect(lastDue(new Date('2026-07-20T06:59:59+09:00'))).toEqual(new Date('2026-07-19T07:00:00+09:00'))
  expect(lastDue(new Date('2026-07-20T07:00:00+09:00'))).toEqual(new Date('2026-07-20T07:00:00+09:00'))
})

const subjects = async () =>
  (await db.selectFrom('outbox_mail as m').select('m.subject').orderBy('m.mail_id').execute()).map((m) => m.subject)

test('what needs a hand is mailed at seven, each day again, and once when all is well; nothing is mailed of what passes', async () => {
  const watch = createAlarmWatch(context)
  const job = operationJob(watch, readFigures)
  const turnAt = async (at: string, freeMegabytes: number) => {
    time.now = new Date(at)
    await report({ disks: [{ use: 'data', freeMegabytes }] as never })
    watch.noteWritten(0)
    await takeTurn(context, job)
  }
  await turnAt('2026-07-20T13:00:00+09:00', 9_000)
  await turnAt('2026-07-20T14:00:00+09:00', 500)
  await turnAt('2026-07-21T06:59:59+09:00', 500)
  expect(await subjects()).toEqual([])
  await turnAt('2026-07-21T07:00:00+09:00', 500)
  await turnAt('2026-07-21T07:00:30+09:00', 500)
  expect(await subjects()).toEqual(['【見守り】サービスに手当てが必要です（ディスク）'])
  await turnAt('2026-07-22T07:00:00+09:00', 500)
  expect(await subjects()).toHaveLength(2)
  await turnAt('2026-07-22T09:00:00+09:00', 9_000)
  await turnAt('2026-07-23T07:00:00+09:00', 9_000)
  expect((await subjects()).at(-1)).toBe('【見守り】サービスに手当ての必要なものはなくなりました')
  await turnAt('2026-07-24T07:00:00+09:00', 9_000)
  expect(await subjects()).toHaveLength(3)
  // Ill since just before seven: it is waited for.
  await turnAt('2026-07-25T06:58:00+09:00', 500)
  await turnAt('2026-07-25T07:00:00+09:00', 500)
  expect(await subjects()).toHaveLength(3)
  await turnAt(new Date(Date.parse('2026-07-25T06:58:00+09:00') + settledMs).toISOString(), 500)
  expect(await subjects()).toHaveLength(4)
  expect(await db.selectFrom('outbox_mail as m').select('m.body').orderBy('m.mail_id', 'desc').executeTakeFirst()).toMatchObject({
    body: expect.stringContaining('■ ディスク\n空き容量が500MBしかありません。') as string,
  })
})

test('a day that a wrong clock has looked at already is looked at nonetheless', async () => {
  const watch = createAlarmWatch(context)
  const job = operationJob(watch, readFigures)
  const turnAt = async (at: string) => {
    time.now = new Date(at)
    await report({ disks: [{ use: 'data', freeMegabytes: 500 }] as never })
    watch.noteWritten(0)
    await takeTurn(context, job)
  }
  const tomorrow = new Date('2026-07-22T07:00:00+09:00')
  await db.insertInto('operation_state').values({ part: 'daily', state: 'normal', since: tomorrow, told_at: tomorrow }).execute()
  await turnAt('2026-07-20T14:00:00+09:00')
  await turnAt('2026-07-21T07:00:00+09:00')
  expect(await subjects()).toEqual(['【見守り】サービスに手当てが必要です（ディスク）'])
})

const status = async () => (await askAs(people.service, 'GET', '/api/Operation')).body as OperationStatus

test('a quiet installation without mail server, standby and backups has nothing that needs a hand', async () => {
  const ill = async () => (await status()).parts.filter(({ state }) => state === 'needsHand' || state === 'attention')
  // Asked again while a busy machine makes the database slow, which is named.
  await expect.poll(ill).toEqual([])
  const { parts, processes, version } = await status()
  expect(parts.find(({ part }) => part === 'database')?.facts.map(({ name }) => name)).toEqual([
    '場所',
    'PostgreSQL',
    '大きさ',
    '接続',
    '応答',
  ])
  expect(processes).toMatchObject([{ version, isRunning: true, roles: ['api', 'ingest', 'jobs'], startedAt: '2026-07-20T13:00:00+09:00' }])
})

const alarmsPart = async () => (await status()).parts.find(({ part }) => part === 'alarms')

test('while the end is waited for, and where another process sees it, the screen says what the banner says', async () => {
  await db
    .insertInto('operation_state')
    .values({ part: 'alarms', state: 'needsHand', since: start, told_at: start, seen_at: start, reasons: ['理由。'] })
    .execute()
  expect(await alarmsPart()).toMatchObject({ state: 'needsHand', meaning: 'アラートの通知が届かない状態です。理由。' })
  await sql`update operation_state s set seen_at = ${new Date(start.getTime() - 61_000)} where s.part = 'alarms'`.execute(db)
  expect(await alarmsPart()).toMatchObject({
    state: 'needsHand',
    meaning: 'アラートの通知が届かない状態でした。原因はなくなり、5分続けば終わりとします。',
    since: '2026-07-20T13:00:00+09:00',
  })
})

test('what a process that ended said of the mail server does not count', async () => {
  const mailing = withMail(nowhere)
  const reportAs = (processId: string, unansweredMailTries: number) =>
    reportProcess(mailing, { processId, startedAt: time.now }, 0, { ...facts, unansweredMailTries })
  await sql`delete from server_process`.execute(db)
  await reportAs('aaaaaaaa-0000-4000-8000-000000000002', 0)
  later(3_600_000)
  await reportAs(ownId, 9)
  const watch = createAlarmWatch(mailing)
  const { parts } = await readStatus(mailing, watch, createOperationReader(mailing, { keptMs: 0, expectedKeptMs: 0 }))
  expect(parts.find(({ part }) => part === 'mail')).toMatchObject({ state: 'needsHand' })
})

test('what has just begun is to be looked at; where nobody looks each half minute it is shown as it is', async () => {
  const disk = async () => (await status()).parts.find(({ part }) => part === 'disk')?.state
  await report({ disks: [{ use: 'data', freeMegabytes: 3 }] as never })
  expect(await disk()).toBe('attention')
  await db.insertInto('operation_state').values({ part: 'disk', state: 'needsHand', since: start }).execute()
  later(shownMs - 1)
  expect(await disk()).toBe('attention')
  later(1)
  expect(await disk()).toBe('needsHand')
  await sql`delete from operation_state`.execute(db)
  expect(await disk()).toBe('attention')
  later(unwatchedMs)
  await report({ disks: [{ use: 'data', freeMegabytes: 3 }] as never })
  expect(await disk()).toBe('needsHand')
})

test('what is ill comes first, with what to do and since when', async () => {
  later(shownMs)
  await report({ disks: [{ use: 'data', freeMegabytes: 3 }] as never })
  await db.insertInto('operation_state').values({ part: 'disk', state: 'needsHand', since: start }).execute()
  expect((await status()).parts[0]).toEqual({
    part: 'disk',
    state: 'needsHand',
    since: '2026-07-20T13:00:00+09:00',
    meaning: '空き容量が3MBしかありません。画像とファイルの保存を止めています。',
    action: '不要なファイルを消すか、ディスクを広げてください。',
    facts: [{ name: expect.stringContaining(' データベース') as string, value: '空き 3 MB' }],
  })
})
