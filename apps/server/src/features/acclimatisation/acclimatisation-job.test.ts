import { afterAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { acclimatisationJob } from './acclimatisation-job.ts'

const { context, time, drop } = await createTestContext()
const { db } = context
afterAll(drop)

const office = await makeOffice(db)
const worker = (values: Parameters<typeof makeUser>[3] = {}) => makeUser(db, 'User', office, values)

/** The start of the day in Japan, so many days after 1 July. */
const dayStart = (day: number) => new Date(Date.parse('2026-07-01T00:00:00+09:00') + (day - 1) * 86_400_000)

/** Work on a day of July from 10 o'clock, with so many minutes of exposure in each hour. */
const work = async (userId: number, day: number, ...exposure_minutes: readonly (number | null)[]) => {
  await db
    .insertInto('hourly_summary')
    .values(
      exposure_minutes.map((minutes, index) => ({
        company_id: office.company_id,
        user_id: userId,
        office_id: office.office_id,
        hour: new Date(dayStart(day).getTime() + (10 + index) * 3_600_000),
        exposure_minutes: minutes,
      })),
    )
    .execute()
}

const turnOn = async (day: number) => {
  time.now = new Date(dayStart(day).getTime() + 60_000)
  await takeTurn(context, acclimatisationJob)
}

const of = async (userId: number) => {
  const row = await db
    .selectFrom('app_user')
    .select(['observed_acclimatised', 'last_exposure_on', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return [row.observed_acclimatised, row.last_exposure_on]
}

test('seven days with two hours of exposure make 順化者, a fifth day without takes it back, four make it again', async () => {
  const { user_id: id } = await worker()
  for (const day of [1, 2, 3, 6, 7, 8]) await work(id, day, 60, 59, 1)
  await work(id, 4, 60, 59, null)
  await turnOn(9)
  expect(await of(id)).toEqual([false, '2026-07-08'])
  await work(id, 9, 60, 60)
  await turnOn(10)
  expect(await of(id)).toEqual([true, '2026-07-09'])
  await turnOn(14)
  expect(await of(id)).toEqual([true, '2026-07-09'])
  await turnOn(15)
  expect(await of(id)).toEqual([false, '2026-07-09'])
  for (const day of [30, 31, 32]) await work(id, day, 60, 60)
  await turnOn(33)
  expect(await of(id)).toEqual([false, '2026-08-01'])
  await work(id, 33, 60, 60)
  await turnOn(34)
  expect(await of(id)).toEqual([true, '2026-08-02'])
})

test('a series of seven before the five weeks looked back on is found where somebody returned since', async () => {
  const { user_id: id } = await worker()
  const { user_id: never } = await worker()
  const returns = [20, 21, 22, 23, 40, 41, 42, 43]
  for (const day of [1, 2, 3, 4, 5, 6, 7, ...returns]) await work(id, day, 120)
  for (const day of returns) await work(never, day, 120)
  await turnOn(44)
  expect(await of(id)).toEqual([true, '2026-08-12'])
  expect(await of(never)).toEqual([false, '2026-08-12'])
})

test('nothing is known of somebody whose exposure was not measured for five weeks', async () => {
  const { user_id: known } = await worker()
  const { user_id: unknown } = await worker({ first_exposure_on: '2026-06-20', last_exposure_on: '2025-08-30' })
  await work(known, 1, 0)
  await work(unknown, 1, null)
  await turnOn(2)
  expect(await of(known)).toEqual([false, null])
  expect(await of(unknown)).toEqual([null, '2025-08-30'])
  await turnOn(37)
  expect(await of(known)).toEqual([null, null])
})

test('a day is one of Japan, of one worker', async () => {
  const [one, other] = [await worker(), await worker()]
  const hour = (userId: number, at: string) => ({
    company_id: office.company_id,
    user_id: userId,
    office_id: office.office_id,
    hour: new Date(at),
    exposure_minutes: 60,
  })
  await db
    .insertInto('hourly_summary')
    .values([
      hour(one.user_id, '2026-08-05T23:00:00+09:00'),
      hour(one.user_id, '2026-08-06T00:00:00+09:00'),
      hour(other.user_id, '2026-08-06T08:00:00+09:00'),
      hour(other.user_id, '2026-08-06T09:00:00+09:00'),
    ])
    .execute()
  time.now = new Date('2026-08-07T00:01:00+09:00')
  await takeTurn(context, acclimatisationJob)
  expect(await of(one.user_id)).toEqual([false, null])
  expect(await of(other.user_id)).toEqual([false, '2026-08-06'])
})

test('is counted once a day, and not before the hours are summed up', async () => {
  const { user_id: id, version } = await worker()
  await work(id, 60, 60, 60)
  const due = { company_id: office.company_id, user_id: id, hour: new Date(dayStart(60).getTime() + 12 * 3_600_000) }
  await db.insertInto('summary_due').values(due).execute()
  await turnOn(61)
  expect(await of(id)).toEqual([null, null])
  await db.insertInto('summary_recount').values(due).execute()
  await db.deleteFrom('summary_due').where('user_id', '=', id).execute()
  await turnOn(61)
  expect(await of(id)).toEqual([null, null])
  await db.deleteFrom('summary_recount').where('user_id', '=', id).execute()
  await turnOn(61)
  expect(await of(id)).toEqual([false, '2026-08-29'])
  for (const day of [54, 55, 56, 57, 58, 59]) await work(id, day, 60, 60)
  await turnOn(61)
  expect(await of(id)).toEqual([false, '2026-08-29'])
  await turnOn(62)
  expect(await of(id)).toEqual([true, '2026-08-29'])
  // Nobody's form is out of date for it.
  expect((await db.selectFrom('app_user').select('version').where('user_id', '=', id).executeTakeFirstOrThrow()).version).toBe(version)
})
