import { type RawBuilder, sql } from 'kysely'
import { japanDay } from '../../../platform/japan-time.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { Db } from '../../../platform/context.ts'
import { type DayOfHours, monthOf, type MonthlySummary, withDays } from './month-of-days.ts'

/**
 * SQL of the rest that the excess of an hour (alias `h`) called for: heat's restMinutes of its minutes, in quarters of a minute, which
 * are whole, so that sums are exact.
 */
export const restQuarters = `
  case when h.excess_count > 0 and h.excess_sum > 0
       then (h.connected_minutes * least(4, ceil(floor(h.excess_sum / h.excess_count * 1000000 + 0.5) / 1000000)))::int else 0 end`

/** An hour that was stored or removed. */
export type ChangedHour = {
  readonly user_id: number
  readonly office_id: number
  readonly hour: Date
  readonly group_id: number | null
  readonly rest_quarters: number
}

/** SQL of its columns, of an hour (alias `h`). */
export const changedHour = `h.user_id, h.office_id, h.hour, h.group_id, ${restQuarters} as rest_quarters`

/**
 * SQL: transactions that store hours of company $1 wait for each other, until each ends. Each reads the other hours of a day to sum it up;
 * two at once would each miss the other's.
 */
export const takeMonths = `select pg_advisory_xact_lock(hashtext('months of people'), $1::int)`

const isAt = (day: string) =>
  `h.hour >= ${day}::timestamp at time zone 'Asia/Tokyo' and h.hour < (${day} + 1)::timestamp at time zone 'Asia/Tokyo'`
const dayColumns = sql.raw(`
  count(h.hour)::int as hours, coalesce(bool_or(h.readings > 0), false) as has_readings,
  coalesce(bool_or(h.heart_rate_count > 0), false) as has_heart, coalesce(sum(h.heat_minutes), 0)::int as heat_minutes`)
const dayOfHour = sql.raw(`(h.hour at time zone 'Asia/Tokyo')::date`)

/** Stores months of a company's people, in place of what was stored. */
const storeMonths = async (db: Db, companyId: number, months: readonly MonthlySummary[]): Promise<void> => {
  if (months.length === 0) return
  await sql`
    insert into monthly_summary as m (company_id, office_id, month, user_id, hour_days, reading_days, heart_days, heat_days, long_days, heat_minutes, heat_by_day)
    select ${companyId}::int, x.* from json_to_recordset(${JSON.stringify(months)}::json) as x (
           office_id int, month date, user_id int, hour_days int, reading_days int, heart_days int, heat_days int, long_days int, heat_minutes int, heat_by_day smallint[])
    on conflict (company_id, office_id, month, user_id) do update set
      hour_days = excluded.hour_days, reading_days = excluded.reading_days, heart_days = excluded.heart_days, heat_days = excluded.heat_days,
      long_days = excluded.long_days, heat_minutes = excluded.heat_minutes, heat_by_day = excluded.heat_by_day`.execute(db)
}

type GroupDay = { readonly office_id: number; readonly day: string; readonly group_id: number; readonly rest_quarters: number }

/** Adds to the rest that the days of groups called for. */
const addToGroups = async (db: Db, companyId: number, added: readonly GroupDay[]): Promise<void> => {
  if (added.length === 0) return
  await sql`
    insert into group_rest_day as g (company_id, office_id, day, group_id, rest_quarters)
    select ${companyId}::int, x.* from json_to_recordset(${JSON.stringify(added)}::json) as x (office_id int, day date, group_id int, rest_quarters int)
    on conflict (company_id, office_id, day, group_id) do update set rest_quarters = g.rest_quarters + excluded.rest_quarters`.execute(db)
}

/** A sum over the hours that were stored less those that were removed, of each group and day. */
const differenceOf = (removed: readonly ChangedHour[], stored: readonly ChangedHour[]): GroupDay[] => {
  const sums = new Map<string, GroupDay>()
  const add = (hours: readonly ChangedHour[], sign: 1 | -1) => {
    for (const { office_id, hour, group_id, rest_quarters } of hours) {
      const own = { office_id, day: japanDay(hour), group_id: group_id ?? 0 }
      const key = `${own.office_id}/${own.day}/${own.group_id}`
      sums.set(key, { ...own, rest_quarters: (sums.get(key)?.rest_quarters ?? 0) + sign * rest_quarters })
    }
  }
  add(removed, -1)
  add(stored, 1)
  return [...sums.values()].filter((one) => one.rest_quarters !== 0)
}

const readMonths = async (db: Db, companyId: number, days: readonly DayOfHours[]): Promise<MonthlySummary[]> => {
  const { rows } = await sql<MonthlySummary>`
    select m.office_id, m.month, m.user_id, m.hour_days, m.reading_days, m.heart_days, m.heat_days, m.long_days, m.heat_minutes, m.heat_by_day
      from (select distinct x.office_id, x.month, x.user_id
              from unnest(${arrayOf(days, (one) => one.office_id)}::int[], ${arrayOf(days, ({ day }) => monthOf(day))}::date[],
                          ${arrayOf(days, (one) => one.user_id)}::int[]) as x (office_id, month, user_id)) x
     cross join lateral (
       select s.* from monthly_summary s
        where s.company_id = ${companyId} and s.office_id = x.office_id and s.month = x.month and s.user_id = x.user_id offset 0) m`.execute(
    db,
  )
  return rows
}

const keysOf = (hours: readonly ChangedHour[]) => {
  const found = new Map(
    hours.map(({ user_id, office_id, hour }) => [`${user_id}/${office_id}/${japanDay(hour)}`, { user_id, office_id, hour }]),
  )
  return [...found.values()]
}

/** Whether sums are kept at all. After an update they begin once no process of the former release runs. */
export const haveMonthsBegun = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from monthly_wait limit 1`.execute(db)
  return rows.length === 0
}

/**
 * Has the sums of months and groups follow hours that were removed and stored, in the transaction that did so and began with
 * `takeMonths`. Of people whose hours are not in the sums yet nothing is done: their turn comes.
 */
export const followHours = async (
  db: Db,
  companyId: number,
  removed: readonly ChangedHour[],
  stored: readonly ChangedHour[],
): Promise<void> => {
  const users = [...new Set([...removed, ...stored].map(({ user_id }) => user_id))]
  if (users.length === 0 || !(await haveMonthsBegun(db))) return
  const { rows: waiting } = await sql<{ user_id: number }>`
    select d.user_id from monthly_due d where d.company_id = ${companyId} and d.user_id = any(${users}::int[])`.execute(db)
  const later = new Set(waiting.map(({ user_id }) => user_id))
  const isIn = ({ user_id }: ChangedHour) => !later.has(user_id)
  const [gone, come] = [removed.filter(isIn), stored.filter(isIn)]
  const keys = keysOf([...gone, ...come])
  if (keys.length === 0) return
  const { rows: days } = await sql<DayOfHours>`
    select x.user_id, x.office_id, x.day, ${dayColumns}
      from unnest(${arrayOf(keys, (one) => one.user_id)}::int[], ${arrayOf(keys, (one) => one.office_id)}::int[],
                  ${arrayOf(keys, ({ hour }) => japanDay(hour))}::date[]) as x (user_id, office_id, day)
      left join lateral (
        select h.* from hourly_summary h
         where h.company_id = ${companyId} and h.user_id = x.user_id and h.office_id = x.office_id and ${sql.raw(isAt('x.day'))} offset 0) h on true
     group by 1, 2, 3`.execute(db)
  await storeMonths(db, companyId, withDays(await readMonths(db, companyId, days), days))
  await addToGroups(db, companyId, differenceOf(gone, come))
}

const ofUsers = (companyId: number, users: readonly number[]): RawBuilder<unknown> =>
  sql`h.company_id = ${companyId} and h.user_id = any(${[...users]}::int[])`

/** Puts all stored hours of people into the sums, in a transaction that began with `takeMonths`; they were in none of them. */
export const addPeople = async (db: Db, companyId: number, users: readonly number[]): Promise<void> => {
  const { rows: days } = await sql<DayOfHours>`
    select h.user_id, h.office_id, ${dayOfHour} as day, ${dayColumns} from hourly_summary h where ${ofUsers(companyId, users)} group by 1, 2, 3`.execute(
    db,
  )
  await storeMonths(db, companyId, withDays([], days))
  const { rows: groups } = await sql<GroupDay>`
    select h.office_id, ${dayOfHour} as day, coalesce(h.group_id, 0) as group_id, sum(${sql.raw(restQuarters)})::int as rest_quarters
      from hourly_summary h where ${ofUsers(companyId, users)} and h.excess_sum > 0 group by 1, 2, 3`.execute(db)
  await addToGroups(db, companyId, groups)
  await sql`delete from monthly_due d where d.company_id = ${companyId} and d.user_id = any(${[...users]}::int[])`.execute(db)
}
