import type { Pool } from 'pg'
import { providerId } from '../../organisation/keys.ts'

/** The site that reports are asked of, and its administrator. */
export type Summarised = {
  readonly officeId: number
  readonly login: string
  /** Of these a whole month is stored from the start. */ readonly workers: readonly number[]
}

/** A reading a minute. */
export const readingsAnHour = 60
const hoursADay = 10
const daysAMonth = 31

const makePeople = `
  with made as (insert into company (code, name) select 'SUM-' || n, '集計建設' || n from generate_series(1, 3) n returning company_id, code),
       place as (
         insert into office (company_id, base_code, name)
         select m.company_id, 'S' || s, '集計現場' || s from made m, generate_series(1, 5) s where m.code = 'SUM-1' or s <= 2
         returning company_id, office_id, base_code),
       crew as (
         insert into work_group (company_id, office_id, code, name)
         select p.company_id, p.office_id, 'G' || n, '班' || n from place p, generate_series(1, 20) n returning company_id, office_id, group_id, code),
       person as (
         select g.company_id, g.office_id, g.group_id, n, 'sum-' || g.office_id || '-' || n as login
           from place p join made m on m.company_id = p.company_id
          cross join lateral generate_series(1, case when m.code = 'SUM-1' and p.base_code = 'S1' then 1000 when m.code = 'SUM-1' then 200 else 225 end) n
           join crew g on g.company_id = p.company_id and g.office_id = p.office_id and g.code = 'G' || (n % 20 + 1)),
       claimed as (insert into login (login_key, company_id) select x.login, x.company_id from person x)
  insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana, affiliation1, worker_code)
  select x.login, 'User', x.company_id, x.office_id, x.group_id, 3, '集計　太郎' || x.n, 'シュウケイ　タロウ' || x.n, '協力会社', 'W' || x.n
    from person x`

/** Hours of a month of those people whom the condition names, as the job stores them; hours that are stored already stay. */
const storeHours = (condition: string) => `
  insert into hourly_summary (company_id, user_id, office_id, hour, group_id, readings, heart_rate_max, heart_rate_sum, heart_rate_count,
         wbgt_max, wbgt_sum, wbgt_count, excess_max, excess_sum, excess_count, level_max, connected_minutes, heat_minutes, exposure_minutes)
  select u.company_id, u.user_id, u.office_id, $1::date::timestamp at time zone 'Asia/Tokyo' + d * interval '1 day' + h * interval '1 hour',
         u.group_id, ${readingsAnHour}, 100 + u.user_id % 60, 6000, 60, 24 + h % 8, 1600, 60, h % 8 - 3, 12, 60, h % 4, 60, 20, 10
    from app_user u, generate_series(0, ${daysAMonth - 1}) d, generate_series(8, ${7 + hoursADay}) h
   where u.login_key like 'sum-%' and ${condition}
  on conflict do nothing`

/** People with so many alerts as a month brings, most of them of other kinds than a report counts. */
const storeAlerts = `
  insert into alert (kind, company_id, office_id, group_id, user_id, full_name, company_name, base_name, level, peak_level, cause, started_at, ended_at,
                     handling)
  select (array['condition', 'battery', 'noHeartRate', 'condition', 'silent', 'condition', 'emergency', 'battery'])[n % 8 + 1],
         u.company_id, u.office_id, u.group_id, u.user_id, u.full_name, '集計建設', '集計現場', 2, 2, 'x', t.at, t.at + interval '25 minutes', 'closed'
    from app_user u, generate_series(1, 16) n,
         lateral (select $1::date::timestamp at time zone 'Asia/Tokyo' + (n * 2 - 1) * interval '1 day' + (8 + u.user_id % 10) * interval '1 hour' as at) t
   where u.login_key like 'sum-%'`

const tidy = async (pool: Pool) => {
  await pool.query('vacuum analyze hourly_summary')
  await pool.query('vacuum analyze app_user')
  await pool.query('analyze alert')
}

/** The first of the month before this one; it need not have 31 days. */
export const monthBefore = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
}

const countHours = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>('select count(*) as count from hourly_summary')
  return Number(rows[0]?.count)
}

/**
 * Three companies with nine sites, of which one has had a thousand people, and a tenth of their month: five days of
 * everybody at that site and all of it of some.
 */
export const fillTenth = async (pool: Pool): Promise<Summarised & { readonly hours: number }> => {
  const before = await countHours(pool)
  await pool.query(makePeople)
  const { rows } = await pool.query<{ company_id: number; office_id: number }>(
    `select o.company_id, o.office_id from office o join company c using (company_id) where c.code = 'SUM-1' and o.base_code = 'S1'`,
  )
  const { company_id: companyId, office_id: officeId } = rows[0] ?? { company_id: 0, office_id: 0 }
  await pool.query(
    `with claimed as (insert into login (login_key, company_id) values ('reporter', $1))
     insert into app_user (login_id, role, company_id, office_id, full_name, furigana, password_hash)
     select 'reporter', 'HeadquartersAdmin', $1, $2, '集計　次郎', 'シュウケイ　ジロウ', a.password_hash
       from app_user a where a.company_id = $3 and a.login_key = 'admin'`,
    [companyId, officeId, providerId],
  )
  await pool.query(storeHours(`u.office_id = ${officeId} and d between 12 and 16`), [monthBefore()])
  await pool.query(storeHours(`u.office_id = ${officeId} and u.user_id % 10 = 0`), [monthBefore()])
  await pool.query(storeAlerts, [monthBefore()])
  // A tenth of them have left since, half of those for another site.
  await pool.query('update app_user set deleted_at = now(), group_id = null, group_role = null where office_id = $1 and user_id % 20 = 1', [
    officeId,
  ])
  await pool.query(
    `update app_user u set office_id = o.office_id, worker_code = null, group_id = null, group_role = null
       from office o where o.company_id = $1 and o.base_code = 'S2' and u.office_id = $2 and u.user_id % 20 = 3`,
    [companyId, officeId],
  )
  await tidy(pool)
  const workers = await pool.query<{ user_id: number }>(
    `select u.user_id from app_user u where u.company_id = $1 and u.office_id = $2 and u.role = 'User' and u.user_id % 10 = 0`,
    [companyId, officeId],
  )
  return { officeId, login: 'reporter', workers: workers.rows.map((row) => row.user_id), hours: (await countHours(pool)) - before }
}

/** The rest of the month. */
export const fillRest = async (pool: Pool): Promise<number> => {
  await pool.query(storeHours('true'), [monthBefore()])
  await tidy(pool)
  return countHours(pool)
}
