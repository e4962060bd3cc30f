import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import { followHours } from './keep-months.ts'

type Person = { readonly user_id: number; readonly company_id: number; readonly office_id: number | null; readonly group_id: number | null }

/** An hour of somebody as the job stores it, of sixty readings: 27.5 ℃ and 1.4 ℃ under what is allowed, 101 bpm, safe. */
export const makeHour = async (
  db: Db,
  person: Person,
  day: string,
  hour: number,
  values: Partial<Insertable<Database['hourly_summary']>> = {},
): Promise<void> => {
  const row = await db
    .insertInto('hourly_summary')
    .values({
      company_id: person.company_id,
      user_id: person.user_id,
      office_id: person.office_id ?? 0,
      group_id: person.group_id,
      hour: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+09:00`),
      readings: 60,
      heart_rate_max: 101,
      heart_rate_sum: 6_000,
      heart_rate_count: 60,
      wbgt_max: 27.5,
      wbgt_sum: 1_620,
      wbgt_count: 60,
      excess_max: -1.4,
      excess_sum: -90,
      excess_count: 60,
      level_max: 0,
      connected_minutes: 60,
      ...values,
    })
    .returning(['user_id', 'office_id', 'hour', 'group_id', sql<number>`0`.as('rest_quarters')])
    .executeTakeFirstOrThrow()
  await followHours(db, person.company_id, [], [row])
}
