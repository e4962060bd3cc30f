import type { Acclimatisation, HealthDetail, LimitedPerson } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { readAllowances } from '../../shared/monitoring/acclimatisation-plan/read-allowances.ts'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { acclimatisationJob } from './acclimatisation-job.ts'

const product = await startTestApp()
const { context, askAs, time } = product
const { db } = context
const { people, sibling } = await makeTenants(db)
/** Open for eight hours. */
const office = await makeOffice(db, { opens_at: '08:00', closes_at: '16:00', acclimatised: false })
const admin = await makeUser(db, 'HeadquartersAdmin', office)
const contract = await makeUser(db, 'AdminUnitContract', office)
const group = await makeGroup(db, { office_id: office.office_id })
const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })

const at = (clock: string) => new Date(`2026-07-${clock}:00+09:00`)
beforeEach(() => void (time.now = at('20T13:00')))

type Person = { readonly user_id: number; readonly company_id: number }
const worker = (values: Parameters<typeof makeUser>[3] = {}) =>
  makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: '今井　翔太', furigana: 'イマイ　ショウタ', ...values })

/** An hour or more of exposure from 10 o'clock on, on these days of July. */
const expose = async ({ user_id, company_id }: Person, days: readonly number[], minutes = 120) => {
  const hours = days.flatMap((day) => [
    { hour: at(`${String(day).padStart(2, '0')}T10:00`), exposure_minutes: Math.min(minutes, 60) },
    { hour: at(`${String(day).padStart(2, '0')}T11:00`), exposure_minutes: Math.max(minutes - 60, 0) },
  ])
  await db
    .insertInto('hourly_summary')
    .values(hours.map((hour) => ({ company_id, user_id, office_id: office.office_id, ...hour })))
    .execute()
}
const count = () => takeTurn(context, acclimatisationJob)
const list = async (actor: Person = leader) => {
  const { body } = await askAs(actor, 'GET', `/api/Acclimatisation?OfficeId=${office.office_id}`)
  return body as { data: LimitedPerson[]; count: number; date: string }
}
const rowOf = async ({ user_id }: Person, actor: Person = leader) => (await list(actor)).data.find(({ userId }) => userId === user_id)
const planOf = async ({ user_id }: Person, actor: Person = admin): Promise<Acclimatisation | null> =>
  ((await askAs(actor, 'GET', `/api/HealthCondition/${user_id}/0`)).body as HealthDetail).acclimatisation
const tomorrow = async ({ user_id }: Person, date = '2026-07-21') => {
  const of = { companyId: office.company_id, officeId: office.office_id, date, now: context.clock(), seesPersonalLimits: true }
  const rows = await readAllowances(db, of)
  return rows.find(({ userId }) => userId === user_id)
}

describe('the acclimatisation plan', () => {
  test('has the minutes of the second day, and those spent by the exposure clock', async () => {
    const person = await worker()
    await expose(person, [19], 95)
    await count()
    await setState(db, person.user_id, at('20T12:59'), { heat_minutes_today: 42.7 })
    const plan = { isKnown: true, kind: 'new', day: 2, share: 40, allowedMinutes: 190, spentMinutes: 42, hasBegun: true, override: null }
    expect(await rowOf(person)).toMatchObject({ ...plan, fullName: '今井　翔太', shares: [20, 40, 60, 80, 100] })
    expect(await planOf(person)).toEqual({ ...plan, shares: [20, 40, 60, 80, 100] })
    // What was measured yesterday is not spent today, also while the tag still counts as heard.
    await setState(db, person.user_id, at('19T15:00'), { heat_minutes_today: 150 })
    expect(await rowOf(person)).toMatchObject({ spentMinutes: null })
  })

  test('is half the day for somebody who comes back from Obon', async () => {
    const person = await worker()
    await expose(person, [1, 2, 3, 4, 5, 6, 7])
    await count()
    expect(await rowOf(person)).toMatchObject({ kind: 'returning', day: 1, share: 50, allowedMinutes: 240, spentMinutes: null })
  })

  test('begins for somebody who was never measured on the day that the form says, and not before', async () => {
    const person = await worker({ first_exposure_on: '2026-07-21' })
    await count()
    expect(await planOf(person)).toMatchObject({ isKnown: false, kind: null, allowedMinutes: null })
    expect(await tomorrow(person)).toMatchObject({ kind: 'new', day: 1, allowedMinutes: 95, spentMinutes: null })
  })

  test('guesses nothing of people of whom nothing is known, and has none for those who are declared to be used to the heat', async () => {
    const unknown = await worker()
    const declared = await worker({ acclimatised: true })
    await expose(declared, [19])
    await count()
    expect(await planOf(unknown)).toMatchObject({ isKnown: false, kind: null, share: null, shares: [] })
    expect(await planOf(declared)).toMatchObject({ isKnown: true, kind: null, share: null })
    expect((await list()).data.map(({ userId }) => userId)).not.toEqual(expect.arrayContaining([unknown.user_id]))
    await db.updateTable('work_group').set({ acclimatised: true }).where('group_id', '=', group.group_id).execute()
    const covered = await worker()
    await expose(covered, [18, 19])
    await count()
    expect(await rowOf(covered)).toBeUndefined()
    await db.updateTable('work_group').set({ acclimatised: null }).where('group_id', '=', group.group_id).execute()
    expect(await rowOf(covered)).toMatchObject({ day: 3 })
  })

  test('applies to somebody whose ladder has not begun only when the day is hot', async () => {
    const begun = await worker()
    await expose(begun, [19])
    await count()
    const fresh = await worker({ observed_acclimatised: false })
    const applies = async () => [(await rowOf(fresh))?.appliesToday, (await rowOf(begun))?.appliesToday]
    expect(await rowOf(fresh)).toMatchObject({ kind: 'new', day: 1, hasBegun: false })
    expect(await applies()).toEqual([false, true])
    const forecast = { station: '44151', at: at('20T14:00'), kind: 'forecast' }
    await db
      .insertInto('public_wbgt')
      .values({ ...forecast, wbgt: 25.5 })
      .execute()
    await db.updateTable('office').set({ public_wbgt_station: '44151' }).where('office_id', '=', office.office_id).execute()
    expect(await applies()).toEqual([false, true])
    await db.updateTable('public_wbgt').set({ wbgt: 26.5 }).where('station', '=', '44151').execute()
    expect(await applies()).toEqual([true, true])
    await db.updateTable('office').set({ public_wbgt_station: null }).where('office_id', '=', office.office_id).execute()
  })

  test('is not begun by a day 要注意', async () => {
    const person = await worker()
    await expose(person, [13, 14, 15, 16, 17, 18, 19])
    await count()
    const attention = `{[${at('20T07:00').toISOString()},${at('20T18:00').toISOString()})}`
    await db.updateTable('app_user').set({ attention }).where('user_id', '=', person.user_id).execute()
    expect(await planOf(person)).toMatchObject({ isKnown: true, kind: null })
  })

  test('of tomorrow climbs by what was measured today, and knows whose break reaches five days', async () => {
    const person = await worker()
    const away = await worker()
    await expose(person, [18, 19])
    await expose(away, [8, 9, 10, 11, 12, 13, 15])
    await count()
    expect(await tomorrow(person)).toMatchObject({ day: 3 })
    expect(await planOf(away)).toMatchObject({ kind: null })
    expect(await tomorrow(away)).toMatchObject({ kind: 'returning', day: 1 })
    await expose(person, [20])
    await expose(away, [20])
    expect(await tomorrow(person)).toMatchObject({ day: 4, allowedMinutes: 380 })
    expect(await tomorrow(person, '2026-07-22')).toMatchObject({ day: 4 })
    expect(await tomorrow(away)).toBeUndefined()
  })
})

describe('an override', () => {
  const word = { kind: 'doctor', share: 30, reason: '産業医の意見' }
  const set = (who: Person, more: object = {}, actor: Person = admin) =>
    askAs(actor, 'PUT', `/api/Acclimatisation/${who.user_id}/Override`, { ...word, ...more })
  const remove = (who: Person, actor: Person = admin) => askAs(actor, 'DELETE', `/api/Acclimatisation/${who.user_id}/Override`)

  test('replaces the share until its last day, also of somebody who is used to the heat, and its end brings the plan back', async () => {
    const person = await worker({ acclimatised: true })
    expect(await set(person, { until: '2026-07-20' })).toMatchObject({
      status: 200,
      body: { kind: 'doctor', share: 30, until: '2026-07-20', reason: '産業医の意見', setBy: admin.full_name },
    })
    expect(await rowOf(person)).toMatchObject({ kind: null, day: null, share: 30, allowedMinutes: 140 })
    expect(await tomorrow(person)).toBeUndefined()
    await set(person, { kind: 'administrator', share: 60 }, contract)
    expect(await rowOf(person)).toMatchObject({ share: 60, override: { kind: 'administrator', setBy: contract.full_name } })
    expect((await remove(person)).status).toBe(200)
    expect(await rowOf(person)).toBeUndefined()
    expect((await remove(person)).status).toBe(404)
    const kept = await db
      .selectFrom('acclimatisation_override')
      .select(['share', 'ended_by', 'reason'])
      .where('user_id', '=', person.user_id)
      .orderBy('override_id')
      .execute()
    expect(kept).toEqual([
      { share: 30, ended_by: contract.user_id, reason: '産業医の意見' },
      { share: 60, ended_by: admin.user_id, reason: '産業医の意見' },
    ])
  })

  test('takes somebody off the ladder', async () => {
    const person = await worker()
    await expose(person, [19])
    await count()
    await set(person, { share: 'none', reason: '前の現場で慣れています' })
    expect(await rowOf(person)).toBeUndefined()
    expect(await planOf(person)).toMatchObject({ kind: 'new', day: 2, share: null, allowedMinutes: null, override: { share: null } })
  })

  test('stays with somebody who withdraws their consent to be measured, without what was measured', async () => {
    const person = await worker()
    const newcomer = await worker({ first_exposure_on: '2026-07-19' })
    await expose(person, [17, 18, 19])
    await expose(newcomer, [19])
    await count()
    await setState(db, person.user_id, at('20T12:59'), { heat_minutes_today: 42 })
    await set(person)
    const withdraw = (users: readonly Person[]) => {
      const userIds = users.map(({ user_id }) => user_id)
      return db.updateTable('app_user').set({ consent_withdrawn_at: time.now }).where('user_id', 'in', userIds).execute()
    }
    expect(await rowOf(person)).toMatchObject({ kind: 'new', day: 4, share: 30, spentMinutes: 42 })
    expect(await rowOf(newcomer)).toMatchObject({ kind: 'new', day: 2 })
    await withdraw([person, newcomer])
    const plan = { isKnown: false, kind: null, day: null, shares: [], share: 30, allowedMinutes: 140, spentMinutes: null }
    expect(await rowOf(person)).toMatchObject({ ...plan, override: { kind: 'doctor' } })
    expect(await tomorrow(person)).toMatchObject({ kind: null, share: 30 })
    // The form's first day holds as well; whether they climbed since is not known any more.
    expect(await rowOf(newcomer)).toMatchObject({ kind: 'new', day: 1, spentMinutes: null })
    await remove(person)
    expect(await rowOf(person)).toBeUndefined()
  })

  test('shows its reason to administrators of company and site and to the person alone, and the log has none', async () => {
    const person = await worker()
    await set(person)
    const reasonFor = async (actor: Person) => (await planOf(person, actor))?.override
    expect((await reasonFor(admin))?.reason).toBe('産業医の意見')
    expect((await reasonFor(contract))?.reason).toBe('産業医の意見')
    expect((await reasonFor(person))?.reason).toBe('産業医の意見')
    expect(await reasonFor(leader)).toMatchObject({ share: 30, reason: null })
    expect(await reasonFor(people.service)).toBeNull()
    expect(await planOf(person, people.service)).toMatchObject({ share: null, allowedMinutes: null })
    expect(await rowOf(person, people.service)).toBeUndefined()
    expect((await rowOf(person))?.override).toMatchObject({ reason: null })
    const entries = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(person.user_id))
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['setAcclimatisation', { kind: 'doctor', share: 30, until: null }],
    ])
  })

  test('is refused without a reason, with a share that cannot be, out of scope and at an archived site', async () => {
    const person = await worker()
    for (const bad of [{ reason: ' ' }, { share: 101 }, { share: 'half' }, { kind: 'friend' }, { until: '2026-02-30' }])
      expect((await set(person, bad)).status).toBe(400)
    expect((await set(person, {}, people.base)).status).toBe(404)
    expect((await set(person, {}, leader)).status).toBe(403)
    expect((await set(admin)).status).toBe(404)
    await db.updateTable('office').set({ archived_at: time.now }).where('office_id', '=', office.office_id).execute()
    expect((await set(person)).status).toBe(403)
    await db.updateTable('office').set({ archived_at: null }).where('office_id', '=', office.office_id).execute()
    expect(await planOf(person)).toMatchObject({ override: null })
  })
})

test('leaders see their group, and nobody another company', async () => {
  const other = await makeUser(db, 'User', { ...office, group_id: (await makeGroup(db, { office_id: office.office_id })).group_id })
  await expose(other, [19])
  await count()
  expect((await list(admin)).data.map(({ userId }) => userId)).toContain(other.user_id)
  expect((await list()).data.map(({ userId }) => userId)).not.toContain(other.user_id)
  expect((await askAs(people.base, 'GET', `/api/Acclimatisation?OfficeId=${office.office_id}`)).status).toBe(404)
  expect((await askAs(admin, 'GET', `/api/Acclimatisation?OfficeId=${sibling.office_id}`)).status).toBe(404)
})
