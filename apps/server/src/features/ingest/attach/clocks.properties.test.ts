import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { createReceiver } from '../receive.ts'

const minuteMs = 60_000
const { context, time, drop } = await createTestContext()
const { db } = context
const { receive } = createReceiver(context)
let office: Awaited<ReturnType<typeof makeOffice>>
let dayMs = time.now.getTime()

beforeAll(async () => {
  office = await makeOffice(db)
})
afterAll(drop)

/** Kind and peak of the alerts of a worker of 40 whose tag, its clock ahead by so much, sends each reading when it takes it. */
const clockLines = async (heartRates: readonly (number | null)[], intervalMinutes: number, errorMs: number) => {
  const user = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  for (const [index, heartRate] of heartRates.entries()) {
    const at = dayMs + index * intervalMinutes * minuteMs
    time.now = new Date(at + 2_000)
    const reading = { kind: 'vital', device: tag.serial, at: new Date(at + errorMs).toISOString(), heartRate, interval: intervalMinutes }
    expect(await receive({ companyId: office.company_id, officeId: office.office_id, keyId: 'key' }, [reading])).toMatchObject({
      accepted: 1,
    })
  }
  const alerts = await db.selectFrom('alert').selectAll().where('user_id', '=', user.user_id).where('withdrawn', '=', false).execute()
  return alerts.map(({ kind, peak_level, ended_at }) => `${kind} ${peak_level} ${ended_at === null ? 'open' : 'over'}`).toSorted()
}

const errorMs = fc.oneof(
  fc.integer({ min: -24 * 60, max: 24 * 60 }).map((minutes) => minutes * minuteMs),
  fc.constantFrom(-120, -30, -5, 8, 11).map((minutes) => minutes * minuteMs),
)
const heartRates = fc
  .array(fc.tuple(fc.constantFrom(90, 150, 170, 195, null), fc.integer({ min: 3, max: 9 })), { minLength: 2, maxLength: 3 })
  .map((stretches) => stretches.flatMap(([heartRate, count]) => Array.from({ length: count }, () => heartRate)))

it('a constant error within a day changes no episode’s kind, count or peak', async () => {
  let episodes = 0
  await fc.assert(
    fc.asyncProperty(heartRates, fc.constantFrom(1, 2, 6), errorMs, async (values, interval, error) => {
      dayMs += 3 * 24 * 60 * minuteMs
      const expected = await clockLines(values, interval, 0)
      episodes += expected.length
      expect(await clockLines(values, interval, error)).toEqual(expected)
    }),
    { numRuns: 15, endOnFailure: true },
  )
  expect(episodes).toBeGreaterThan(5)
})
