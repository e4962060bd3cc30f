import { sql } from 'kysely'
import { restQuarters } from '../../../shared/monitoring/summaries/keep-months.ts'
import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import { areMonthsKept } from '../../../shared/monitoring/summaries/read-months.ts'
import { type AlertAftermath, readAftermaths } from '../../../shared/monitoring/rests/after-alerts.ts'
import { isConfirmedRest } from '../../../shared/monitoring/rests/rest-place.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { gradeOf } from './alerts.ts'
import type { Episode } from './read-episodes.ts'

/** An episode of a person that called for rest, and since when. */
export type RestCall = Episode & { readonly userId: number; readonly since: Date }

/** The emergencies and the conditions of level 2 and 3 among episodes, without those that were over before their readings came. */
export const restCallsOf = (episodes: readonly Episode[]): RestCall[] =>
  episodes.flatMap((episode) => {
    const { userId, kind, late, startedAt, roseAt, dangerAt } = episode
    const grade = gradeOf(episode)
    if (userId === null || late || kind === 'siteHeat' || grade === undefined || grade === 'level1') return []
    const since = grade === 'emergency' ? startedAt : grade === 'level3' ? (dangerAt ?? roseAt ?? startedAt) : (roseAt ?? startedAt)
    return [{ ...episode, userId, since }]
  })

/**
 * Minutes of rest of a group that its people took, that the excess of their hours called for, and that the plans of the days asked of
 * these hours, null without one; group null is no group.
 */
export type GroupRest = {
  readonly groupId: number | null
  readonly groupName: string | null
  readonly taken: number
  readonly due: number
  readonly planned: number | null
}

// A person under the lower limit is not known afterwards, so each counts as the mean of the group. Arrays begin at 1.
const plannedMinutes = sql`
  least(h.connected_minutes, p.work_minutes[p.item]) / 60.0
    * ((p.people - p.unacclimatised) * p.rest_minutes[p.item] + p.unacclimatised * coalesce(p.unacclimatised_minutes[p.item], 0)) / p.people`

/** SQL: by groups (`group_id`) the minutes of rest that the excess of a site's hours called for. */
const dueByMonths = ({ companyId, officeId }: OfficeKey, { from, to }: Span) => sql`
  select nullif(d.group_id, 0) as group_id, 0, sum(d.rest_quarters)::numeric / 4, null
    from group_rest_day d
   where d.company_id = ${companyId} and d.office_id = ${officeId} and d.day >= ${japanDay(from)}::date and d.day < ${japanDay(to)}::date
   group by d.group_id`

// Three million hours of a month are summed up by their groups before anything is joined to them.
const dueByHours = ({ companyId, officeId }: OfficeKey, { from, to }: Span) => sql`
  select h.group_id, 0, sum(${sql.raw(restQuarters)})::numeric / 4, null
    from hourly_summary h
   where h.company_id = ${companyId} and h.office_id = ${officeId} and h.hour >= ${from} and h.hour < ${to} and h.excess_sum > 0
   group by h.group_id`

// Of a rest that nobody ended and no place heard, nobody knows how long it was; of one that the site's resting places did not see, nobody
// knows whether there was any. Where no plan is kept, no hour is looked at for one.
const readGroups = async (db: Db, office: OfficeKey, { from, to }: Span, now: Date): Promise<GroupRest[]> => {
  const { companyId, officeId } = office
  const isKept = await areMonthsKept(db, companyId)
  const end = new Date(Math.min(to.getTime(), now.getTime()))
  const { rows } = await sql<GroupRest>`
    with plan as materialized (
      select p.*, i.item, p.first_hour + (i.item - 1) * interval '1 hour' as hour
        from planned_rest p cross join lateral generate_subscripts(p.rest_minutes, 1) as i (item)
       where p.company_id = ${companyId} and p.office_id = ${officeId} and p.people > 0 and p.rest_minutes[i.item] is not null
         and p.first_hour > ${from}::timestamptz - interval '1 day' and p.first_hour < ${to}::timestamptz)
    select x.group_id as "groupId", g.name as "groupName", sum(x.taken)::int as taken, sum(x.due)::int as due, sum(x.planned)::int as planned
      from (
        select r.group_id,
               extract(epoch from least(coalesce(r.ended_at, case when r.source = 'place' then r.heard_at end, ${end}::timestamptz), ${end}::timestamptz)
                                  - greatest(r.began_at, ${from}::timestamptz)) / 60 as taken, 0 as due, null::numeric as planned
          from rest r
         where r.company_id = ${companyId} and r.office_id = ${officeId} and r.began_at < ${end}::timestamptz
           and (r.ended_at is null or r.ended_at > ${from}::timestamptz) and not (r.ended_by is not distinct from 'limit' and r.heard_at is null)
           and ${isConfirmedRest(companyId)}
        union all
        ${(isKept ? dueByMonths : dueByHours)(office, { from, to })}
        union all
        select h.group_id, 0, 0, ${plannedMinutes}
          from plan p
          join hourly_summary h on h.company_id = ${companyId} and h.office_id = ${officeId} and h.hour = p.hour
                               and coalesce(h.group_id, 0) = p.group_id
         where h.hour >= ${from} and h.hour < ${to} and exists (select from plan)) x
      left join work_group g on g.company_id = ${companyId} and g.group_id = x.group_id
     group by 1, 2`.execute(db)
  return rows
}

/** What of a span's rests the summary shows. */
export type RestMaterial = {
  readonly calls: readonly RestCall[]
  readonly aftermaths: ReadonlyMap<number, AlertAftermath>
  readonly groups: readonly GroupRest[]
}

/** Reads the rests of a site in a span: those after its alerts, and all that were taken. */
export const readRestMaterial = async (
  db: Db,
  office: OfficeKey,
  episodes: readonly Episode[],
  span: Span,
  now: Date,
): Promise<RestMaterial> => {
  const calls = restCallsOf(episodes)
  const alerts = calls.map(({ id, userId, since, heartRate }) => ({ alertId: id, userId, since, heartRate }))
  const [aftermaths, groups] = await Promise.all([readAftermaths(db, office, alerts, now), readGroups(db, office, span, now)])
  return { calls, aftermaths, groups }
}
