import { expect, it } from 'vitest'
import { july, plantReadings } from './test-month.ts'
import { startSummaryTests } from './test-summary.ts'

const { product, tenants, address, read } = await startSummaryTests()
const { db } = product.context
const { worker, leader, subLeader, neighbour } = tenants.people

type Person = { readonly user_id: number }

const plantShift = (who: Person, day: number, usual: number | null) =>
  db
    .insertInto('worker_shift')
    .values({
      company_id: tenants.office.company_id,
      user_id: who.user_id,
      began_at: july(day, '08:00'),
      ended_at: july(day, '17:00'),
      minutes: 500,
      own_mean: usual ?? 100,
      own_peak: 150,
      interval_minutes: 1,
      usual_mean: usual,
      usual_shifts: usual === null ? null : 5,
    })
    .execute()

const change = (who: Person, values: { date_of_birth?: string | null; heart_judged?: boolean; consent_withdrawn_at?: Date | null }) =>
  db.updateTable('app_user').set(values).where('user_id', '=', who.user_id).execute()

it('names whose own mean passes 180 − age with their last shift of the month, the furthest first, to those who see it', async () => {
  const there = [worker, leader, subLeader, neighbour]
  await plantReadings(
    product.context,
    tenants.office,
    there.map(({ user_id }) => ({ device_id: user_id, user_id, at: july(10, '09:00'), heart_rate: 100 })),
  )
  for (const one of there) await change(one, { date_of_birth: '1986-01-01' })
  // At 40 the limit is 140.
  await plantShift(worker, 10, 120)
  await plantShift(worker, 20, 141)
  await plantShift(worker, 32, 120)
  await plantShift(leader, 10, 152)
  await plantShift(leader, 11, null)
  await plantShift(subLeader, 10, 140)
  await plantShift(neighbour, 10, 170)
  await change(neighbour, { heart_judged: false })

  const { strain } = await read()
  expect(strain.count).toBe(2)
  expect(strain.people).toMatchObject([
    { userId: leader.user_id, fullName: leader.full_name, ownMean: 152, limit: 140, shifts: 5 },
    { userId: worker.user_id, ownMean: 141, limit: 140 },
  ])

  const { body } = await product.askAs(tenants.people.service, 'GET', address())
  expect(body).toMatchObject({ strain: { count: 2, people: [] } })
  await change(leader, { consent_withdrawn_at: july(30) })
  expect((await read()).strain).toMatchObject({ count: 1, people: [{ userId: worker.user_id }] })
})
