import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { july, plantReadings } from './test-month.ts'
import { startSummaryTests } from './test-summary.ts'

const { product, tenants, read, alert, emergency } = await startSummaryTests()
const { db } = product.context
const { worker, neighbour } = tenants.people
const { company_id, office_id } = tenants.office

beforeEach(() => db.deleteFrom('rest').execute())

const rested = (who: typeof worker, day: number, from: string, to: string | null, values: object = {}) =>
  db
    .insertInto('rest')
    .values({
      company_id,
      office_id,
      group_id: who.group_id,
      user_id: who.user_id,
      began_at: july(day, from),
      ended_at: to === null ? null : july(day, to),
      ended_by: to === null ? null : 'leader',
      source: 'leader',
      ...values,
    })
    .execute()

const grave = (day: number, time: string, who = worker) =>
  alert(
    july(day, time),
    { peak_level: 3, level: 3, heart_rate: 150, group_id: who.group_id, group_name: '足場班', ended_at: july(day, '23:00') },
    who,
  )

test('alerts are counted by how soon rest followed, by hour and by group', async () => {
  await grave(1, '10:00')
  await rested(worker, 1, '10:10', '10:40')
  await grave(2, '10:30')
  await rested(worker, 2, '10:58', '11:10')
  await emergency(july(3, '13:00'), { group_id: worker.group_id, group_name: '足場班' })
  await rested(worker, 3, '14:00', '14:30')
  await grave(4, '13:00', neighbour)
  // Neither caution, nor site heat, nor what came late calls for rest here.
  await alert(july(5), { level: 1, peak_level: 1 })
  await alert(july(6), { kind: 'siteHeat', level: 3, peak_level: 3, user_id: null, full_name: null })
  await alert(july(7), { level: 3, peak_level: 3, late: true, ended_at: july(7) })
  const { rests } = await read()
  expect(rests).toMatchObject({ alerts: 4, within15: 1, within30: 2, later: 1, none: 1 })
  expect(rests.recovery).toEqual({ rested: 3, recovered: 0, medianMinutes: null, unknown: 3 })
  expect(rests.hours[10]).toEqual({ alerts: 2, within30: 2 })
  expect(rests.hours[13]).toEqual({ alerts: 2, within30: 0 })
  expect(rests.groups).toMatchObject([
    { groupName: '足場班', alerts: 3, within30: 2, none: 0, takenMinutes: 72 },
    { alerts: 1, within30: 0, none: 1, takenMinutes: 0 },
  ])
})

test('what was taken is beside what the excess of the hours called for', async () => {
  const hour = (excess: number) =>
    Array.from({ length: 60 }, (_, minute) => ({
      device_id: worker.user_id,
      user_id: worker.user_id,
      group_id: worker.group_id,
      at: new Date(july(10, '09:00').getTime() + minute * 60_000),
      heart_rate: 100,
      wbgt: 29,
      excess,
    }))
  await plantReadings(product.context, tenants.office, hour(1.4))
  await rested(worker, 10, '09:30', '09:50')
  // Of one that nobody ended nobody knows how long it was.
  await rested(worker, 11, '09:00', '13:00', { ended_by: 'limit' })
  const { rests } = await read()
  expect(rests.groups).toEqual([
    { groupName: tenants.group.name, alerts: 0, within30: 0, none: 0, takenMinutes: 20, dueMinutes: 30, plannedMinutes: null },
  ])
})

test('and what the plans of the days asked of the hours in which people were there', async () => {
  const heard = (who: typeof worker, time: string, minutes: number) =>
    db
      .insertInto('hourly_summary')
      .values({ company_id, office_id, user_id: who.user_id, group_id: who.group_id, hour: july(20, time), connected_minutes: minutes })
      .execute()
  await heard(worker, '10:00', 60)
  await heard(worker, '11:00', 20)
  await heard(worker, '12:00', 60)
  await heard(worker, '13:00', 60)
  await heard(neighbour, '10:00', 60)
  await db
    .insertInto('planned_rest')
    .values({
      company_id,
      office_id,
      day: '2026-07-20',
      group_id: worker.group_id ?? 0,
      issued_at: july(20, '05:30'),
      people: 4,
      unacclimatised: 1,
      first_hour: july(20, '10:00'),
      work_minutes: [30, 60, 60],
      rest_minutes: sql`'{0,30,null}'`,
      unacclimatised_minutes: sql`'{30,60,null}'`,
    })
    .execute()
  await rested(worker, 20, '11:05', '11:15')
  await rested(neighbour, 20, '10:05', '10:15')
  const { rests } = await read()
  // Half an hour of 7.5 minutes of rest an hour on average, and 20 minutes of 37.5.
  expect(rests.groups).toMatchObject([
    { takenMinutes: 10, plannedMinutes: 16 },
    { takenMinutes: 10, plannedMinutes: null },
  ])
  await db.deleteFrom('planned_rest').execute()
  await db.deleteFrom('hourly_summary').execute()
})

test('who was sent and never seen at the resting places of the site took no rest', async () => {
  const place = await makeDevice(db, 'gateway', office_id, { rest_place: true })
  await grave(12, '10:00')
  await rested(worker, 12, '10:10', '10:40')
  await grave(13, '10:00', neighbour)
  await rested(neighbour, 13, '10:10', '10:40', { arrived_at: july(13, '10:12') })
  const { rests } = await read()
  expect(rests).toMatchObject({ alerts: 2, within30: 1, none: 1 })
  expect(rests.groups.map(({ takenMinutes }) => takenMinutes)).toEqual(expect.arrayContaining([0, 30]))
  await db.deleteFrom('device').where('device.device_id', '=', place.device_id).execute()
})

test('a month without any has none', async () => {
  const { rests } = await read()
  expect(rests).toMatchObject({ alerts: 0, none: 0, groups: [], recovery: { rested: 0, medianMinutes: null } })
})
