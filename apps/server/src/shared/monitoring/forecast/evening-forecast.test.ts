import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { eveningForecastsOf, keepEveningForecasts, pruneEveningForecasts } from './evening-forecast.ts'
import { at } from './test-site.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

const issue = (day: string, hour: number, wbgt: number) =>
  [18, 21, 24, 27, 36, 48].map((later) => ({ at: at(day, later), wbgt, issuedAt: at(day, hour) }))
const kept = async () => {
  const { rows } = await sql<{ day: string; issued_at: Date; noon: number }>`
    select e.day, e.issued_at, e.wbgt[13] as noon from evening_forecast e order by e.day`.execute(made.context.db)
  return rows
}

it('of a day is the one known at 17:00 the day before: no later issue counts', () =>
  expect([5, 11, 17, 17.5, 18, 21].map((hour) => eveningForecastsOf(issue('2026-07-20', hour, 29)).map(({ day }) => day))).toEqual([
    ['2026-07-21'],
    ['2026-07-21'],
    ['2026-07-21'],
    ['2026-07-21'],
    [],
    [],
  ]))

it('holds the midnights at both ends of the day', () =>
  expect(eveningForecastsOf(issue('2026-07-20', 17, 29))[0]?.wbgt).toEqual(
    Array.from({ length: 25 }, (_, hour) => ([0, 3, 12, 24].includes(hour) ? 29 : null)),
  ))

it('is replaced by a later issue alone, and kept a year', async () => {
  const { pool } = made.context
  const keep = (hour: number, wbgt: number) => keepEveningForecasts(pool, '44132', issue('2026-07-20', hour, wbgt))
  await keep(11, 28)
  await keep(17, 29)
  await keep(5, 27)
  await keep(21, 31)
  expect(await kept()).toEqual([{ day: '2026-07-21', issued_at: at('2026-07-20', 17), noon: 29 }])
  await pruneEveningForecasts(pool, at('2027-07-22', 12))
  expect(await kept()).toHaveLength(1)
  await pruneEveningForecasts(pool, at('2027-07-23', 12))
  expect(await kept()).toEqual([])
})
