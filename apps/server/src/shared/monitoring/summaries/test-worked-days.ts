import type { Pool } from 'pg'
import type { OfficeKey } from '../../organisation/keys.ts'

const storeHours = `
  insert into hourly_summary (company_id, user_id, office_id, group_id, hour, readings, heart_rate_max, heart_rate_sum, heart_rate_count,
                              wbgt_max, wbgt_sum, wbgt_count, excess_max, excess_sum, excess_count, level_max, connected_minutes)
  select u.company_id, u.user_id, u.office_id, u.group_id, (d.day + make_interval(hours => h)) at time zone 'Asia/Tokyo', 60,
         100 + (u.user_id + h) % 60, 6600, 60, 27 + x.excess, 1650, 60, x.excess, 30, 60, greatest(0, least(3, floor(x.excess))), 60
    from app_user u, generate_series($3::timestamp, $4::timestamp, interval '1 day') d (day), generate_series(7, 19) h,
         lateral (select (sin(h / 4.0) * 2 + (u.user_id + extract(day from d.day)::int) % 3)::numeric(4, 1)::real as excess) x
   where u.company_id = $1 and u.user_id = any($2::int[])
  on conflict do nothing`

/**
 * Hours from 7 to 20 o'clock as the job stores them, some of them hot: every type of a report has something to show.
 * @returns whose they are
 */
export const fillWorkedDays = async (
  pool: Pool,
  { companyId, officeId }: OfficeKey,
  people: number,
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
): Promise<number[]> => {
  const { rows } = await pool.query<{ user_id: number }>(
    `select u.user_id from app_user u where u.company_id = $1 and u.office_id = $2 and u.role = 'User' order by u.user_id limit $3`,
    [companyId, officeId, people],
  )
  const userIds = rows.map(({ user_id: userId }) => userId)
  await pool.query(storeHours, [companyId, userIds, startTime, endTime])
  await pool.query('analyze hourly_summary')
  return userIds
}
