import { type Level, shownAt as judged } from '@mimamori/heat'
import { NEW_WORKER } from '@mimamori/heat/worker-state'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { shownAt } from './shown.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('SQL shows what the judge shows, whatever the level, the age of the data and the interval', async () => {
  const now = new Date('2026-07-20T04:00:00Z')
  const shown = shownAt(now)
  for (const total of [null, 0, 1, 2, 3] as (Level | null)[])
    for (const interval of [null, 0.5, 1, 2, 2.1, 10])
      for (const seconds of [null, -30, 0, 299, 300, 301, 314, 316, 1_499, 1_500, 1_501]) {
        const at = seconds === null ? null : new Date(now.getTime() - seconds * 1_000)
        const { rows } = await sql<{ level: number | null; current: boolean | null }>`
          select ${shown.level} as level, ${shown.current} as current
            from (select ${total}::smallint as total_level, ${at}::timestamptz as last_at, ${interval}::real as interval_minutes,
                         null::timestamptz as emergency_since, null::text as emergency_cause,
                         null::timestamptz as alarm_since) ws`.execute(database.db)
        const expected = judged({ ...NEW_WORKER, at: at?.getTime() ?? null, interval, total }, now.getTime())
        expect(rows[0]?.level, JSON.stringify({ total, interval, seconds })).toBe(expected.totalLevel)
      }
})
