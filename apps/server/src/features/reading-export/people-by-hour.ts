import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { hourMs } from '../../shared/monitoring/summaries/due.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

/** An hour in which somebody may have been measured at the site, and who. */
export type PeopleOfHour = { readonly hour: Date; readonly userIds: readonly number[] }

type Span = { readonly from: Date; readonly to: Date }

/**
 * Who was at the site, by hour, as the hourly summaries know it: of readings no index begins with the site. Of hours that run or are
 * due no summary says it yet: there, all people of the company who were heard. Who withdrew their consent or was erased is left out.
 *
 * Everybody who ever was there is found from person to person along the index, since each has thousands of hours.
 */
export const findPeopleByHour = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<PeopleOfHour[]> => {
  const first = new Date(Math.floor(from.getTime() / hourMs) * hourMs)
  const { rows } = await sql<PeopleOfHour>`
    with recursive ever (user_id) as (
      select (select min(h.user_id) from hourly_summary h where h.company_id = ${companyId} and h.office_id = ${officeId})
       union all
      select (select min(h.user_id) from hourly_summary h
               where h.company_id = ${companyId} and h.office_id = ${officeId} and h.user_id > e.user_id)
        from ever e where e.user_id is not null
    ), there as (
      select e.user_id, h.hour
        from ever e
       cross join lateral (
         select s.hour from hourly_summary s
          where s.company_id = ${companyId} and s.office_id = ${officeId} and s.user_id = e.user_id and s.hour >= ${first} and s.hour < ${to}
         offset 0) h
       union
      select d.user_id, d.hour from summary_due d where d.company_id = ${companyId} and d.hour >= ${first} and d.hour < ${to}
    )
    select t.hour, array_agg(t.user_id order by t.user_id) as "userIds"
      from there t
      join app_user u on u.company_id = ${companyId} and u.user_id = t.user_id and u.consent_withdrawn_at is null
     where not exists (select from erasure x where x.company_id = ${companyId} and x.user_id = t.user_id)
     group by t.hour order by t.hour`.execute(db)
  return rows
}
