import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { recentPositions } from './recent-positions.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

/** An office with so many people at its watcher. */
const officeOf = async (people: number) => {
  const { db } = made.context
  const office = await makeOffice(db)
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const logins = sql`select ${office.base_code} || '-' || n as login_id, n from generate_series(1, ${people}::int) n`
  await sql`insert into login (login_key, company_id) select lower(login_id), ${office.company_id} from (${logins}) x`.execute(db)
  await sql`
    with person as (
      insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
      select login_id, 'User', ${office.company_id}, ${office.office_id}, '見守　' || n, 'ミマモリ' from (${logins}) x
      returning company_id, user_id)
    insert into worker_state (company_id, user_id, last_at, wbgt_source, wbgt_device_id)
    select company_id, user_id, ${made.time.now}, 'measured', ${watcher.device_id} from person`.execute(db)
  return office
}

const leave = ({ office_id }: { office_id: number }) =>
  sql`delete from worker_state where user_id = (select max(user_id) from app_user where office_id = ${office_id})`.execute(made.context.db)

it('reads a few people each time, and a crowd again only after a minute', async () => {
  const client = await made.context.pool.connect()
  try {
    const few = await officeOf(3)
    const many = await officeOf(300)
    const at = made.time.now.getTime()
    const count = async (office: typeof few, now: number, of = at) =>
      (await recentPositions(made.context, client, office.company_id, [office.office_id], of, now)).length
    expect([await count(few, 0), await count(many, 0)]).toEqual([3, 300])
    await leave(few)
    await leave(many)
    expect([await count(few, 1), await count(many, 59_999)]).toEqual([2, 300])
    expect(await count(many, 1, at - 2 * 3_600_000)).toBe(299)
    expect(await count(many, 60_001)).toBe(299)
  } finally {
    client.release()
  }
})
