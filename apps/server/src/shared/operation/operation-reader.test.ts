import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test-app.ts'
import { makeChannel } from '../channels/test-channel-row.ts'
import { makeAlert, makeTenants, setState } from '../monitoring/workers/test-workers.ts'
import { signInAs } from '../organisation/test-factories.ts'
import { createOperationReader, readOperation } from './operation-reader.ts'

const { context, time } = await startTestApp()
const { db } = context
const { people, office, foreign } = await makeTenants(db)
const minutesAgo = (minutes: number) => new Date(time.now.getTime() - minutes * 60_000)
const read = createOperationReader(context, { keptMs: 0, expectedKeptMs: 0 })

const none = { open: 0, unacknowledged: 0, oldestUnacknowledgedAt: null, unanswered: 0, forgotten: 0 }

test('of an installation where nothing happens there is nothing to say', async () => {
  const figures = await read()
  expect(figures).toMatchObject({
    alerts: { emergency: none },
    unreached: 0,
    unsent: 0,
    undecided: { count: 0, waitsSince: null },
    notices: { mail: { isOn: false, queued: 0, oldestQueuedAt: null }, push: { queued: 0 }, channel: { isOn: true, queued: 0 } },
    silent: { wearers: 0, gateways: 0, instruments: 0, sites: 0 },
    jobs: [],
    forecast: null,
    companiesAway: 0,
  })
  expect(Math.abs(figures.clockAheadMs)).toBeLessThan(1_000)
})

test('open alerts by grade, of all companies, and how long nobody has answered', async () => {
  await makeAlert(db, people.worker, minutesAgo(9), { kind: 'emergency', level: 3 })
  await makeAlert(db, people.foreign, minutesAgo(20), { kind: 'emergency', level: 3, handling: 'acknowledged' })
  await makeAlert(db, people.neighbour, minutesAgo(800), { level: 2 })
  await makeAlert(db, people.neighbour, minutesAgo(40), { kind: 'emergency', level: 3, ended_at: minutesAgo(5) })
  await makeAlert(db, people.neighbour, minutesAgo(50), { kind: 'emergency', level: 3, late: true })
  await makeAlert(db, people.leader, minutesAgo(60), { kind: 'fall', level: 3, withdrawn: true })
  await makeAlert(db, people.leader, minutesAgo(60), { kind: 'battery', level: null })
  await makeAlert(db, people.leader, minutesAgo(15), { kind: 'report', level: null, source: 'poster' })
  const { alerts } = await read()
  expect(alerts).toEqual({
    emergency: { open: 2, unacknowledged: 1, oldestUnacknowledgedAt: minutesAgo(9), unanswered: 0, forgotten: 0 },
    report: { open: 1, unacknowledged: 1, oldestUnacknowledgedAt: minutesAgo(15), unanswered: 1, forgotten: 0 },
    level3: none,
    level2: { open: 1, unacknowledged: 1, oldestUnacknowledgedAt: minutesAgo(800), unanswered: 0, forgotten: 1 },
    level1: none,
    other: { ...none, open: 1 },
  })
})

test('emergencies of which nobody could be notified', async () => {
  const { alert_id: alertId } = await makeAlert(db, people.subLeader, minutesAgo(3), { kind: 'help', level: 3 })
  const notice = (channel: string) =>
    sql`insert into alert_notice (company_id, alert_id, at, channel, occasion) values (${office.company_id}, ${alertId}, ${time.now}, ${channel}, 'opened')`.execute(
      db,
    )
  await notice('none')
  expect((await read()).unreached).toBe(1)
  await notice('push')
  expect((await read()).unreached).toBe(0)
})

test('an alert counts as unsent once its notices wait for ten minutes, unless one has reached somebody', async () => {
  const { alert_id: alertId } = await makeAlert(db, people.worker, minutesAgo(12), { level: 2 })
  const channelId = await makeChannel(db, office)
  const delivery = (minutes: number, sentAt: Date | null = null) =>
    db
      .insertInto('channel_delivery')
      .values({
        company_id: office.company_id,
        channel_id: channelId,
        alert_id: alertId,
        created_at: minutesAgo(minutes),
        next_try_at: minutesAgo(minutes),
        sent_at: sentAt,
        message: JSON.stringify({}),
      })
      .execute()
  await delivery(9)
  expect((await read()).unsent).toBe(0)
  await delivery(11)
  expect((await read()).unsent).toBe(1)
  await delivery(11, minutesAgo(10))
  expect((await read()).unsent).toBe(0)
  await sql`delete from channel_delivery d where d.company_id = ${office.company_id}`.execute(db)
  await sql`delete from notification_channel n where n.company_id = ${office.company_id}`.execute(db)
})

test('people, gateways and sites that alive monitoring misses', async () => {
  const named = (...users: { user_id: number }[]) => ({ userIds: users.map((user) => user.user_id) })
  await makeAlert(db, people.worker, minutesAgo(12), { kind: 'silent', level: null })
  await makeAlert(db, people.foreign, minutesAgo(12), { kind: 'siteSilent', level: null, user_id: null, reason: named(people.foreign) })
  await makeAlert(db, people.base, minutesAgo(12), { kind: 'gatewaySilent', level: null, reason: named(people.leader, people.subLeader) })
  expect((await read()).silent).toEqual({ wearers: 4, gateways: 1, instruments: 0, sites: 1 })
  // Three flat tags are no silent site.
  await setState(db, people.neighbour.user_id, minutesAgo(5))
  expect((await read()).silent).toEqual({ wearers: 4, gateways: 1, instruments: 0, sites: 0 })
})

test('lines that stay open in the night are not missed until the sites open', async () => {
  const noon = time.now
  time.now = new Date('2026-07-21T03:00:00+09:00')
  expect((await read()).silent).toEqual({ wearers: 0, gateways: 0, instruments: 0, sites: 0 })
  time.now = new Date('2026-07-21T06:00:00+09:00')
  expect((await read()).silent).toMatchObject({ wearers: 4, gateways: 1 })
  time.now = noon
})

test('what waits for a decision is measured by how long the same one is seen, not by when it happened', async () => {
  const { alert_id: alertId } = await makeAlert(db, people.sibling, minutesAgo(300), { kind: 'condition', level: 2 })
  const due = (minutes: number) =>
    db
      .insertInto('alert_due')
      .values({ company_id: office.company_id, alert_id: alertId, at: minutesAgo(minutes), event: 'opened', level: 2 })
      .execute()
  await due(300)
  const noon = time.now
  expect((await read()).undecided).toEqual({ count: 1, waitsSince: noon })
  time.now = new Date(noon.getTime() + 90_000)
  await due(0)
  expect((await read()).undecided).toEqual({ count: 2, waitsSince: noon })
  await sql`delete from alert_due d where d.company_id = ${office.company_id} and d.due_id = (select min(e.due_id) from alert_due e where e.company_id = ${office.company_id})`.execute(
    db,
  )
  expect((await read()).undecided).toEqual({ count: 1, waitsSince: time.now })
  await sql`delete from alert_due d where d.company_id = ${office.company_id}`.execute(db)
  time.now = noon
})

test('mails that wait, the urgent apart; those that reached somebody, or nobody needs, are none', async () => {
  const mail = (
    minutes: number,
    values: { urgent?: boolean; delivered_to?: string[]; sent_at?: Date; failed_at?: Date; error?: string } = {},
  ) =>
    db
      .insertInto('outbox_mail')
      .values({
        company_id: office.company_id,
        created_at: minutesAgo(minutes),
        next_try_at: minutesAgo(minutes),
        recipients: JSON.stringify({ to: ['a@example.com'] }),
        subject: 's',
        body: 'b',
        ...values,
      })
      .execute()
  await mail(7, { urgent: true })
  await mail(30)
  await mail(50, { urgent: true, delivered_to: ['a@example.com'] })
  await mail(20, { sent_at: minutesAgo(19) })
  await mail(90, { sent_at: minutesAgo(1) })
  await mail(20, { failed_at: minutesAgo(19), error: 'refused' })
  await mail(20, { failed_at: minutesAgo(19) })
  expect((await read()).notices.mail).toEqual({
    isOn: false,
    queued: 2,
    queuedUrgent: 1,
    oldestQueuedAt: minutesAgo(30),
    oldestUrgentAt: minutesAgo(7),
    sentLately: 1,
    failedLately: 1,
  })
})

test('what waits for a channel, unless that is switched off or broken', async () => {
  const delivery = async (minutes: number, channel: Parameters<typeof makeChannel>[2] = {}) =>
    db
      .insertInto('channel_delivery')
      .values({
        company_id: foreign.company_id,
        channel_id: await makeChannel(db, foreign, channel),
        created_at: minutesAgo(minutes),
        next_try_at: minutesAgo(minutes),
        urgent: true,
        message: JSON.stringify({}),
      })
      .execute()
  await delivery(4)
  await delivery(40, { is_enabled: false })
  await delivery(50, { failures: 3, type: 'webhook' })
  const { notices, channels } = await read()
  expect(notices.channel).toMatchObject({ queued: 1, queuedUrgent: 1, oldestUrgentAt: minutesAgo(4) })
  expect(channels).toEqual([
    { type: 'slack', enabled: 1, broken: 0, queued: 1 },
    { type: 'webhook', enabled: 1, broken: 1, queued: 0 },
  ])
})

test('an urgent one is found behind ten thousand others', async () => {
  await sql`delete from channel_delivery d where d.company_id in (${office.company_id}, ${foreign.company_id})`.execute(db)
  const channelId = await makeChannel(db, office)
  const { sessionId } = await signInAs(context, people.base.user_id)
  const { subscription_id: subscriptionId } = await db
    .insertInto('push_subscription')
    .values({
      company_id: office.company_id,
      session_id: sessionId,
      endpoint: 'https://push.example/1',
      p256dh: 'p',
      auth: 'a',
      created_at: time.now,
    })
    .returning('subscription_id')
    .executeTakeFirstOrThrow()
  const many = async (count: number, isUrgent: boolean, at: Date, nextTryAt: Date) => {
    await sql`
      insert into channel_delivery (company_id, channel_id, created_at, next_try_at, urgent, message)
      select ${office.company_id}::int, ${channelId}, ${at}::timestamptz, ${nextTryAt}::timestamptz, ${isUrgent}::boolean, '{}'::jsonb
        from generate_series(1, ${count}::int)`.execute(db)
    await sql`
      insert into outbox_push (company_id, subscription_id, created_at, next_try_at, payload)
      select ${office.company_id}::int, ${subscriptionId}::int, ${at}::timestamptz, ${nextTryAt}::timestamptz, jsonb_build_object('emergency', ${isUrgent}::boolean)
        from generate_series(1, ${count}::int)`.execute(db)
  }
  await many(10_050, false, minutesAgo(60), minutesAgo(60))
  await many(1, true, minutesAgo(40), time.now)
  const { notices } = await read()
  expect(notices.channel).toMatchObject({ queued: 10_000, queuedUrgent: 1, oldestUrgentAt: minutesAgo(40), oldestQueuedAt: minutesAgo(60) })
  expect(notices.push).toMatchObject({ queued: 10_000, queuedUrgent: 1, oldestUrgentAt: minutesAgo(40), oldestQueuedAt: minutesAgo(60) })
  await sql`delete from channel_delivery d where d.company_id = ${office.company_id}`.execute(db)
  await sql`delete from outbox_push p where p.company_id = ${office.company_id}`.execute(db)
})

test('a read that a lock holds up is one, however often it is asked for', async () => {
  const client = await context.pool.connect()
  await client.query('begin; lock table alert_due in access exclusive mode')
  const atAPace = createOperationReader(context, { keptMs: 1, expectedKeptMs: 0 })
  const waiting = async () => {
    const { rows } = await context.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  const first = atAPace()
  await expect.poll(waiting).toBe(1)
  const second = atAPace()
  expect(second).toBe(first)
  await client.query('rollback')
  client.release()
  expect(await second).toBe(await first)
})

test('jobs that are late, and since when they fail', async () => {
  const run = (job: string, endedMinutesAgo: number | null, failingMinutesAgo: number | null = null) =>
    db
      .insertInto('job_run')
      .values({
        job,
        every_seconds: 60,
        began_at: minutesAgo(endedMinutesAgo ?? 10),
        ended_at: endedMinutesAgo === null ? null : minutesAgo(endedMinutesAgo),
        failing_since: failingMinutesAgo === null ? null : minutesAgo(failingMinutesAgo),
      })
      .execute()
  await run('in-time', 0.5)
  await run('forgotten', 10)
  await run('never-ended', null)
  await run('failing', 0.5, 30)
  expect((await read()).jobs).toEqual([
    { name: 'failing', overdueSeconds: 1_740, failingSince: minutesAgo(30) },
    { name: 'forgotten', overdueSeconds: 540, failingSince: null },
    { name: 'in-time', overdueSeconds: 0, failingSince: null },
    { name: 'never-ended', overdueSeconds: 540, failingSince: null },
  ])
})

test('forecasts of the stations in use', async () => {
  const withService = { ...context, config: { ...context.config, wbgtServiceUrl: 'https://wbgt.example' } }
  for (const [station, used] of [
    ['44132', office],
    ['62078', foreign],
  ] as const)
    await sql`update office o set public_wbgt_station = ${station} where o.company_id = ${used.company_id} and o.office_id = ${used.office_id}`.execute(
      db,
    )
  const fetched = (station: string, minutes: number) =>
    sql`insert into public_station_fetch (station, observed_requested_at, forecast_issued_at) values (${station}, ${time.now}, ${minutesAgo(minutes)})`.execute(
      db,
    )
  await fetched('44132', 300)
  await fetched('11001', 900)
  const { forecast } = await createOperationReader(withService)()
  expect(forecast).toEqual({ stations: 2, isInSeason: true, without: 1, oldestIssuedAt: minutesAgo(300) })
})

test('ages are by the clock that all processes share, whichever of them is asked', async () => {
  const ahead = 600_000
  vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + ahead)
  onTestFinished(() => void vi.restoreAllMocks())
  const figures = await createOperationReader({ ...context, clock: () => new Date(time.now.getTime() + ahead) })()
  // To what asking for the time took.
  expect(Math.abs(figures.clockAheadMs - ahead)).toBeLessThan(60_000)
  expect(Math.abs(figures.readAt.getTime() - time.now.getTime())).toBeLessThan(60_000)
})

test('all who ask within some seconds get the same figures', async () => {
  const both = await Promise.all([readOperation(context), readOperation(context)])
  expect(both[0]).toBe(both[1])
  expect(await readOperation(context)).toBe(both[0])
})
