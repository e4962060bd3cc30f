import type { AlertLoad } from '@mimamori/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeHour } from '../../shared/monitoring/summaries/test-hours.ts'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db, pool } = product.context
const { office, sibling, foreign, people } = await makeTenants(db)

/** An instant of July 2026 in Japan. */
const july = (day: number, time = '12:00'): Date => new Date(`2026-07-${String(day).padStart(2, '0')}T${time}:00+09:00`)
const after = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

beforeEach(async () => {
  product.time.now = july(20)
  await pool.query(
    'truncate alert, alert_event, alert_notice, hourly_summary, monthly_summary, group_rest_day, heat_summary, worker_state cascade',
  )
})

const address = ({ from = '2026-07-01', to = '2026-07-10', officeId = office.office_id } = {}) =>
  `/api/AlertLoad?OfficeId=${officeId}&from=${from}&to=${to}`

const read = async (span: Parameters<typeof address>[0] = {}, who = people.base): Promise<AlertLoad> => {
  const { status, body } = await product.askAs(who, 'GET', address(span))
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as AlertLoad
}

const answer = async ({ company_id, alert_id }: { company_id: number; alert_id: number }, at: Date, by = people.leader) => {
  const line = { company_id, alert_id, at, event: 'acknowledged', user_id: by.user_id, user_name: by.full_name }
  await db.insertInto('alert_event').values(line).execute()
}

const over = (at: Date) => ({ ended_at: at, ending: 'recovered' })
const level = (value: number, kind: string) => ({
  level: value,
  peak_level: value,
  reason: JSON.stringify({ kind, limit: 150, minutes: 4 }),
})

/** Two danger alerts and a caution of one person, a false emergency of another, site heat, and a silence. */
const playScene = async () => {
  const first = await makeAlert(db, people.worker, july(1, '09:30'), { ...level(3, 'maximum'), ...over(july(1, '10:00')) })
  await answer(first, after(first.started_at, 2))
  const second = await makeAlert(db, people.worker, july(2, '09:10'), { ...level(3, 'maximum'), ...over(july(2, '10:00')) })
  await answer(second, after(second.started_at, 12))
  await answer(second, after(second.started_at, 30), people.base)
  await makeAlert(db, people.worker, july(2, '14:00'), { ...level(1, 'sustained'), ...over(july(2, '14:20')) })
  const called = { kind: 'emergency', cause: 'accumulated', ...level(3, 'accumulated'), handling: 'closed', outcome: 'falseAlarm' }
  const emergency = await makeAlert(db, people.neighbour, july(2, '23:59'), { ...called, ...over(july(3, '00:10')) })
  await answer(emergency, after(emergency.started_at, 4), people.base)
  const heat = await makeAlert(db, people.worker, july(3), { kind: 'siteHeat', user_id: null, full_name: null, ...level(2, 'heat') })
  const silence = { kind: 'siteSilent', user_id: null, full_name: null, level: null, peak_level: null, reason: null }
  await makeAlert(db, people.worker, july(3, '13:00'), silence)
  return { first, second, emergency, heat }
}

const zero = { emergency: 0, level3: 0, level2: 0, level1: 0, siteHeat: 0, belt: 0, device: 0 }

describe('what is counted', () => {
  it('alerts by day, hour, level, person and reason, each with what became of it', async () => {
    await playScene()
    const load = await read()
    expect(load).toMatchObject({ officeId: office.office_id, from: '2026-07-01', to: '2026-07-10' })
    const counts = { ...zero, emergency: 1, level3: 2, level1: 1, siteHeat: 1, device: 1 }
    expect(load.totals).toEqual({ ...counts, falseAlarm: 1, answered: 2, endedAlone: 1, waiting: 2 })
    expect(load.days.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, day) => `2026-07-${String(day + 1).padStart(2, '0')}`))
    expect(load.days[0]).toMatchObject({ ...zero, level3: 1 })
    expect(load.days[1]).toMatchObject({ ...zero, level3: 1, level1: 1, emergency: 1 })
    expect(load.days[2]).toMatchObject({ ...zero, siteHeat: 1, device: 1 })
    expect(load.hours[9]).toMatchObject({ ...zero, level3: 2 })
    expect(load.hours[23]).toMatchObject({ ...zero, emergency: 1 })
    const of = { falseAlarm: 0, answered: 0, endedAlone: 0, waiting: 0 }
    expect(load.reasons).toEqual([
      { ...of, kind: 'condition', reason: 'maximum', level: 3, count: 2, answered: 2 },
      { ...of, kind: 'emergency', reason: 'accumulated', level: 3, count: 1, falseAlarm: 1 },
      { ...of, kind: 'siteHeat', reason: 'heat', level: 2, count: 1, waiting: 1 },
      { ...of, kind: 'condition', reason: 'sustained', level: 1, count: 1, endedAlone: 1 },
      { ...of, kind: 'siteSilent', reason: null, level: null, count: 1, waiting: 1 },
    ])
    expect(load.persons).toEqual([
      {
        ...zero,
        ...of,
        userId: people.worker.user_id,
        fullName: people.worker.full_name,
        groupName: null,
        level3: 2,
        level1: 1,
        answered: 2,
        endedAlone: 1,
      },
      {
        ...zero,
        ...of,
        userId: people.neighbour.user_id,
        fullName: people.neighbour.full_name,
        groupName: null,
        emergency: 1,
        falseAlarm: 1,
      },
    ])
  })

  it('the time to the first answer, and who gave it', async () => {
    await playScene()
    const { response, receivers } = await read()
    // 2, 4 and 12 minutes.
    expect(response).toEqual({ answered: 3, medianSeconds: 240, p90Seconds: expect.closeTo(240 + 0.8 * 480, 3) as number })
    expect(receivers).toEqual([])
  })

  it('each address and each owner of a browser as a receiver, an account by its person', async () => {
    const { first, emergency } = await playScene()
    const { company_id } = office
    await db.updateTable('app_user').set({ email: 'Kyoten@example.jp' }).where('user_id', '=', people.base.user_id).execute()
    const line = { company_id, occasion: 'opened', level: 3 }
    await db
      .insertInto('alert_notice')
      .values([
        {
          ...line,
          alert_id: first.alert_id,
          at: july(1, '09:30'),
          channel: 'mail',
          addresses: ['kyoten@example.jp', 'kantoku@example.jp'],
        },
        {
          ...line,
          alert_id: first.alert_id,
          at: july(1, '09:30'),
          channel: 'push',
          user_id: people.leader.user_id,
          user_name: people.leader.full_name,
          role: 'GroupLeader',
        },
        {
          ...line,
          alert_id: emergency.alert_id,
          at: july(2, '23:59'),
          channel: 'push',
          user_id: people.base.user_id,
          user_name: people.base.full_name,
          role: 'HeadquartersAdmin',
        },
        { ...line, alert_id: emergency.alert_id, at: july(3, '00:03'), channel: 'none', occasion: 'escalated', step: 0 },
      ])
      .execute()
    const load = await read()
    expect(load.notices).toEqual({ received: 4, mail: 2, push: 2, receivers: 3 })
    expect(load.days.map(({ received }) => received).slice(0, 3)).toEqual([3, 1, 0])
    expect(load.hours[9]?.received).toBe(3)
    expect(load.receivers).toEqual([
      { userId: people.base.user_id, name: people.base.full_name, role: 'HeadquartersAdmin', received: 2, answered: 1, medianSeconds: 240 },
      { userId: people.leader.user_id, name: people.leader.full_name, role: 'GroupLeader', received: 1, answered: 2, medianSeconds: 420 },
      { userId: null, name: 'kantoku@example.jp', role: null, received: 1, answered: 0, medianSeconds: null },
    ])
    await db.updateTable('app_user').set({ email: null }).where('user_id', '=', people.base.user_id).execute()
  })

  it('neither drills nor what was withdrawn, nor another site, nor a day outside the period', async () => {
    await makeAlert(db, people.worker, july(2), { kind: 'emergency', user_id: null, drill: true, ...over(july(2)) })
    await makeAlert(db, people.worker, july(2), { ...level(3, 'maximum'), withdrawn: true, ...over(july(2)) })
    await makeAlert(db, people.sibling, july(2), level(3, 'maximum'))
    await makeAlert(db, people.worker, july(11, '00:00'), { ...level(3, 'maximum'), ...over(july(11)) })
    const { totals, reasons, persons } = await read()
    expect([totals, reasons, persons]).toEqual([{ ...zero, falseAlarm: 0, answered: 0, endedAlone: 0, waiting: 0 }, [], []])
  })

  it('nobody by name who withdrew their consent', async () => {
    await playScene()
    const withdraw = (at: Date | null) =>
      db.updateTable('app_user').set({ consent_withdrawn_at: at }).where('user_id', '=', people.worker.user_id).execute()
    await withdraw(july(5))
    const { persons, totals } = await read()
    await withdraw(null)
    expect(persons.map(({ userId }) => userId)).toEqual([people.neighbour.user_id])
    expect(totals.level3).toBe(2)
  })
})

describe('a crew of 40 and day', () => {
  it('is shown beside what to expect of such heat, with and without own measures', async () => {
    await playScene()
    for (const day of ['2026-07-01', '2026-07-02']) for (const who of [people.worker, people.neighbour]) await makeHour(db, who, day, 9)
    await setState(db, people.worker.user_id, july(3), { own_mean: 120, own_peak: 140 })
    const slot = { company_id: office.company_id, office_id: office.office_id, serial: 'W1', source: 'measured', wbgt_count: 1 }
    await db
      .insertInto('heat_summary')
      .values([
        { ...slot, device_id: 9, slot: july(1, '13:00'), wbgt_max: 27 },
        { ...slot, device_id: 9, slot: july(1, '14:00'), wbgt_max: 28.4 },
        { ...slot, device_id: 9, slot: july(2, '14:00'), wbgt_max: 28.6 },
      ])
      .execute()
    const { crew, workedDays, personDays, people: measured, days } = await read()
    expect([workedDays, personDays, measured]).toEqual([2, 4, 2])
    expect(days.slice(0, 3).map(({ wbgtMax }) => wbgtMax)).toEqual([28.4, 28.6, null])
    expect(crew.actual).toEqual({ level2: 20, level3: 20, emergency: 10 })
    expect(crew.measured).toBe(1)
    expect(crew.expected).toEqual({
      wbgt: expect.closeTo(28.5, 3) as number,
      column: 28,
      withMeasure: { level2: 35, level3: 7.2, emergency: 1.5 },
      withoutMeasure: { level2: 37, level3: 15.7, emergency: 5.5 },
    })
  })

  it('has no figure where nobody was measured, and no expectation where no heat was', async () => {
    expect((await read()).crew).toEqual({ actual: null, expected: null, measured: 0 })
  })
})

describe('who reads it', () => {
  it('administrators, each within their reach', async () => {
    const status = async (who: { user_id: number }, officeId?: number) =>
      (await product.askAs(who, 'GET', address(officeId === undefined ? {} : { officeId }))).status
    for (const who of [people.service, people.contract, people.base]) expect(await status(who)).toBe(200)
    expect(await status(people.contract, sibling.office_id)).toBe(200)
    expect(await status(people.base, sibling.office_id)).toBe(404)
    expect(await status(people.contract, foreign.office_id)).toBe(404)
    for (const who of [people.foreignContract, people.foreignBase]) expect(await status(who)).toBe(404)
    for (const who of [people.leader, people.subLeader, people.worker]) expect(await status(who)).toBe(403)
  })

  it('of a period that is one', async () => {
    const refused = async (span: Parameters<typeof address>[0]) => {
      const { status, body } = await product.askAs(people.base, 'GET', address(span))
      return [status, body]
    }
    expect(await refused({ from: '2026-07-05', to: '2026-07-04' })).toEqual([400, ['終了日：開始日以降の日を選んでください。']])
    expect(await refused({ to: '2026-07-21' })).toEqual([400, ['終了日：今日までの日を選んでください。']])
    expect(await refused({ from: '2026-04-09' })).toEqual([400, ['終了日：開始日から92日以内の日を選んでください。']])
    expect(await refused({ from: '2026-02-30' })).toEqual([400, ['開始日：日付として読めません。2026-07-20 の形で入力してください。']])
    expect((await product.askAs(people.base, 'GET', `/api/AlertLoad?OfficeId=${office.office_id}`)).body).toEqual([
      '開始日：この項目は必須です。',
      '終了日：この項目は必須です。',
    ])
    expect((await product.askAs(people.base, 'GET', address({ from: '2026-04-10' }))).status).toBe(200)
  })

  it('is put on record with the people seen', async () => {
    await playScene()
    await read({}, people.contract)
    expect((await product.recordedOf('alertLoad')).at(-1)).toMatchObject({
      action: 'read',
      user_name: people.contract.login_id,
      after: { peopleSeen: 2, from: '2026-07-01' },
    })
  })
})
