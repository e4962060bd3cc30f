import type { PlanRestHour } from '@mimamori/contract'
import { describe, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startPlans } from './test-plans.ts'

const site = await startPlans()
const tenants = await makeTenants(site.db)
const { people } = tenants
const restsOf = (hours: readonly PlanRestHour[]) => hours.map(({ hour, restMinutes }) => `${hour}:${restMinutes}`).join(' ')

describe('the plan of tomorrow', () => {
  test('says of each group the rest an hour, the hours above and when the duty is passed', async () => {
    const { office, admin } = await site.newSite('44132')
    const scaffolders = await site.newGroup(office, { name: '足場班', code: 'A' })
    const crane = await site.newGroup(office, { name: '揚重班', code: 'B', metabolic_class: 1, clothing: 'polyolefinCoverall' })
    await site.newGroup(office, { name: '空の班' })
    await site.newWorker(office, scaffolders)
    await site.newWorker(office, scaffolders, { acclimatised: false, full_name: '今井　翔太' })
    await site.newWorker(office, crane)
    await site.forecast('44132', '22T06:00', [25, 26.4, 27.6, 28.5, 29.5, 30.4, 31, 31.2, 31.1, 30.5, 29.4, 28.4, 27])
    const plan = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(plan).toMatchObject({
      officeName: office.name,
      date: '2026-07-22',
      dates: ['2026-07-21', '2026-07-22', '2026-07-23'],
      workingHours: { opensAt: '07:30', closesAt: '17:30' },
      peopleCount: 3,
      basis: 'forecast',
      why: null,
      station: '44132',
      peak: { hour: 13, at: '2026-07-22T13:00:00+09:00', wbgt: 31.2 },
      hoursFrom28: 9,
    })
    expect(plan.hours.map(({ hour }) => hour)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    const [first, second, ...others] = plan.groups
    expect(others).toEqual([])
    expect(first).toMatchObject({ groupName: '足場班', people: 2, reference: 28, limit: 28, acclimatised: true, hoursAbove: 9 })
    expect(restsOf(first?.hours ?? [])).toBe('7:0 8:0 9:15 10:30 11:45 12:45 13:60 14:60 15:45 16:30 17:15')
    expect(first).toMatchObject({ dutyFrom: '2026-07-22T10:00:00+09:00', dutyBy: 'onEnd' })
    expect(first?.unacclimatised).toMatchObject({ people: 1, reference: 26, hoursAbove: 11 })
    expect(restsOf(first?.unacclimatised?.hours ?? [])).toBe('7:15 8:30 9:45 10:60 11:60 12:60 13:60 14:60 15:60 16:60 17:45')
    expect(second).toMatchObject({ groupName: '揚重班', reference: 30, clothingAdjustment: 2, limit: 28, unacclimatised: null })
    expect(plan.people).toMatchObject([
      { fullName: '今井　翔太', groupName: '足場班', reference: 26, reason: 'notAcclimatised', allowedMinutes: null },
    ])
  })

  test('of a night crosses midnight in the order of the hours', async () => {
    const { office, admin } = await site.newSite('44133', { opens_at: '20:00', closes_at: '05:00' })
    await site.newWorker(office, null)
    await site.forecast('44133', '22T20:00', [29, 28.5, 28, 27.5, 27, 26.5, 26, 25.5, 25])
    const plan = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(plan.hours.map(({ hour, site: wbgt }) => [hour, wbgt])).toEqual([
      [20, 29],
      [21, 28.5],
      [22, 28],
      [23, 27.5],
      [0, 27],
      [1, 26.5],
      [2, 26],
      [3, 25.5],
      [4, 25],
    ])
    expect(plan.groups).toMatchObject([{ groupId: null, groupName: null, hoursAbove: 2, dutyFrom: '2026-07-22T21:00:00+09:00' }])
  })

  test('names a person by what their day is: 要注意 only on the day itself', async () => {
    const { office, admin } = await site.newSite('44134')
    const group = await site.newGroup(office)
    await site.newWorker(office, group)
    await site.newWorker(office, group, {
      furigana: 'ア',
      attention: '{[2026-07-21 07:00+09, 2026-07-22 00:30+09)}',
    })
    await site.newWorker(office, group, { furigana: 'イ', metabolic_class: 3 })
    await site.newWorker(office, group, { furigana: 'ウ', acclimatised: false, metabolic_class: 4 })
    const reasons = async (date: string) =>
      (await site.plan(admin, `OfficeId=${office.office_id}&Date=${date}`)).people.map(({ reason, limit }) => [reason, limit])
    expect(await reasons('2026-07-21')).toEqual([
      ['attention', 26],
      ['own', 26],
      ['notAcclimatised', 20],
    ])
    expect(await reasons('2026-07-22')).toEqual([
      ['own', 26],
      ['notAcclimatised', 20],
    ])
  })

  test('names who is new in the heat or limited by a doctor, with their minutes, those with minutes first', async () => {
    const { office, admin } = await site.newSite('44139')
    const group = await site.newGroup(office, { name: '型枠班' })
    await site.newWorker(office, group)
    await site.newWorker(office, group, { furigana: 'ア', acclimatised: false })
    const fresh = await site.newWorker(office, group, {
      furigana: 'イ',
      first_exposure_on: '2026-07-21',
      ladder_first_on: '2026-07-21',
      ladder_last_on: '2026-07-21',
      ladder_days: 1,
    })
    const limited = await site.newWorker(office, group, { furigana: 'ウ', acclimatised: true })
    await site.limit(limited, admin, 50)
    await site.forecast('44139', '22T07:00', [28, 30])
    const plan = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(plan.people).toMatchObject([
      { userId: fresh.user_id, reason: 'new', kind: 'new', day: 2, share: 40, allowedMinutes: 240, spentMinutes: null, reference: 26 },
      { userId: limited.user_id, reason: 'override', kind: null, share: 50, allowedMinutes: 300, shares: [], reference: 28 },
      { reason: 'notAcclimatised', allowedMinutes: null, reference: 26 },
    ])
    expect(JSON.stringify(plan)).not.toContain('主治医')
  })

  test('leaves out guests whose day is over by then, and what was measured of somebody who withdrew their consent', async () => {
    const { office, admin } = await site.newSite('44135', { acclimatised: false })
    const group = await site.newGroup(office)
    await site.newWorker(office, group, { guest_until: site.at('22T00:30') })
    await site.newWorker(office, group, { observed_acclimatised: true, consent_withdrawn_at: site.at('20T12:00') })
    const plan = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(plan).toMatchObject({ peopleCount: 1, groups: [{ people: 1, acclimatised: false, reference: 26 }] })
    expect(await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-21`)).toMatchObject({ peopleCount: 2 })
  })

  test('takes the place that a group used last, and the hottest of the site where that is not known', async () => {
    const { office, admin } = await site.newSite('44136')
    const [east, roof] = [await site.newWatcher(office, '東側'), await site.newWatcher(office, '屋上')]
    const [known, unknown] = [await site.newGroup(office, { code: 'A' }), await site.newGroup(office, { code: 'B' })]
    const [one, two, three, old] = [
      await site.newWorker(office, known),
      await site.newWorker(office, known),
      await site.newWorker(office, known),
      await site.newWorker(office, unknown),
    ]
    await site.hearAt(one, roof)
    await site.hearAt(two, roof)
    await site.hearAt(three, east)
    await site.hearAt(old, roof, site.at('13T12:00'))
    await site.forecast('44136', '22T07:00', [27, 28, 29])
    const { groups, placeName } = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(groups.map((group) => group.placeName)).toEqual(['屋上', placeName])
  })

  test('is answered without hours where nothing is known, and never as an error', async () => {
    const { office, admin } = await site.newSite('44137', { public_wbgt_station: null })
    await site.newWorker(office, null)
    const plan = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-22`)
    expect(plan).toMatchObject({ basis: 'none', why: 'noStation', peak: null, hoursFrom28: 0, error: { days: 0, mean: null } })
    expect(plan.groups).toMatchObject([{ people: 1, reference: 28, hoursAbove: 0, dutyFrom: null }])
  })
})

describe('who reads it, and of which day', () => {
  const officeId = tenants.office.office_id
  const ask = (user: { user_id: number }, query = `OfficeId=${officeId}`) => site.ask(user, query)

  test('administrators read the site, leaders their own group alone, nobody else', async () => {
    const groupsOf = async (user: { user_id: number }) => {
      const plan = await site.plan(user, `OfficeId=${officeId}`)
      return plan.groups.map(({ groupId }) => groupId)
    }
    const all = [tenants.group.group_id, tenants.otherGroup.group_id]
    for (const user of [people.service, people.contract, people.base]) expect(await groupsOf(user)).toEqual(all)
    for (const user of [people.leader, people.subLeader]) expect(await groupsOf(user)).toEqual([tenants.group.group_id])
    const leaders = await site.plan(people.leader, '')
    expect(leaders.peopleCount).toBe(3)
    expect(JSON.stringify(leaders)).not.toContain(tenants.otherGroup.name)
    expect((await ask(people.worker)).status).toBe(403)
    for (const user of [people.foreignContract, people.foreignBase]) expect((await ask(user)).status).toBe(404)
    expect((await ask(people.base, `OfficeId=${tenants.sibling.office_id}`)).status).toBe(404)
  })

  test('today, tomorrow and the day after can be planned; without a date it is tomorrow', async () => {
    for (const date of ['2026-07-21', '2026-07-22', '2026-07-23'])
      expect((await ask(people.base, `OfficeId=${officeId}&Date=${date}`)).body).toMatchObject({ date })
    expect((await ask(people.base)).body).toMatchObject({ date: '2026-07-22' })
    for (const date of ['2026-07-20', '2026-07-24'])
      expect(await ask(people.base, `OfficeId=${officeId}&Date=${date}`)).toEqual({
        status: 400,
        body: ['日付：きょう、あす、あさってのどれかを選んでください。'],
      })
    expect(await ask(people.base, `OfficeId=${officeId}&Date=あした`)).toMatchObject({ status: 400 })
  })

  test('that somebody read whose limit differs is on the log', async () => {
    const { office, admin } = await site.newSite('44138')
    const group = await site.newGroup(office)
    await site.newWorker(office, group)
    await site.newWorker(office, group, { acclimatised: false })
    const leader = await makeUser(site.db, 'GroupLeader', { ...office, group_id: group.group_id })
    await site.plan(admin, `OfficeId=${office.office_id}`)
    await site.plan(leader, '')
    const entries = await site.db
      .selectFrom('audit_log')
      .select(['user_id', 'after'])
      .where('company_id', '=', office.company_id)
      .where('resource', '=', 'plan')
      .orderBy('audit_id')
      .execute()
    expect(entries).toEqual([
      { user_id: admin.user_id, after: { officeName: office.name, peopleSeen: 1 } },
      { user_id: leader.user_id, after: { officeName: office.name, peopleSeen: 1 } },
    ])
  })
})
