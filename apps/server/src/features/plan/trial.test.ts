import { describe, expect, test } from 'vitest'
import { storeAnnouncements } from '../../shared/monitoring/public-alerts/test-alerts.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startPlans } from './test-plans.ts'

const site = await startPlans()
const { office, admin } = await site.newSite('44132')
const group = await site.newGroup(office, { name: '型枠班', code: 'A', metabolic_class: 3 })
const other = await site.newGroup(office, { name: '電気班', code: 'B' })
const leader = await makeUser(site.db, 'GroupLeader', { ...office, group_id: group.group_id })
await site.newWorker(office, other)
await site.forecast('44132', '22T03:00', [24, 25, 25, 26, 27, 28, 29, 30, 31, 31.5, 32, 32, 31, 30, 29, 28])

const base = `OfficeId=${office.office_id}&Date=2026-07-22`
const tried = (query: string, user: { user_id: number } = admin) => site.plan(user, `${base}&GroupId=${group.group_id}&${query}`)
const refusal = async (query: string) => (await site.ask(admin, `${base}&${query}`)).body

describe('what is tried for a group', () => {
  test('is its heat profile: only its own row changes, and nothing is saved', async () => {
    const before = await site.plan(admin, base)
    const plan = await tried('metabolicClass=1&clothing=doubleWoven')
    expect(before.groups.map(({ reference, limit, isTrial }) => [reference, limit, isTrial])).toEqual([
      [26, 26, false],
      [28, 28, false],
    ])
    expect(plan.groups.map(({ reference, limit, isTrial }) => [reference, limit, isTrial])).toEqual([
      [30, 27, true],
      [28, 28, false],
    ])
    expect(plan.trial).toEqual({
      groupId: group.group_id,
      metabolicClass: 1,
      acclimatised: null,
      clothing: 'doubleWoven',
      from: '07:30',
      to: '17:30',
      breaks: [],
    })
    expect(await site.plan(admin, base)).toEqual(before)
    expect((await tried('acclimatised=0')).groups[0]).toMatchObject({ reference: 23, acclimatised: false, unacclimatised: null })
  })

  test('is its hours and breaks: what lies outside is no heat, and an early start adds its hours for all', async () => {
    const plan = await tried('from=5:00&to=13:00&breaks=10:00-11:00,8:30-9:00')
    expect(plan.hours.map(({ hour }) => hour)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    const [first, second] = plan.groups
    expect(first?.hours.map(({ hour, workMinutes, restMinutes }) => [hour, workMinutes, restMinutes])).toEqual([
      [5, 60, 0],
      [6, 60, 0],
      [7, 60, 15],
      [8, 30, 30],
      [9, 60, 45],
      [10, 0, null],
      [11, 60, 60],
      [12, 60, 60],
      [13, 0, null],
      [14, 0, null],
      [15, 0, null],
      [16, 0, null],
      [17, 0, null],
    ])
    expect(first).toMatchObject({ hoursAbove: 5, dutyFrom: '2026-07-22T10:00:00+09:00', dutyBy: 'onEnd' })
    expect(second?.hours.slice(0, 3).map(({ workMinutes }) => workMinutes)).toEqual([0, 0, 30])
    expect(plan.trial).toMatchObject({
      from: '05:00',
      to: '13:00',
      breaks: [
        { from: '10:00', to: '11:00' },
        { from: '08:30', to: '09:00' },
      ],
    })
    expect(plan.peak).toMatchObject({ hour: 13, wbgt: 32 })
  })

  test('is the own group of a leader; another is not found', async () => {
    expect((await tried('metabolicClass=4', leader)).groups).toMatchObject([{ groupId: group.group_id, reference: 25, isTrial: true }])
    expect(await site.ask(leader, `${base}&GroupId=${other.group_id}&metabolicClass=4`)).toMatchObject({ status: 404 })
    const foreign = await site.newSite('44140')
    const theirs = await site.newGroup(foreign.office)
    expect(await site.ask(admin, `${base}&GroupId=${theirs.group_id}`)).toMatchObject({ status: 404 })
  })

  test('is refused by the name of the field', async () => {
    const of = `GroupId=${group.group_id}`
    expect(await refusal('metabolicClass=2')).toEqual(['グループ：試すグループを1つ選んでください。'])
    expect(await refusal(`${of}&metabolicClass=5`)).toEqual(['作業の強さ：4以下で入力してください。'])
    expect(await refusal(`${of}&clothing=jacket`)).toEqual(['服装：選べる値ではありません。'])
    expect(await refusal(`${of}&from=25:00`)).toEqual(['作業の開始：06:00 の形で入力してください。'])
    expect(await refusal(`${of}&from=08:00&to=08:00`)).toEqual(['作業の終了：作業の開始とは違う時刻を入力してください。'])
    expect(await refusal(`${of}&from=17:30`)).toEqual(['作業の終了：作業の開始とは違う時刻を入力してください。'])
    expect(await refusal(`${of}&to=07:30`)).toEqual(['作業の終了：作業の開始とは違う時刻を入力してください。'])
    expect(await refusal(`${of}&breaks=12`)).toEqual(['休憩：休憩は、12:00-13:00 の形で入力してください。'])
    expect(await refusal(`${of}&breaks=12:00-12:00`)).toEqual(['休憩：休憩は、12:00-13:00 の形で入力してください。'])
    expect(await refusal(`${of}&breaks=18:00-19:00`)).toEqual(['休憩：作業時間の中の時刻を入力してください。'])
  })
})

test('the announcement of the day and area is beside the plan, also that for the early hours of a night', async () => {
  await storeAnnouncements(site.db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' })
  expect((await site.plan(admin, base)).publicAlert).toEqual({
    day: '2026-07-22',
    level: 'alert',
    area: '東京都',
    announcedAt: '2026-07-21T17:00:00+09:00',
    isConfirmed: false,
  })
  expect((await site.plan(admin, base.replace('22', '23'))).publicAlert).toMatchObject({ day: '2026-07-23', level: null })
  const night = await site.newSite('44132', { opens_at: '20:00', closes_at: '05:00' })
  expect((await site.plan(night.admin, `Date=2026-07-21`)).publicAlert).toMatchObject({ day: '2026-07-22', level: 'alert' })
})
