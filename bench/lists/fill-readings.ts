import type { Pool } from 'pg'
import { fillHoursOfPeople } from '../../apps/server/src/shared/monitoring/summaries/test-hours-of-people.ts'
import { prefix } from './fill-organisation.ts'

const people = 100_000

// One minute of everybody, in the order of the key: so the index grows at its end, as it does where minutes come in one by one.
const minutes = `
  insert into reading (company_id, office_id, group_id, device_id, at, call, user_id, received_at, heart_rate, wbgt, wbgt_source, excess,
                       heart_level, heat_level, total_level, battery, signal, gateway_id, interval_minutes)
  select u.company_id, u.office_id, u.group_id, w.device_id, t.at, false, w.user_id, t.at, 90 + (w.user_id + n) % 60, 24 + (w.user_id + n) % 80 / 10.0,
         'measured', n % 8 - 3, n % 3, n % 4, (w.user_id + n) % 4, 4, 3, g.device_id, 1
    from wear w
    join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
    join device g on g.company_id = u.company_id and g.office_id = u.office_id and g.kind = 'gateway' and g.serial = 'GW-' || (u.user_id % 40 + 1)
    cross join generate_series($1::int, $2::int) n
    cross join lateral (select date_trunc('minute', now()) - n * interval '1 minute' as at) t
   where w.slot = 'vital' and u.login_id like '${prefix}%'
   order by w.company_id, w.device_id, t.at`

// A month in between messages, or else everybody would be silent after a quarter of an hour.
const intervalMinutes = 44_640

// One of a hundred in danger, three in caution, six to be looked at.
const states = `
  insert into worker_state (company_id, user_id, device_id, last_at, heard_at, heart_rate, wbgt, wbgt_source, wbgt_device_id, excess, heart_level, heat_level,
         total_level, personal_level, level_since, battery, signal, gateway_id, interval_minutes, heat_minutes_today, heat_minutes_on_end,
         heat_minutes_longest, no_heart_rate, position_at, latitude, longitude)
  select w.company_id, w.user_id, w.device_id, t.at, t.at, 90 + w.user_id % 60, 24 + w.user_id % 80 / 10.0, 'measured', h.device_id, w.user_id % 80 / 10.0 - 4,
         l.level, l.level, l.level, case when w.user_id % 50 = 0 then 2 end, t.at - interval '20 minutes', w.user_id % 6, w.user_id % 5,
         g.device_id, ${intervalMinutes}, w.user_id % 70, w.user_id % 33, w.user_id % 70, w.user_id % 50 = 0, t.at, 35.68 + w.user_id % 97 / 10000.0, 139.76
    from wear w
    join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
    join device g on g.company_id = u.company_id and g.office_id = u.office_id and g.kind = 'gateway' and g.serial = 'GW-' || (u.user_id % 40 + 1)
    join device h on h.company_id = u.company_id and h.office_id = u.office_id and h.kind = 'heat' and h.serial = lpad((u.user_id % 10 + 1)::text, 6, '0')
    cross join lateral (select now() - w.user_id % 60 * interval '1 second' as at) t
    cross join lateral (select case when w.user_id % 100 = 0 then 3 when w.user_id % 100 < 4 then 2 when w.user_id % 100 < 10 then 1 else 0 end as level) l
   where w.slot = 'vital' and u.login_id like '${prefix}%'
  on conflict (company_id, user_id) do nothing`

const deviceStates = `
  insert into device_state (company_id, device_id, last_at, heard_at, battery, wave_level, signal, wbgt, temperature, humidity, pressure, hook, interval_minutes)
  select d.company_id, d.device_id, t.at, t.at, d.device_id % 6, d.device_id % 5, d.device_id % 5, case when d.kind = 'heat' then 20 + d.device_id % 130 / 10.0 end,
         30, 60, 1013, case when d.kind = 'belt' then d.device_id % 2 end, ${intervalMinutes}
    from device d join company c on c.company_id = d.company_id, lateral (select now() - d.device_id % 60 * interval '1 second' as at) t
   where c.code like 'LIST-%'
  on conflict (company_id, device_id) do nothing`

/** So many million readings of everybody's last minutes, the hours that readings of five times as many would come to, and what is known of everybody now. */
export const fillReadings = async (pool: Pool, millions: number, onStep: (what: string) => void): Promise<void> => {
  const each = Math.round((millions * 1_000_000) / people)
  await pool.query(`select ensure_reading_partition(now() - n * interval '1 day') from generate_series(0, $1::int) n`, [
    Math.ceil(each / 1_440) + 7,
  ])
  await pool.query(states)
  await pool.query(deviceStates)
  for (let first = 1; first <= each; first += 10) {
    await pool.query(minutes, [first, Math.min(first + 9, each)])
    onStep(`readings: ${((Math.min(first + 9, each) * people) / 1e6).toFixed(0)} million`)
  }
  await fillHoursOfPeople(pool, prefix)
  onStep('summaries')
}

/** Everybody and everything was heard just now: the list is filled once and read for days. */
export const hearEverybody = async (pool: Pool): Promise<void> => {
  await pool.query(
    `update worker_state ws set last_at = now() - ws.user_id % 60 * interval '1 second', heard_at = now(), position_at = now(), quiet_since = null`,
  )
  await pool.query(`update device_state ds set last_at = now(), heard_at = now(), quiet_since = null`)
  await pool.query('vacuum analyze worker_state')
  await pool.query('vacuum analyze device_state')
}
