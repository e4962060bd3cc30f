import type { Plan } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startPlans } from './test-plans.ts'

const site = await startPlans()
const { people } = await makeTenants(site.db)

test('a leader gets the heat of the place of the own group, and each place says how wrong its forecasts were', async () => {
  const { office, admin } = await site.newSite('44141')
  const [roof, pit] = [await site.newWatcher(office, '屋上'), await site.newWatcher(office, 'ピット')]
  const [roofers, fitters] = [await site.newGroup(office, { code: 'A' }), await site.newGroup(office, { code: 'B' })]
  const leader = await makeUser(site.db, 'GroupLeader', { ...office, group_id: fitters.group_id })
  await site.hearAt(await site.newWorker(office, roofers), roof)
  await site.hearAt(await site.newWorker(office, fitters), pit)
  await site.forecast('44141', '22T07:00', [27, 28, 29])
  await site.keepDifference(office, pit, '44141', -3)
  await site.keepError(office, roof, '2026-07-20', 1)
  await site.keepError(office, pit, '2026-07-20', -2)
  const query = `OfficeId=${office.office_id}&Date=2026-07-22`
  expect(await site.plan(admin, query)).toMatchObject({
    placeName: '屋上',
    peak: { hour: 9, wbgt: 29 },
    hoursFrom28: 2,
    error: { mean: 1 },
    places: [
      { placeName: 'ピット', error: { days: 1, mean: -2, days30: { mean: -2 }, byDay: [{ day: '2026-07-20', mean: -2 }] } },
      { placeName: '屋上', error: { days: 1, mean: 1 } },
    ],
  })
  const own = await site.plan(leader, query)
  expect(own).toMatchObject({ placeName: 'ピット', peak: { hour: 9, wbgt: 26 }, hoursFrom28: 0, error: { mean: -2 } })
  expect(own.hours.slice(0, 3).map((hour) => hour.site)).toEqual([24, 25, 26])
})

test('a night without a forecast takes the hours of one earlier night, also after midnight', async () => {
  const { office, admin } = await site.newSite('44142', { opens_at: '20:00', closes_at: '05:00', public_wbgt_station: null })
  await site.newWorker(office, null)
  const watcher = await site.newWatcher(office, '屋上')
  await site.measure(office, watcher, '2025-07-21T18:00', [28, 28, 27, 27, 27, 27, 26, 26, 26, 26, 26])
  await site.measure(office, watcher, '2026-07-15T00:00', [30, 30, 30, 30, 30, 30, 30])
  const { measuredOf, hours } = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-21`)
  expect(measuredOf).toBe('2025-07-21')
  expect(hours.map((hour) => hour.site)).toEqual([27, 27, 27, 27, 26, 26, 26, 26, 26])
})

test('a read key sees the plan as it is without what was said of one person, and without health values no figure of anybody', async () => {
  const { office, admin } = await site.newSite('44145')
  const group = await site.newGroup(office)
  await site.newWorker(office, group)
  const ladder = { first_exposure_on: '2026-07-20', ladder_first_on: '2026-07-20', ladder_last_on: '2026-07-20', ladder_days: 1 }
  const fresh = await site.newWorker(office, group, ladder)
  await site.limit(await site.newWorker(office, group, { acclimatised: true }), admin, 50)
  await site.newWorker(office, group, { attention: '{[2026-07-21 07:00+09, 2026-07-22 00:30+09)}' })
  await site.newWorker(office, group, { metabolic_class: 3 })
  const peopleFor = async (headers: Record<string, string>) =>
    ((await site.product.ask('GET', `/api/Plan?officeId=${office.office_id}&date=2026-07-21`, { headers })).body as Plan).people
  const by = async (scopes: string[]) => peopleFor((await makeReadKey(site.db, office.company_id, { scopes })).headers)
  const reasons = (await peopleFor(await site.product.as(admin))).map(({ reason }) => reason)
  expect(reasons.toSorted()).toEqual(['attention', 'new', 'override', 'own'])
  expect(await by(['plan', 'vitals'])).toMatchObject([{ userId: fresh.user_id, reason: 'new', share: 40, reference: 26 }])
  const [person, ...others] = await by(['plan'])
  expect(others).toEqual([])
  const { userId, fullName, groupId, groupName, ...figures } = person ?? {}
  expect([userId, fullName, groupId, groupName]).toEqual([fresh.user_id, fresh.full_name, group.group_id, expect.any(String)])
  expect([...new Set(Object.values(figures))]).toEqual([null])
})

test("the service's administrators see the plan of the day as it is without overrides and 要注意", async () => {
  const { office, admin } = await site.newSite('44143')
  const group = await site.newGroup(office)
  await site.newWorker(office, group)
  const ladder = { first_exposure_on: '2026-07-21', ladder_first_on: '2026-07-21', ladder_last_on: '2026-07-21', ladder_days: 1 }
  const fresh = await site.newWorker(office, group, { furigana: 'ア', ...ladder })
  const limited = await site.newWorker(office, group, { furigana: 'イ', acclimatised: true })
  for (const person of [fresh, limited]) await site.limit(person, admin, 30)
  const sharesFor = async (user: { user_id: number }) =>
    (await site.plan(user, `OfficeId=${office.office_id}&Date=2026-07-22`)).people.map((one) => [one.userId, one.reason, one.share])
  expect(await sharesFor(admin)).toEqual([
    [fresh.user_id, 'override', 30],
    [limited.user_id, 'override', 30],
  ])
  expect(await sharesFor(people.service)).toEqual([[fresh.user_id, 'new', 40]])
  await site.newWorker(office, group, { attention: '{[2026-07-21 07:00+09, 2026-07-22 00:30+09)}' })
  const reasonsFor = async (user: { user_id: number }) =>
    (await site.plan(user, `OfficeId=${office.office_id}&Date=2026-07-21`)).people.map(({ reason }) => reason)
  expect(await reasonsFor(admin)).toContain('attention')
  expect(await reasonsFor(people.service)).not.toContain('attention')
})
