import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Period } from './period.ts'

/** Who was measured on a site in a period: people, their days, and how many of them have an own measure now. */
export type Crew = { readonly people: number; readonly personDays: number; readonly measured: number; readonly days: readonly string[] }

/** Counts the measured people of a site by the hours that are summed up. */
export const readCrew = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Period): Promise<Crew> => {
  const { rows } = await sql<Crew>`
    with worked as (
      select distinct h.user_id, to_char(h.hour at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day
        from hourly_summary h
       where h.company_id = ${companyId} and h.office_id = ${officeId} and h.hour >= ${from} and h.hour < ${to} and h.heart_rate_count > 0)
    select count(distinct w.user_id)::int as people, count(*)::int as "personDays", coalesce(array_agg(distinct w.day), '{}') as days,
           count(distinct w.user_id) filter (where s.own_mean is not null)::int as measured
      from worked w left join worker_state s on s.company_id = ${companyId} and s.user_id = w.user_id`.execute(db)
  const [crew] = rows
  return crew === undefined || crew.personDays === 0 ? { people: 0, personDays: 0, measured: 0, days: [] } : crew
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
