import type { AlertTrial, Job } from '@mimamori/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { summaryJob } from '../../../shared/monitoring/summaries/summary-job.ts'
import { makeHour } from '../../../shared/monitoring/summaries/test-hours.ts'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { noticeJob } from '../../alerts/notices/notice-job.ts'
import { createLateSite, type LateWorker, steady } from '../judge/test-late-site.ts'
import { trialJob } from './run-trial.ts'

let site: Awaited<ReturnType<typeof createLateSite>>
let calm: LateWorker
let endangered: LateWorker
const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'

/** People send minute by minute, and the product notifies whom it should. */
const live = async (one: LateWorker, pulses: ReturnType<typeof steady>) => {
  for (let first = 0; first < pulses.length; first += 5) {
    const part = pulses.slice(first, first + 5)
    site.clockTo(part.at(-1)?.minute ?? 0)
    await one.send(part)
    await takeTurn(site.context, noticeJob)
  }
}

beforeAll(async () => {
  site = await createLateSite()
  const { db, office, context } = site
  const to = {
    company_id: office.company_id,
    office_id: office.office_id,
    type: 'EMAIL_ALERT_SETTING',
    key: 'TO',
    value: 'genba@example.jp',
  }
  await db.insertInto('master_setting').values(to).execute()
  calm = await site.worker()
  endangered = await site.worker()
  await live(calm, steady(-60, -30, 95))
  // Two bouts above every limit: one of four minutes, and one that becomes an emergency.
  await live(endangered, [
    ...steady(0, 30, 100),
    ...steady(31, 35, 190),
    ...steady(36, 100, 100),
    ...steady(101, 130, 190),
    ...steady(131, 170, 100),
  ])
  await takeTurn(context, summaryJob)
})
afterEach(async () => {
  await site.db.deleteFrom('job').execute()
})
afterAll(() => site.close())

const requestOf = (settings: readonly object[] = [], more: object = {}) => {
  const day = japanDay(site.at(0))
  return { officeId: site.office.office_id, from: day, to: day, settings, ...more }
}
const post = (body: object, who: { user_id: number } = site.admin) => site.askAs(who, 'POST', '/api/AlertLoad/Trial', body)
const start = async (settings: readonly object[] = []): Promise<string> => {
  const { status, body } = await post(requestOf(settings))
  expect([status, body]).toEqual([200, { jobId: expect.any(String) as string }])
  return (body as { jobId: string }).jobId
}
const jobOf = async (jobId: string, who: { user_id: number } = site.admin) =>
  (await site.askAs(who, 'GET', `/api/Job/${jobId}`)).body as Job
const turn = (stopping?: AbortSignal) => takeTurn(site.context, trialJob, stopping)
const play = async (settings: readonly object[] = []): Promise<AlertTrial> => {
  const jobId = await start(settings)
  await turn()
  const { state, error, result } = await jobOf(jobId)
  expect([state, error]).toEqual(['done', undefined])
  return result as AlertTrial
}
const set = (key: string, value: number | string, type = durations) => ({ type, key, value })

test('with the settings in force both sides are what people were really notified of', async () => {
  const { rows } = await site.context.pool.query<{ kind: string; level: number }>(
    `select a.kind, n.level from alert_notice n join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id
      where n.channel = 'mail' and n.occasion in ('opened', 'raised', 'called') order by n.notice_id`,
  )
  expect(rows.length).toBeGreaterThan(1)
  const trial = await play()
  const real = { level1: 0, level2: 0, level3: 0, emergency: 0 }
  for (const { kind, level } of rows)
    if (kind === 'emergency') real.emergency += 1
    else if (level === 3) real.level3 += 1
  expect([trial.before, trial.after]).toEqual([real, real])
  expect(trial).toMatchObject({ people: 2, settings: [], later: [], missed: [], unjudged: { people: 0, withOutcome: 0 } })
})

test('settings that wait longer name who is notified later, and who not at all, by name and minute', async () => {
  const first = (await site.alertsOf(endangered)).find(({ kind }) => kind === 'condition')
  const close = { outcome: 'rested', handling: 'closed' }
  await site.db
    .updateTable('alert')
    .set(close)
    .where('alert_id', '=', first?.alert_id ?? 0)
    .execute()
  const trial = await play([set('MAXIMUM_HEART_RATE', 30), set('INSTANTANEOUS_HEARTBEAT_LOSS', 30)])
  expect(trial.settings).toEqual([
    { type: durations, key: 'INSTANTANEOUS_HEARTBEAT_LOSS', before: '2', after: '30' },
    { type: durations, key: 'MAXIMUM_HEART_RATE', before: '4', after: '30' },
  ])
  const { user } = endangered
  expect(trial.missed[0]).toMatchObject({ userId: user.user_id, userName: user.full_name, kind: 'condition', level: 3, outcome: 'rested' })
  expect(trial.after.level3).toBeLessThan(trial.before.level3)
  await site.db
    .updateTable('alert')
    .set({ outcome: null, handling: 'open' })
    .where('alert_id', '=', first?.alert_id ?? 0)
    .execute()
})

test('an emergency that needs more minutes comes later', async () => {
  const trial = await play([set('ACCUMULATED_TIME', 20, 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION')])
  expect(trial.before.emergency).toBe(1)
  expect(trial.later).toMatchObject([{ userId: endangered.user.user_id, kind: 'emergency', minutes: 5 }])
  expect(trial.missed).toEqual([])
})

test('a higher target notifies nobody of less, and 0 of nothing but emergencies', async () => {
  const low = await play([set('EMAIL_SENDING_TARGET', 1, 'GENERAL_ALERT_SETTING')])
  expect(low.after.level3 + low.after.level2 + low.after.level1).toBeGreaterThan(low.before.level3)
  const none = await play([set('EMAIL_SENDING_TARGET', 0, 'GENERAL_ALERT_SETTING')])
  expect(none.after).toEqual({ level1: 0, level2: 0, level3: 0, emergency: none.before.emergency })
  expect(none.missed.length).toBeGreaterThan(0)
})

test('it writes nothing but its job', async () => {
  const counts = async () => {
    const { rows } = await site.context.pool.query(
      `select (select count(*) from alert) as alerts, (select count(*) from alert_event) as events, (select count(*) from alert_due) as due,
              (select md5(string_agg(s.judge::text, ',' order by s.user_id)) from worker_state s) as states,
              (select md5(string_agg(r::text, ',' order by r.device_id, r.at)) from reading r) as readings`,
    )
    return rows
  }
  const before = await counts()
  await play([set('MAXIMUM_HEART_RATE', 1)])
  expect(await counts()).toEqual(before)
})

test('what a killed process was at is done again, and what is cancelled leaves nothing', async () => {
  const stopped = await start([set('MAXIMUM_HEART_RATE', 10)])
  // As a killed process leaves it: running, and nobody holds its lock.
  await site.db.updateTable('job').set({ state: 'running', attempts: 1 }).execute()
  await turn()
  expect((await jobOf(stopped)).state).toBe('done')
  const cancelled = await start()
  expect((await site.askAs(site.admin, 'DELETE', `/api/Job/${cancelled}`)).body).toMatchObject({ state: 'cancelled' })
  await turn()
  const { result, state } = await jobOf(cancelled)
  expect([state, result]).toEqual(['cancelled', undefined])
})

test('a product that stops lets it wait', async () => {
  const jobId = await start()
  await turn(AbortSignal.abort()).catch(() => undefined)
  expect((await jobOf(jobId)).state).toBe('waiting')
})

test('who withdrew their consent is not judged again, and is counted', async () => {
  const withdraw = (at: Date | null) =>
    site.db.updateTable('app_user').set({ consent_withdrawn_at: at }).where('user_id', '=', endangered.user.user_id).execute()
  await withdraw(site.at(200))
  const trial = await play()
  await withdraw(null)
  expect(trial).toMatchObject({ people: 1, unjudged: { people: 1, withOutcome: 0 } })
})

test('each bad setting, the period and the site are named', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await post(body)
    return [status, answer]
  }
  expect(await refused(requestOf([set('MAXIMUM_HEART_RATE', 'soon'), set('EMAIL_SENDING_TARGET', 9, 'GENERAL_ALERT_SETTING')]))).toEqual([
    400,
    ['最大心拍超過：数値で入力してください。', 'メールを送る段階：選べる値ではありません。'],
  ])
  expect(await refused(requestOf([set('TO', 'a@example.jp', 'EMAIL_ALERT_SETTING')]))).toEqual([
    400,
    ['試す設定：EMAIL_ALERT_SETTING の TO は試算できません。'],
  ])
  expect(await refused(requestOf([], { from: '2026-07-01', to: '2026-07-08' }))).toEqual([
    400,
    ['終了日：試算は7日までです。開始日から7日以内の日を選んでください。'],
  ])
  expect(await refused(requestOf([], { from: '2026-07-01', to: '2026-07-01' }))).toEqual([
    400,
    ['拠点：この期間に心拍を測定した人がいません。ほかの期間を選んでください。'],
  ])
  expect(await refused(requestOf([], { officeId: 'x' }))).toEqual([400, ['拠点：数値で入力してください。']])
  expect((await post(requestOf([], { officeId: 999_999 }))).status).toBe(404)
})

test('more people than a trial takes are refused', async () => {
  const office = await makeOffice(site.db, { company_id: site.office.company_id })
  const admin = await makeUser(site.db, 'HeadquartersAdmin', office)
  for (let n = 0; n < 201; n++) await makeHour(site.db, await makeUser(site.db, 'User', office), '2026-07-01', 9)
  const { status, body } = await post({ officeId: office.office_id, from: '2026-07-01', to: '2026-07-01', settings: [] }, admin)
  expect([status, body]).toEqual([400, ['拠点：この期間に測定した人が201人います。試算は200人までです。期間を短くしてください。']])
})

test('only administrators of the site start one, and only who started it reads the result while they see the site', async () => {
  const { db, office } = site
  const elsewhere = await makeUser(db, 'HeadquartersAdmin', await makeOffice(db, { company_id: office.company_id }))
  const foreign = await makeUser(db, 'AdminUnitContract', await makeOffice(db))
  const leader = await makeUser(db, 'GroupLeader', office)
  for (const [who, status] of [
    [elsewhere, 404],
    [foreign, 404],
    [leader, 403],
  ] as const)
    expect((await post(requestOf(), who)).status).toBe(status)
  const contractor = await makeUser(db, 'AdminUnitContract', office)
  const { jobId } = (await post(requestOf(), contractor)).body as { jobId: string }
  await turn()
  expect((await site.askAs(site.admin, 'GET', `/api/Job/${jobId}`)).status).toBe(404)
  expect((await jobOf(jobId, contractor)).result).toMatchObject({ people: 2 })
  const narrow = { role: 'HeadquartersAdmin', office_id: elsewhere.office_id }
  await db.updateTable('app_user').set(narrow).where('user_id', '=', contractor.user_id).execute()
  expect((await jobOf(jobId, contractor)).result).toBeUndefined()
})
