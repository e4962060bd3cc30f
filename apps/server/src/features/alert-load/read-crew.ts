import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { areMonthsKept, partsOf } from '../../shared/monitoring/summaries/read-months.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Period } from './period.ts'

/** Who was measured on a site in a period: people, their days, and how many of them have an own measure now. */
export type Crew = { readonly people: number; readonly personDays: number; readonly measured: number; readonly days: readonly string[] }

const countMonths = ({ companyId, officeId }: OfficeKey, period: Period) => sql<Crew>`
  with worked as materialized (
    select m.user_id, m.month, m.heart_days & s.mask as days
      from ${partsOf(period)}
      join monthly_summary m on m.company_id = ${companyId} and m.office_id = ${officeId} and m.month = s.month
     where m.heart_days & s.mask <> 0)
  select count(distinct w.user_id)::int as people, coalesce(sum(bit_count(w.days::bit(32))), 0)::int as "personDays",
         count(distinct w.user_id) filter (where s.own_mean is not null)::int as measured,
         (select coalesce(array_agg(to_char(a.month + n, 'YYYY-MM-DD') order by a.month, n), '{}')
            from (select d.month, bit_or(d.days) as days from worked d group by d.month) a
           cross join generate_series(0, 30) as g (n) where a.days & (1 << n) <> 0) as days
    from worked w left join worker_state s on s.company_id = ${companyId} and s.user_id = w.user_id`

const countHours = ({ companyId, officeId }: OfficeKey, { from, to }: Period) => sql<Crew>`
  with worked as (
    select distinct h.user_id, to_char(h.hour at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day
      from hourly_summary h
     where h.company_id = ${companyId} and h.office_id = ${officeId} and h.hour >= ${from} and h.hour < ${to} and h.heart_rate_count > 0)
  select count(distinct w.user_id)::int as people, count(*)::int as "personDays", coalesce(array_agg(distinct w.day), '{}') as days,
         count(distinct w.user_id) filter (where s.own_mean is not null)::int as measured
    from worked w left join worker_state s on s.company_id = ${companyId} and s.user_id = w.user_id`

/** Counts the measured people of a site by the hours that are summed up. */
export const readCrew = async (db: Db, site: OfficeKey, period: Period): Promise<Crew> => {
  const isKept = await areMonthsKept(db, site.companyId)
  const { rows } = await (isKept ? countMonths : countHours)(site, period).execute(db)
  const [crew] = rows
  return crew ?? { people: 0, personDays: 0, measured: 0, days: [] }
}

type DayHeat = { readonly day: string; readonly measured: number | null; readonly of_station: number | null }

/** The highest WBGT (°C) of each day: by the site's watchers, else by its public station. */
export const readDailyHeat = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Period): Promise<Map<string, number>> => {
  const { rows } = await sql<DayHeat>`
    select to_char(s.slot at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day,
           max(s.wbgt_max) filter (where s.source = 'measured') as measured, max(s.wbgt_max) filter (where s.source = 'public') as of_station
      from heat_summary s
     where s.company_id = ${companyId} and s.office_id = ${officeId} and s.slot >= ${from} and s.slot < ${to}
     group by 1`.execute(db)
  return new Map(
    rows.flatMap(({ day, measured, of_station: ofStation }): [string, number][] => {
      const wbgt = measured ?? ofStation
      return wbgt === null ? [] : [[day, wbgt]]
    }),
  )
}
