import type { Pool } from 'pg'
import { fillMonths, findPeopleDue } from './fill-months.ts'

const daysOfHeat = 31

// An hour is what sixty readings came to, as the job stores it; some sites have a whole month besides, for their reports.
const summaries = (prefix: string, hours: string, condition: string) => `
  insert into hourly_summary (company_id, user_id, office_id, hour, group_id, readings, heart_rate_max, heart_rate_sum, heart_rate_count,
         wbgt_max, wbgt_sum, wbgt_count, excess_max, excess_sum, excess_count, level_max, connected_minutes, level1_minutes, heat_minutes,
         exposure_minutes, heart_level_max)
  select u.company_id, u.user_id, u.office_id, h.hour, u.group_id, 60, 100 + u.user_id % 60, 6000, 60, 24 + h.n % 8, 1600, 60, h.n % 8 - 3, 12, 60, h.n % 4,
         60, 5, 20, 10, h.n % 3
    from app_user u join office o on o.company_id = u.company_id and o.office_id = u.office_id
    join company c on c.company_id = u.company_id, ${hours} h (hour, n)
   where u.login_id like '${prefix}%' and ${condition}
   order by u.company_id, u.user_id, h.hour
  on conflict do nothing`

const lastHours = (count: number) => `
  (select date_trunc('hour', now()) - n * interval '1 hour', n from generate_series(1, ${count}) n)`
const monthOfHours = `
  (select (date_trunc('month', now() at time zone 'Asia/Tokyo') - interval '1 month' + d * interval '1 day' + h * interval '1 hour') at time zone 'Asia/Tokyo', h
     from generate_series(0, 29) d, generate_series(8, 17) h)`

const heat = `
  insert into heat_summary (company_id, office_id, device_id, slot, serial, source, wbgt_max, wbgt_sum, wbgt_count, temperature_max)
  select d.company_id, d.office_id, d.device_id, t.at, d.serial, 'measured', 24 + n % 80 / 10.0, 250, 10, 33
    from device d join company c on c.company_id = d.company_id, generate_series(1, ${daysOfHeat * 48}) n,
         lateral (select date_bin('30 minutes', now(), '2020-01-01') - n * interval '30 minutes' as at) t
   where c.code like 'LIST-%' and d.kind = 'heat' and extract(hour from t.at at time zone 'Asia/Tokyo') between 8 and 17`

/**
 * The last eight hours of everybody whose login ID begins with this, the last month of two large sites (L1 and L2 of the company
 * LIST-1), and a month of all watchers, as the job stores them.
 */
export const fillHoursOfPeople = async (pool: Pool, prefix: string): Promise<void> => {
  await pool.query(summaries(prefix, lastHours(8), 'true'))
  await pool.query(summaries(prefix, monthOfHours, `c.code = 'LIST-1' and o.base_code in ('L1', 'L2')`))
  await pool.query('truncate monthly_summary, group_rest_day, monthly_due')
  await pool.query('insert into monthly_due (company_id, user_id) select u.company_id, u.user_id from app_user u')
  const client = await pool.connect()
  for (let due = await findPeopleDue(client, null); due.length > 0; due = await findPeopleDue(client, null))
    for (const own of due) await fillMonths(client, own)
  client.release()
  await pool.query('vacuum analyze monthly_summary')
  await pool.query(heat)
}
