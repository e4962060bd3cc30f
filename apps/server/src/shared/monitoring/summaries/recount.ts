import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { ReachableCompanies } from '../../cluster-health/reachable-companies.ts'

const stepRows = 500

const newest = `
  select r.company_id, r.user_id, r.hour from summary_recount r
   where ($1::int[] is null or r.company_id = any($1::int[])) order by r.hour desc, r.company_id, r.user_id limit ${stepRows}`

const move = `
  with taken as (
    delete from summary_recount r using unnest($2::int[], $3::timestamptz[]) as x (user_id, hour)
     where r.company_id = $1 and r.user_id = x.user_id and r.hour = x.hour
    returning r.user_id, r.hour)
  insert into summary_due (company_id, user_id, hour)
  select $1::int, t.user_id, t.hour from taken t order by 2, 3
  on conflict (company_id, user_id, hour) do nothing`

const count = `select count(*)::int as remaining from summary_recount r where $1::int[] is null or r.company_id = any($1::int[])`

/** How many stored hours are yet to be counted again by a new rule. */
export const countRecounts = async (client: PoolClient, atHand: ReachableCompanies): Promise<number> => {
  const { rows } = await client.query<{ remaining: number }>(count, [atHand])
  return rows[0]?.remaining ?? 0
}

/**
 * Makes some stored hours that are to be counted again due, the newest first. Until then they are read as they are stored: to
 * compute years of them at each request would take minutes.
 * @returns how many
 */
export const makeRecountsDue = async (client: PoolClient, atHand: ReachableCompanies): Promise<number> => {
  const { rows } = await client.query<{ company_id: number; user_id: number; hour: Date }>(newest, [atHand])
  for (const [companyId, own] of Map.groupBy(rows, (row) => row.company_id))
    await client.query(move, [companyId, arrayOf(own, (row) => row.user_id), arrayOf(own, ({ hour }) => instantOf(hour.getTime()))])
  return rows.length
}
