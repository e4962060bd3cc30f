import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from '../../platform/test-context.ts'
import { makeOffice } from '../../shared/organisation/test-factories.ts'
import { storedVitals } from './load/load-replays.ts'
import { vitalsSince } from './rests/load-rests.ts'
import { correctLevels } from './store/store-rejudged.ts'
import { updatesOfWorkers } from './store/worker-columns.ts'
import { deleteMisplaced } from './attach/take-back.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
  await made.context.pool.query('select ensure_reading_partition(now())')
})
afterAll(() => made.drop())

/** The lines of a plan that is made now. */
const planOf = async (text: string): Promise<string[]> => {
  const { rows } = await made.context.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
  return rows.map((row) => row['QUERY PLAN'].trim())
}

/** How a table is looked up by a plan: its scans, each with what it looks for. */
const scansOf = (plan: readonly string[], table: RegExp): string[] =>
  plan.flatMap((line, index) => (table.test(line) ? [`${line} ${plan[index + 1] ?? ''}`] : []))

test.each([storedVitals, vitalsSince, correctLevels, deleteMisplaced])(
  '$name looks readings up by their key while the table is young',
  async ({ text }) => {
    const scans = scansOf(await planOf(text), /Scan.* on reading_\d/)
    expect(scans).not.toEqual([])
    for (const scan of scans) expect(scan).toMatch(/Index Cond: .*(device_id|user_id) = .*\bat\b|TID Cond/)
  },
)

/** Companies with people, of whom each has a state. */
const makeStates = async (companies: number, people: number) => {
  const { db, pool } = made.context
  for (let n = 0; n < companies; n++) {
    const { company_id, office_id } = await makeOffice(db)
    await pool.query(
      `with claimed as (
         insert into login (login_key, company_id) select concat_ws('-', $1::int, n), $1 from generate_series(1, $3) n returning login_key),
       made as (
         insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
         select c.login_key, 'User', $1, $2, '佐々木', 'ササキ' from claimed c returning user_id)
       insert into worker_state (company_id, user_id) select $1, m.user_id from made m`,
      [company_id, office_id, people],
    )
  }
  await pool.query('analyze worker_state')
}

test('states are written with their parameters taken apart once, and each is looked up by its key where companies share the table', async () => {
  const plans = () => Promise.all(updatesOfWorkers.map(({ text }) => planOf(text)))
  for (const plan of await plans()) expect(plan.join(' ')).toMatch(/Sort Sort Key: \S+ ->  ProjectSet/)
  await makeStates(10, 50)
  const byKey = [expect.stringMatching(/Index Cond: .*user_id = x\.user_id/)]
  for (const plan of await plans()) expect(scansOf(plan, /Scan.* on worker_state s/)).toEqual(byKey)
})
