import type { Pool } from 'pg'
import { fillHoursOfPeople } from '../../apps/server/src/shared/monitoring/summaries/test-hours-of-people.ts'
import { prefix } from './fill-organisation.ts'

const people = 100_000
const lanes = 2

// Who wears what, with the gateway that heard it: read once for every minute.
const wearers = `
  create table bench_wearer as
  select w.company_id, u.office_id, u.group_id, w.device_id, w.user_id, g.device_id as gateway_id
    from wear w
    join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
    join device g on g.company_id = u.company_id and g.office_id = u.office_id and g.kind = 'gateway' and g.serial = 'GW-' || (u.user_id % 40 + 1)
   where w.slot = 'vital' and w.worn_to is null and u.login_id like '${prefix}%'
   order by md5(w.user_id::text)`

// Everybody's reading of one minute, in no order of people: so they lie in the table as they do where they come in one by one.
const minuteInto = (table: string) => `
  insert into ${table} (company_id, office_id, group_id, device_id, at, call, user_id, received_at, heart_rate, wbgt, wbgt_source, excess,
                       heart_level, heat_level, total_level, battery, signal, gateway_id, interval_minutes)
  select w.company_id, w.office_id, w.group_id, w.device_id, t.at, false, w.user_id, t.at, 90 + (w.user_id + t.n) % 60,
         24 + (w.user_id + t.n) % 80 / 10.0, 'measured', t.n % 8 - 3, t.n % 3, t.n % 4, (w.user_id + t.n) % 4, 4, 3, w.gateway_id, 1
    from bench_wearer w, (select $1::int as n, date_trunc('minute', $2::timestamptz) - $1::int * interval '1 minute' as at) t`

/** A part of the table of readings, and which of the last minutes lie in it. */
type Part = { readonly name: string; readonly begins: Date; readonly ends: Date; readonly minutes: number[] }

const partsOf = async (pool: Pool, now: Date, count: number): Promise<Part[]> => {
  const { rows } = await pool.query<Part>(
    `select ensure_reading_partition(t.at) as name, date_trunc('week', t.at, 'UTC') as begins, date_trunc('week', t.at, 'UTC') + interval '7 days' as ends,
            array_agg(n order by n desc) as minutes
       from generate_series(1, $1::int) n, lateral (select date_trunc('minute', $2::timestamptz) - n * interval '1 minute' as at) t
      group by 1, 2 order by 2`,
    [count, now],
  )
  return rows
}

/** Makes a part apart from the table, its indexes when all rows are in it, and puts it in the place of the empty one. */
const fillPart = async (pool: Pool, part: Part, now: Date, onMinute: () => void): Promise<void> => {
  const apart = 'bench_part'
  await pool.query(`create table ${apart} (like reading including defaults including constraints)`)
  const left = [...part.minutes]
  const lane = async () => {
    for (let minute = left.shift(); minute !== undefined; minute = left.shift()) {
      await pool.query(minuteInto(apart), [minute, now])
      onMinute()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const indexes = [
    `create unique index bench_once on ${apart} (company_id, device_id, at, call)`,
    `create index on ${apart} (company_id, user_id, at) where user_id is not null`,
    `create index on ${apart} (company_id, device_id, device_at) where device_at is not null`,
  ]
  const build = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift())
      await pool.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0; ${index}; reset all`)
  }
  await Promise.all(Array.from({ length: lanes }, build))
  await pool.query(`
    begin;
    alter table ${apart} add constraint ${part.name}_once primary key using index bench_once;
    drop table ${part.name};
    alter table ${apart} rename to ${part.name};
    alter table reading attach partition ${part.name} for values from ('${part.begins.toISOString()}') to ('${part.ends.toISOString()}');
    commit`)
}

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

/** What is known of everybody and everything now, and the hours that months of readings came to. */
export const fillStates = async (pool: Pool, onStep: (what: string) => void): Promise<void> => {
  await pool.query(states)
  await pool.query(deviceStates)
  onStep('states')
  await fillHoursOfPeople(pool, prefix)
  onStep('summaries')
}

/** So many million readings of everybody's last minutes. */
export const fillReadings = async (pool: Pool, millions: number, onStep: (what: string) => void): Promise<void> => {
  const each = Math.round((millions * 1_000_000) / people)
  await pool.query(`select ensure_reading_partition(now() - n * interval '1 day') from generate_series(0, $1::int) n`, [
    Math.ceil(each / 1_440) + 7,
  ])
  await pool.query(wearers)
  const now = new Date()
  let filled = 0
  const onMinute = () => {
    filled += people
    if (filled % 5_000_000 === 0) onStep(`readings: ${filled / 1_000_000} million`)
  }
  for (const part of await partsOf(pool, now, each)) {
    await fillPart(pool, part, now, onMinute)
    onStep(`indexes of ${part.name}`)
  }
  await pool.query('drop table bench_wearer')
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
