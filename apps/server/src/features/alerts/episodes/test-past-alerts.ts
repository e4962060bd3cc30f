import type { Pool } from 'pg'
import { providerId } from '../../../shared/organisation/keys.ts'

/** A company with past alerts, one of its sites, a group and a person there, and the login of its administrator. */
export type Alerted = {
  readonly companyId: number
  readonly officeId: number
  readonly groupId: number
  readonly userId: number
  readonly login: string
}

const offices = 5
const groupsOfOffice = 8
const peopleOfGroup = 12

const fillCompanies = async (pool: Pool, companies: number): Promise<void> => {
  await pool.query(
    `with made as (insert into company (code, name) select 'ALERT-' || n, '警報建設' || n from generate_series(1, $1) n returning company_id),
          place as (insert into office (company_id, base_code, name)
                    select m.company_id, 'A' || n, '警報現場' || n from made m, generate_series(1, $2) n returning company_id, office_id),
          team as (insert into work_group (company_id, office_id, code, name)
                   select p.company_id, p.office_id, 'A' || n, '班' || n from place p, generate_series(1, $3) n
                   returning company_id, office_id, group_id),
          person as (select t.*, 'alert-' || t.group_id || '-' || n as login from team t, generate_series(1, $4) n),
          claimed as (insert into login (login_key, company_id) select p.login, p.company_id from person p)
     insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana)
     select p.login, 'User', p.company_id, p.office_id, p.group_id, 3, '警報　太郎', 'ケイホウ　タロウ' from person p`,
    [companies, offices, groupsOfOffice, peopleOfGroup],
  )
}

// A year of them. Most were seen to; of a hundred one still waits, and a handful last.
const fillAlerts = async (pool: Pool, each: number): Promise<void> => {
  await pool.query(
    `insert into alert (kind, company_id, office_id, group_id, user_id, full_name, company_name, base_name, group_name, location_name,
                        level, peak_level, cause, reason, heart_rate, excess, wbgt, wbgt_point, started_at, ended_at, ending,
                        handling, handled_by_name, handled_at, outcome, note)
     select k.kind, p.company_id, p.office_id, p.group_id, p.user_id, p.full_name, c.name, o.name, g.name, '東側 外部足場 ' || n % 9 || '段目',
            n % 4, n % 4, 'sustained', '{"kind":"sustained","limit":120,"minutes":5}', 100 + n % 80, n % 50 / 10.0, 25 + n % 80 / 10.0, '足場' || n % 5,
            t.at, case when not w.lasts then t.at + interval '20 minutes' end, case when not w.lasts then 'recovered' end,
            h.handling, case when h.handling <> 'open' then '職長　一' end, case when h.handling <> 'open' then t.at + interval '5 minutes' end,
            case when h.handling = 'closed' then 'rested' end, case when h.handling = 'closed' then '日陰で15分休んだ' end
       from (select u.*, row_number() over (partition by u.company_id order by u.user_id) as place,
                    count(*) over (partition by u.company_id) as people from app_user u where u.login_id like 'alert-%') p
       join company c on c.company_id = p.company_id
       join office o on o.company_id = p.company_id and o.office_id = p.office_id
       join work_group g on g.company_id = p.company_id and g.group_id = p.group_id
       join generate_series(1, $1) n on n % p.people = p.place - 1
       cross join lateral (select case when n <= p.people and n % 10 = 0 then 'emergency'
         when n <= p.people then 'condition'
         else (array['condition', 'condition', 'condition', 'emergency', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'clock', 'battery'])[1 + n / p.people % 10] end as kind) k
       cross join lateral (select now() - n * interval '1 year' / $1 as at) t
       cross join lateral (select n <= 50 as lasts) w
       cross join lateral (select case when w.lasts or n % 100 = 0 then 'open' when n % 100 < 4 then 'acknowledged' else 'closed' end as handling) h
      order by n, p.company_id`,
    [each],
  )
}

/** So many companies with so many past alerts each, over a year, as a service has them after a while; one of them is handed back. */
export const fillPastAlerts = async (pool: Pool, companies: number, each: number): Promise<Alerted> => {
  await fillCompanies(pool, companies)
  await fillAlerts(pool, each)
  await pool.query('vacuum analyze alert')
  const { rows } = await pool.query<Omit<Alerted, 'login'>>(
    `select u.company_id as "companyId", u.office_id as "officeId", u.group_id as "groupId", u.user_id as "userId"
       from app_user u where u.login_id like 'alert-%' order by u.company_id, u.user_id limit 1`,
  )
  const [first] = rows
  if (first === undefined) throw new Error('no company with alerts')
  const login = 'alert-admin'
  await pool.query(
    `with claimed as (insert into login (login_key, company_id) values ($2, $1))
     insert into app_user (login_id, role, company_id, full_name, furigana, password_hash)
     select $2, 'AdminUnitContract', $1, '部長　三郎', 'ブチョウ　サブロウ', a.password_hash
       from app_user a where a.company_id = $3 and a.login_key = 'admin'`,
    [first.companyId, login, providerId],
  )
  return { ...first, login }
}
