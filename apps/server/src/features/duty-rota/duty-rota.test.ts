import type { DutyRota } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { placeAt } from '../../shared/duty-rota/test-rota.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { rotaGapJob } from './gap-job.ts'

const product = await startTestApp({ config: testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' }) })
const { db } = product.context
const { people, office, group, foreign } = await makeTenants(db)
const second = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id }, { full_name: '職長　二' })
const start = product.time.now
const url = `/api/DutyRota/${office.office_id}`

// Monday the 20th of July 2026, 13:00: a public holiday.
beforeEach(async () => {
  await sql`truncate duty_rota, duty_rota_place, duty_rota_override, duty_rota_gap_notice, outbox_mail, audit_log, master_setting cascade`.execute(
    db,
  )
  await sql`update app_user set disabled_at = null, email = 'p' || user_id::text || '@example.jp'`.execute(db)
  product.time.now = start
})

type Viewer = { readonly user_id: number }
const read = async (viewer: Viewer = people.base, query = '') => {
  const { status, body } = await product.askAs(viewer, 'GET', `${url}${query}`)
  expect(status).toBe(200)
  return body as DutyRota
}
const save = (body: object, viewer: Viewer = people.base) => product.askAs(viewer, 'PUT', url, body)
const placeOf = (date: string, shift: string, place: number, { user_id: userId }: Viewer) => ({ date, shift, place, userId })
const setSteps = (value: string) =>
  db
    .insertInto('master_setting')
    .values({ company_id: office.company_id, office_id: office.office_id, type: 'ESCALATION_SETTING', key: 'STEPS', value })
    .execute()
const override = (viewer: Viewer, body: object) => product.askAs(viewer, 'POST', `${url}/Override`, body)
const mails = async () => {
  const { rows } = await sql<{ to: string; subject: string; body: string }>`
    select recipients->'to'->>0 as to, subject, body from outbox_mail order by mail_id`.execute(db)
  return rows
}

describe('a week of the rota', () => {
  test('is not planned until somebody is placed, and then has a line a day with its holidays and gaps', async () => {
    const empty = await read()
    expect(empty).toMatchObject({ version: 0, isStep: false, isEditable: true, shifts: { dayFrom: '06:00', nightPlaces: 2 } })
    expect(empty.week).toEqual({ from: '2026-07-20', to: '2026-07-26', isPlanned: false })
    expect(empty.unplannedWeeks).toEqual(['2026-07-20', '2026-07-27'])
    expect(empty.gaps).toEqual([])
    expect(empty.days.map(({ date, isOff }) => (isOff ? date : ''))).toEqual(['2026-07-20', '', '', '', '', '', '2026-07-26'])
    expect(empty.days[0]).toEqual({ date: '2026-07-20', holiday: '海の日', isOff: true, isToday: true })

    const { status, body } = await save({
      version: 0,
      from: '2026-07-22',
      shifts: { dayFrom: '7:00', nightFrom: '19:30', dayPlaces: 2, nightPlaces: 1 },
      places: [placeOf('2026-07-20', 'day', 1, people.leader), placeOf('2026-07-25', 'night', 1, people.base)],
    })
    expect(status).toBe(200)
    const rota = body as DutyRota
    expect(rota.shifts).toEqual({ dayFrom: '07:00', nightFrom: '19:30', dayPlaces: 2, nightPlaces: 1 })
    expect(rota.places).toHaveLength(21)
    expect(rota.places[0]).toEqual({
      date: '2026-07-20',
      shift: 'day',
      place: 1,
      userId: people.leader.user_id,
      fullName: people.leader.full_name,
      gap: null,
      override: null,
      isNow: true,
    })
    expect(rota.places[1]).toMatchObject({ place: 2, userId: null, gap: 'empty', isNow: true })
    expect(rota.gaps).toHaveLength(19)
    expect(rota.unplannedWeeks).toEqual(['2026-07-27'])
  })

  test('is saved by one of two who change it at once; the log names the people', async () => {
    expect((await save({ version: 0, from: '2026-07-20', places: [placeOf('2026-07-21', 'day', 1, people.leader)] })).status).toBe(200)
    expect((await save({ version: 0, from: '2026-07-20', places: [] })).status).toBe(412)
    const [entry] = await product.recordedOf('dutyRota')
    expect(entry).toMatchObject({ action: 'update', after: { places: [`7/21（火）昼の1番目 ${people.leader.full_name}`] } })
  })

  test('keeps what is over, and refuses what cannot be', async () => {
    product.time.now = new Date('2026-07-22T12:00:00+09:00')
    await placeAt(db, office, '2026-07-20', 'day', people.leader)
    await placeAt(db, office, '2026-07-21', 'night', people.base)
    const { body } = await save({ version: 1, from: '2026-07-20', places: [placeOf('2026-07-20', 'day', 1, second)] })
    const named = (body as DutyRota).places.flatMap(({ date, fullName }) => (fullName === null ? [] : [`${date} ${fullName}`]))
    expect(named).toEqual([`2026-07-20 ${people.leader.full_name}`, `2026-07-21 ${people.base.full_name}`])

    // Fewer places from now on: the third one of Monday is over, and sent with the whole week.
    const fewer = { dayFrom: '06:00', nightFrom: '20:00', dayPlaces: 2, nightPlaces: 2 }
    const whole = [placeOf('2026-07-20', 'day', 3, second), placeOf('2026-07-23', 'day', 1, second)]
    expect((await save({ from: '2026-07-20', shifts: fewer, places: whole })).status).toBe(200)

    const day = '2026-07-24'
    const refused: readonly (readonly [object, string])[] = [
      [{ places: [placeOf('2026-07-27', 'day', 1, second)] }, '7/27（月）は、この週の日ではありません。'],
      [{ places: [placeOf(day, 'night', 3, second)] }, '夜の人数は2人です。順番は1から2で選んでください。'],
      [{ places: [placeOf(day, 'day', 1, second), placeOf(day, 'day', 2, second)] }, '7/24（金）昼に、職長　二さんが2回入っています。'],
      [{ places: [placeOf(day, 'day', 1, second), placeOf(day, 'day', 1, people.base)] }, '7/24（金）昼の1番目に、2人が入っています。'],
      ...[people.worker, people.sibling, people.foreignBase, people.service].map(
        (wrong) =>
          [
            { places: [placeOf(day, 'day', 2, wrong)] },
            '7/24（金）昼の2番目には、この拠点の職長・副職長・拠点管理者か、会社の契約管理者を選んでください。',
          ] as const,
      ),
      [
        { places: [], shifts: { dayFrom: '20:00', nightFrom: '6:00', dayPlaces: 1, nightPlaces: 1 } },
        '夜の始まりは、昼の始まりより後の時刻にしてください。',
      ],
    ]
    for (const [draft, words] of refused) expect(await save({ from: '2026-07-20', ...draft })).toEqual({ status: 400, body: [words] })
    expect((await read()).version).toBe(3)
  })

  test('is copied into the next one: days off from a day off, working days from working days, without who may not be called', async () => {
    await placeAt(db, office, '2026-07-20', 'day', second)
    await placeAt(db, office, '2026-07-21', 'day', people.leader, people.base)
    await placeAt(db, office, '2026-07-26', 'night', people.contract)
    await sql`update app_user set disabled_at = now() where user_id = ${people.base.user_id}`.execute(db)
    const copy = () => product.askAs(people.contract, 'POST', `${url}/Copy`, { version: 1, from: '2026-07-20' })
    const { status, body } = await copy()
    expect(status).toBe(200)
    const { week, places } = body as DutyRota
    expect(week).toEqual({ from: '2026-07-27', to: '2026-08-02', isPlanned: true })
    expect(places.flatMap(({ date, shift, fullName }) => (fullName === null ? [] : [`${date} ${shift} ${fullName}`]))).toEqual([
      `2026-07-27 day ${people.leader.full_name}`,
      `2026-07-28 day ${people.leader.full_name}`,
      `2026-08-02 night ${people.contract.full_name}`,
    ])
    expect((await copy()).status).toBe(412)
    expect(await product.askAs(people.contract, 'POST', `${url}/Copy`, { from: '2026-07-20' })).toMatchObject({ status: 409 })
    expect(await product.askAs(people.contract, 'POST', `${url}/Copy`, { from: '2026-08-10' })).toMatchObject({ status: 400 })
  })
})

describe('a substitute', () => {
  const thursday = { date: '2026-07-23', shift: 'day', place: 1 }

  test('of a leader’s own place is named by the leader; administrators and the substitute are notified, and it is on the log', async () => {
    await placeAt(db, office, thursday.date, 'day', people.leader, second)
    const draft = { ...thursday, userId: people.subLeader.user_id, reason: '足場の点検講習' }
    expect((await override(second, draft)).status).toBe(404)
    const { status, body } = await override(people.leader, draft)
    expect(status).toBe(200)
    expect(body).toMatchObject({ fullName: people.subLeader.full_name, insteadOf: people.leader.full_name, isRemovable: true })
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(
      [people.base, people.subLeader].map(({ user_id }) => `p${user_id}@example.jp`).toSorted(),
    )
    const [{ subject, body: words } = { subject: '', body: '' }] = await mails()
    expect(subject).toBe(`【見守り】7/23（木）昼の1番目は${people.subLeader.full_name}さん（${people.leader.full_name}さんの代わり）`)
    expect(words).toContain('わけ：足場の点検講習')
    const [entry] = await product.recordedOf('dutyRota')
    expect(entry).toMatchObject({
      action: 'setSubstitute',
      after: { shift: '7/23（木）昼', place: 1, userId: people.subLeader.full_name, reason: '足場の点検講習' },
    })

    const own = await read(people.subLeader)
    expect(own.own).toEqual([{ ...thursday, insteadOf: people.leader.full_name, isOverride: true }])
    expect(own.isEditable).toBe(false)
    expect(own.overrides).toMatchObject([{ reason: '足場の点検講習', isRemovable: false }])
    expect((await read(people.leader)).own).toEqual([])

    const { id } = body as { id: number }
    expect((await product.askAs(people.subLeader, 'DELETE', `${url}/Override/${id}`)).status).toBe(404)
    expect((await product.askAs(people.foreignContract, 'DELETE', `/api/DutyRota/${foreign.office_id}/Override/${id}`)).status).toBe(404)
    expect((await product.askAs(people.base, 'DELETE', `${url}/Override/${id}`)).status).toBe(200)
    expect((await read(people.leader)).own).toMatchObject([thursday])
    expect((await product.recordedOf('dutyRota')).map(({ action }) => action)).toContain('removeSubstitute')
  })

  test('replaces a former one, and is refused where it cannot be', async () => {
    await placeAt(db, office, thursday.date, 'day', people.leader, second)
    const to = ({ user_id: userId }: Viewer, more = {}) => override(people.base, { ...thursday, userId, reason: '講習', ...more })
    expect((await to(people.base)).status).toBe(200)
    expect((await to(people.subLeader)).status).toBe(200)
    const { overrides } = await read()
    expect(overrides).toMatchObject([{ fullName: people.subLeader.full_name, insteadOf: people.leader.full_name }])
    // At the second place already, which nobody would be at then.
    expect(await to(second)).toEqual({ status: 400, body: ['7/23（木）昼に、職長　二さんが2回入っています。'] })
    expect((await to(people.leader)).status).toBe(400)
    expect((await to(people.worker)).status).toBe(400)
    expect((await to(people.subLeader, { place: 4 })).status).toBe(400)
    expect(await to(people.subLeader, { date: '2026-07-28' })).toEqual({
      status: 400,
      body: ['この週はまだ決めていません。先に担当を決めてください。'],
    })
    expect(await to(people.subLeader, { date: '2026-07-19', shift: 'night' })).toEqual({
      status: 400,
      body: ['7/19（日）夜の担当は終わりました。終わった担当は変えられません。'],
    })
    expect((await to(people.subLeader, { reason: ' ' })).status).toBe(400)
    product.time.now = new Date('2026-07-23T20:00:00+09:00')
    expect((await read()).overrides).toEqual([])
    const [{ id } = { id: 0 }] = overrides
    expect((await product.askAs(people.base, 'DELETE', `${url}/Override/${id}`)).status).toBe(400)
  })
})

test('who is called now is named with the ways that reach them, and the steps that follow', async () => {
  await setSteps('DutyRota,AdminUnitContract')
  await placeAt(db, office, '2026-07-20', 'day', people.leader, undefined, people.base)
  const { isStep, now } = await read(people.subLeader)
  expect(isStep).toBe(true)
  expect(now).toMatchObject({ date: '2026-07-20', shift: 'day', isPlanned: true })
  expect(now.calls.map(({ kind, place, afterMinutes, people: called }) => [kind, place, afterMinutes, called.length])).toEqual([
    ['place', 1, 0, 1],
    ['everybody', null, 3, 4],
    ['place', 3, 6, 1],
    ['role', null, 9, 1],
  ])
  expect(now.calls[0]?.people).toEqual([
    {
      userId: people.leader.user_id,
      fullName: people.leader.full_name,
      role: 'GroupLeader',
      groupName: group.name,
      phone: '09000000001',
      ways: ['mail', 'phone'],
    },
  ])
})

test('gaps are announced once, a week ahead, in the morning, to those who plan; one that opens again is announced again', async () => {
  const look = async () => {
    await sql`delete from outbox_mail`.execute(db)
    await takeTurn(product.context, rotaGapJob)
    return (await mails()).map(({ to, body }) => ({
      to,
      lines: body.split('\n').filter((text) => /空いています|決めていません/.test(text)),
    }))
  }
  for (const date of ['2026-07-20', '2026-07-21', '2026-07-22', '2026-07-23', '2026-07-24', '2026-07-25', '2026-07-26', '2026-07-27'])
    for (const shift of ['day', 'night'] as const) await placeAt(db, office, date, shift, people.leader, people.base, second)
  await sql`delete from duty_rota_place where place = 3 and shift = 'night'`.execute(db)
  await placeAt(db, office, '2026-07-25', 'night', people.leader)
  // Without the step it calls nobody.
  expect(await look()).toEqual([])
  await setSteps('DutyRota')
  product.time.now = new Date('2026-07-20T06:59:00+09:00')
  expect(await look()).toEqual([])
  product.time.now = new Date('2026-07-20T07:00:00+09:00')
  const gap = '7/25（土）夜の2番目が空いています。このままでは、拠点管理者と職長の全員に知らせます。'
  const to = `p${people.base.user_id}@example.jp`
  expect(await look()).toEqual([{ to, lines: [gap] }])
  expect(await look()).toEqual([])
  product.time.now = new Date('2026-07-21T07:00:00+09:00')
  // Nobody is placed on the 28th, whose day begins within a week now.
  expect((await look()).map(({ lines }) => lines.map((text) => text.slice(0, 12)))).toEqual([
    ['7/28（火）昼の1番目', '7/28（火）昼の2番目', '7/28（火）昼の3番目'],
  ])
  await placeAt(db, office, '2026-07-25', 'night', people.leader, second)
  expect(await look()).toEqual([])
  await sql`update app_user set disabled_at = now() where user_id = ${second.user_id}`.execute(db)
  expect((await look()).flatMap(({ lines }) => lines.filter((text) => text.includes('7/25（土）夜')))).toEqual([
    '7/25（土）夜の2番目が空いています（職長　二さん：停止中の人）。このままでは、拠点管理者と職長の全員に知らせます。',
  ])
})
