import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext, testConfig } from '../../platform/test-context.ts'
import { makeSubstitute, placeAt } from '../../shared/duty-rota/test-rota.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { forgetRotaJob } from './forget-rota-job.ts'

// Monday the 20th of July 2026.
const { context, drop } = await createTestContext({ config: testConfig({ retentionDays: 30 }) })
const { db } = context
const { people, office, foreign } = await makeTenants(db)
afterAll(drop)

const left = async (table: string) => {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(r.duty_on, 'YYYY-MM-DD') as day from ${sql.table(table)} r order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

test('duties, substitutes and announced gaps are deleted by whole weeks once they are older than readings are kept', async () => {
  // Thirty days before is the 20th of June, a Saturday; its week began on the 15th.
  const [old, oldest, today] = ['2026-06-14', '2026-06-15', '2026-07-20']
  for (const day of [old, oldest, today]) {
    await placeAt(db, office, day, 'day', people.leader, people.subLeader)
    await makeSubstitute(db, office, { duty_on: day, shift: 'day', place: 1 }, { user_id: people.base.user_id })
    const { company_id, office_id } = office
    const gap = { company_id, office_id, duty_on: day, shift: 'day', place: 3, sent_at: context.clock() }
    await db.insertInto('duty_rota_gap_notice').values(gap).execute()
  }
  await placeAt(db, foreign, old, 'night', people.foreignBase)
  await takeTurn(context, forgetRotaJob)
  for (const table of ['duty_rota_place', 'duty_rota_override', 'duty_rota_gap_notice']) expect(await left(table)).toEqual([oldest, today])
  expect(await db.selectFrom('duty_rota').select('office_id').where('office_id', '=', office.office_id).execute()).toHaveLength(1)
})
