import type { Pool } from 'pg'

const past = 1_000_000

// Over a year, by everybody in turn; of a hundred one still waits for an answer, and a handful last.
const alertsOf = (prefix: string) => `
  insert into alert (kind, company_id, office_id, group_id, user_id, full_name, company_name, base_name, group_name, location_name,
                     level, peak_level, cause, reason, heart_rate, excess, wbgt, wbgt_point, started_at, ended_at, ending,
                     handling, handled_by_name, handled_at, outcome, note)
  select (array['condition', 'condition', 'condition', 'emergency', 'belt', 'noHeartRate', 'silent', 'clock', 'battery', 'condition'])[1 + n / 7 % 10],
         p.company_id, p.office_id, p.group_id, p.user_id, p.full_name, '一覧建設', p.base_name, p.group_name, '東側 外部足場 ' || n % 9 || '段目',
         n % 4, n % 4, 'sustained', '{"kind":"sustained","limit":120,"minutes":5}', 100 + n % 80, n % 50 / 10.0, 25 + n % 80 / 10.0, '足場' || n % 5,
         t.at, case when n > 300 then t.at + interval '20 minutes' end, case when n > 300 then 'recovered' end,
         h.handling, case when h.handling <> 'open' then '職長　一' end, case when h.handling <> 'open' then t.at + interval '5 minutes' end,
         case when h.handling = 'closed' then 'rested' end, case when h.handling = 'closed' then '日陰で15分休んだ' end
    from generate_series(1, ${past}) n
    join (select u.*, o.name as base_name, g.name as group_name, row_number() over (order by md5(u.user_id::text)) as place
            from app_user u join office o on o.company_id = u.company_id and o.office_id = u.office_id
            join work_group g on g.company_id = u.company_id and g.group_id = u.group_id where u.login_id like '${prefix}%') p on p.place = 1 + n % 100000
   cross join lateral (select now() - n * interval '1 year' / ${past} as at) t
   cross join lateral (select case when n <= 300 or n % 100 = 0 then 'open' when n % 100 < 4 then 'acknowledged' else 'closed' end as handling) h
   order by n desc`

const events = `
  insert into alert_event (company_id, alert_id, at, event, level, user_name)
  select a.company_id, a.alert_id, a.started_at + e.minutes * interval '1 minute', e.event, a.level, case when e.event = 'acknowledged' then '職長　一' end
    from alert a cross join (values ('opened', 0), ('acknowledged', 5), ('ended', 20)) e (event, minutes)
   where a.started_at > now() - interval '60 days'`

/** A million alerts of a year, of the 100,000 people whose login IDs begin with this, and the events of the last sixty days. */
export const fillAlertsOfPeople = async (pool: Pool, prefix: string): Promise<void> => {
  await pool.query(alertsOf(prefix))
  await pool.query(events)
}
