import { type Rest, webhookBodies } from '@mimamori/contract'
import { workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { type ChannelEvent, webhookBodyOf } from '../../shared/channels/channel-event.ts'
import { dayToPlan, keepPlansJob } from './keep-plans-job.ts'
import { startPlans } from './test-plans.ts'

const site = await startPlans()
const { db, product } = site
const turn = () => takeTurn(product.context, keepPlansJob)

type Kept = {
  readonly group_id: number
  readonly day: string
  readonly issued_at: Date
  readonly people: number
  readonly unacclimatised: number
  readonly first_hour: Date
  readonly work_minutes: readonly number[]
  readonly rest_minutes: readonly (number | null)[]
  readonly unacclimatised_minutes: readonly (number | null)[]
}
const keptOf = async ({ office_id }: { office_id: number }): Promise<Kept[]> => {
  const { rows } = await sql<Kept>`
    select p.group_id, p.day::text as day, p.issued_at, p.people, p.unacclimatised, p.first_hour, p.work_minutes, p.rest_minutes,
           p.unacclimatised_minutes
      from planned_rest p where p.office_id = ${office_id} order by p.day, p.group_id`.execute(db)
  return rows
}

beforeEach(() => db.deleteFrom('public_wbgt').execute())

it('the plan of a day is due from two hours before the site opens until it closes', () => {
  const day = workingHoursOf('07:30', '17:30')
  const due = (time: string, hours = day) => dayToPlan(Date.parse(`2026-07-${time}:00+09:00`), hours)
  expect(['22T05:29', '22T05:30', '22T17:29', '22T17:30'].map((time) => due(time))).toEqual([
    undefined,
    '2026-07-22',
    '2026-07-22',
    undefined,
  ])
  const night = workingHoursOf('20:00', '05:00')
  expect(['22T17:59', '22T18:00', '23T04:59', '23T05:00'].map((time) => due(time, night))).toEqual([
    undefined,
    '2026-07-22',
    '2026-07-22',
    undefined,
  ])
})

describe('the rest that the plan of the day asks for', () => {
  test('is kept once, as it was in the morning, with its groups', async () => {
    const { office } = await site.newSite('44132')
    const group = await site.newGroup(office, { name: '足場班' })
    await site.newWorker(office, group)
    await site.newWorker(office, group, { acclimatised: false })
    await site.forecast('44132', '22T07:00', [27, 28, 29.4, 30.4, 31.2])
    site.setTime('22T05:20')
    await turn()
    expect(await keptOf(office)).toEqual([])
    site.setTime('22T05:35')
    await turn()
    const kept = await keptOf(office)
    expect(kept).toMatchObject([
      { group_id: 0, people: 0, day: '2026-07-22' },
      {
        group_id: group.group_id,
        people: 2,
        unacclimatised: 1,
        issued_at: site.at('22T05:35'),
        first_hour: site.at('22T07:00'),
        work_minutes: [30, 60, 60, 60, 60, 60, 60, 60, 60, 60, 30],
        rest_minutes: [0, 0, 30, 45, 60, null, null, null, null, null, null],
        unacclimatised_minutes: [15, 30, 60, 60, 60, null, null, null, null, null, null],
      },
    ])
    await db.updateTable('public_wbgt').set({ wbgt: 34 }).execute()
    site.setTime('22T12:00')
    await turn()
    expect(await keptOf(office)).toEqual(kept)
  })

  test('is none without a forecast, nor of an archived site; a night has its own day', async () => {
    const { office: quiet } = await site.newSite('44133')
    const { office: archived } = await site.newSite('44134', { archived_at: site.at('20T12:00') })
    const { office: night } = await site.newSite('44134', { opens_at: '20:00', closes_at: '05:00' })
    await site.newWorker(night, null)
    await site.forecast('44134', '22T20:00', [29, 29, 29, 29, 28.5, 28, 27, 27, 27, 27])
    site.setTime('23T01:00')
    await turn()
    expect(await keptOf(quiet)).toEqual([])
    expect(await keptOf(archived)).toEqual([])
    expect(await keptOf(night)).toMatchObject([
      { group_id: 0, people: 1, day: '2026-07-22', rest_minutes: [15, 15, 15, 15, 15, 0, 0, 0, 0] },
    ])
  })

  test('is on the list of rests, to a leader that of their own group alone', async () => {
    const { office, admin } = await site.newSite('44135')
    const [group, other] = [
      await site.newGroup(office, { name: '足場班', code: 'A' }),
      await site.newGroup(office, { name: '電気班', code: 'B' }),
    ]
    const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })
    await site.newWorker(office, other)
    await site.forecast('44135', '22T07:00', [29.5, 30, 27])
    site.setTime('22T07:31')
    await turn()
    const plannedOf = async (user: { user_id: number }, query = '') => {
      const { body } = await product.ask('GET', `/api/Rest?OfficeId=${office.office_id}${query}`, { headers: await product.as(user) })
      return (body as { data: Rest[]; planned: { groupName: string; hours: { hour: number; plannedMinutes: number | null }[] }[] }).planned
    }
    expect((await plannedOf(admin)).map(({ groupName }) => groupName)).toEqual(['足場班', '電気班'])
    expect((await plannedOf(admin, `&GroupId=${other.group_id}`)).map(({ groupName }) => groupName)).toEqual(['電気班'])
    const own = await plannedOf(leader)
    expect(own).toMatchObject([{ groupName: '足場班' }])
    expect(own[0]?.hours.slice(0, 4)).toMatchObject([
      { hour: 7, plannedMinutes: 15 },
      { hour: 8, plannedMinutes: 30 },
      { hour: 9, plannedMinutes: 0 },
      { hour: 10, plannedMinutes: null },
    ])
    expect(await plannedOf(admin, '&Date=2026-07-21')).toEqual([])
  })

  test('is on the list the mean of a group whose people are in part under the lower limit, as in the month', async () => {
    const { office, admin } = await site.newSite('44136')
    const group = await site.newGroup(office)
    for (const acclimatised of [true, true, false]) await site.newWorker(office, group, { acclimatised })
    await site.forecast('44136', '22T07:00', [27, 28, 29.4, 30.4, 31.2])
    site.setTime('22T05:35')
    await turn()
    const { body } = await product.ask('GET', `/api/Rest?OfficeId=${office.office_id}`, { headers: await product.as(admin) })
    const [planned] = (body as { planned: { hours: { plannedMinutes: number | null }[] }[] }).planned
    // 0 and 15 minutes of an hour of which half is work; 0 and 30; 30 and 60; 45 and 60; 60 and 60.
    expect(planned?.hours.slice(0, 6).map(({ plannedMinutes }) => plannedMinutes)).toEqual([3, 10, 40, 50, 60, null])
  })
})

test('a plan that is kept is queued for the webhooks of its site once, with the rest of its groups and no person', async () => {
  const { office } = await site.newSite('44133')
  const group = await site.newGroup(office, { name: '鉄筋班' })
  const worker = await site.newWorker(office, group)
  const { company_id: companyId, office_id: officeId } = office
  for (const [id, of, type] of [
    ['here', officeId, 'webhook'],
    ['company', null, 'webhook'],
    ['chat', null, 'slack'],
  ] as const)
    await sql`
      insert into notification_channel (company_id, channel_id, office_id, type, name, level, kinds, created_at)
      values (${companyId}, ${id}, ${of}, ${type}, ${id}, 4, '{}', ${product.time.now})`.execute(db)
  await site.forecast('44133', '22T07:00', [27, 28, 29.4, 30.4, 31.2])
  site.setTime('22T05:35')
  await turn()
  await turn()
  const rows = await db.selectFrom('channel_delivery').selectAll().where('company_id', '=', companyId).orderBy('channel_id').execute()
  expect(rows.map(({ channel_id: id, event_type: type, alert_id: alert }) => [id, type, alert])).toEqual([
    ['company', 'plan.issued', null],
    ['here', 'plan.issued', null],
  ])
  const body = webhookBodyOf((rows[0]?.message ?? expect.fail('nothing was queued')) as ChannelEvent, null)
  expect(webhookBodies['plan.issued'].strict().parse(body)).toEqual(body)
  expect(body).toMatchObject({
    type: 'plan.issued',
    timestamp: '2026-07-22T05:35:00+09:00',
    data: {
      site: { id: officeId, code: office.base_code },
      day: '2026-07-22',
      groups: [{ id: group.group_id, name: '鉄筋班', people: 1 }],
    },
  })
  expect(JSON.stringify(body)).not.toContain(worker.full_name)
})
