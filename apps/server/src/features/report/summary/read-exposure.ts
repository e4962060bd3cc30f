import { sql } from 'kysely'
import type { Pool } from 'pg'
import { computedHours, summariesSince, type Span, storedHours } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { withPeople } from '../table/people-query.ts'
import { longDayMinutes } from './heat.ts'

/** A person's heat work at a site, by their own readings. */
export type Exposure = {
  readonly userId: number
  readonly minutes: number
  /** Days in Japan with any of it, and with more than four hours. */
  readonly days: number
  readonly longDays: number
}

const columns = 'user_id, office_id, hour, heat_minutes, readings'
const inHeat = (hours: string) => `select h.user_id, h.hour, h.heat_minutes from (${hours}) h where h.office_id = $6 and h.heat_minutes > 0`

// Few of a month's hours are in heat, and one of them is enough to show that somebody was there: the others are not read.
const exposures = `
  with computed as materialized (${computedHours(columns)}), days as (
    select h.user_id, date_bin('1 day', h.hour, timestamptz '2000-01-01T00:00:00+09:00') as day, sum(h.heat_minutes)::int as minutes
      from (${inHeat(storedHours(columns))} union all ${inHeat('select * from computed')}) h
     group by 1, 2
  ), there as (
    select p.user_id from unnest($4::int[]) as p (user_id)
     where exists (select from hourly_summary s
                    where s.company_id = $1 and s.office_id = $6 and s.user_id = p.user_id and s.hour >= $2 and s.hour < $3 and s.readings > 0)
    union
    select c.user_id from computed c where c.office_id = $6 and c.readings > 0
  )
  select t.user_id as "userId", coalesce(sum(d.minutes), 0)::int as minutes, count(d.minutes)::int as days,
         count(*) filter (where d.minutes > ${longDayMinutes})::int as "longDays"
    from there t left join days d on d.user_id = t.user_id
   group by t.user_id`

/**
 * The heat work of everybody of whom there is a reading at a site in the span, whether they had any or not; anyone who withdrew
 * their consent is not among them.
 */
export const readExposures = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, office: OfficeKey, span: Span): Promise<Exposure[]> => {
  const { rows: people } = await sql<{ user_id: number }>`
    ${withPeople([office], span, undefined)}
    select p.user_id from person p join app_user u on u.company_id = ${office.companyId} and u.company_id = p.company_id and u.user_id = p.user_id
     where u.consent_withdrawn_at is null`.execute(db)
  const userIds = arrayOf(people, ({ user_id }) => user_id)
  const { rows } = await pool.query<Exposure>(exposures, [
    office.companyId,
    span.from,
    span.to,
    userIds,
    await summariesSince(pool),
    office.officeId,
  ])
  return rows
}

/** Whether anybody is known to have been at a site in a span that is over. */
export const wasAnybodyAt = async (db: Db, office: OfficeKey, span: Span): Promise<boolean> => {
  const { rows } = await sql`
    ${withPeople([office], span, undefined)}
    select from person p
      join hourly_summary h on h.company_id = ${office.companyId} and h.company_id = p.company_id and h.office_id = p.office_id and h.user_id = p.user_id
     where h.hour >= ${span.from} and h.hour < ${span.to} limit 1`.execute(db)
  return rows.length > 0
}

/** Somebody most exposed, by name. */
export type ExposedPerson = Exposure & { readonly fullName: string; readonly groupName: string | null }

// The group of their last hour at the site.
const mostExposed = `
  select u.user_id as "userId", u.full_name as "fullName", g.name as "groupName", x.minutes, x.days, x."longDays"
    from json_to_recordset($5::json) as x ("userId" int, minutes int, days int, "longDays" int)
    join app_user u on u.company_id = $1 and u.user_id = x."userId"
    left join lateral (
      select h.group_id from hourly_summary h
       where h.company_id = u.company_id and h.company_id = $1 and h.user_id = u.user_id and h.hour >= $2 and h.hour < $3 and h.office_id = $4 and h.readings > 0
       order by h.hour desc limit 1) last on true
    left join work_group g on g.company_id = u.company_id and g.company_id = $1 and g.group_id = last.group_id
   where u.consent_withdrawn_at is null
   order by x.minutes desc, u.furigana collate "ja-x-icu", u.user_id limit $6`

/** The people who worked longest in heat, by name: the longest first, none who withdrew their consent. */
export const nameMostExposed = async (
  pool: Pool,
  { companyId, officeId }: OfficeKey,
  { from, to }: Span,
  all: readonly Exposure[],
  most: number,
): Promise<ExposedPerson[]> => {
  const exposed = JSON.stringify(all.filter(({ minutes }) => minutes > 0))
  const { rows } = await pool.query<ExposedPerson>(mostExposed, [companyId, from, to, officeId, exposed, most])
  return rows
}
