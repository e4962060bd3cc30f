import type { AlertKind, LoadCounts, LoadOutcomes } from '@mimamori/contract'
import { sql } from 'kysely'
import { emergencyKindList, isEmergency } from '../../shared/monitoring/emergency-kinds.ts'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Period } from './period.ts'

/** Alerts by what they were and what became of them, of everything or of one day, hour, person, reason or answerer. */
export type AlertCount = LoadCounts &
  LoadOutcomes & {
    readonly set: 'all' | 'day' | 'hour' | 'person' | 'reason' | 'answerer'
    readonly day: string | null
    readonly hour: number | null
    readonly userId: number | null
    readonly fullName: string | null
    readonly groupName: string | null
    readonly kind: AlertKind | null
    readonly reason: string | null
    readonly level: number | null
    readonly answererId: number | null
    readonly count: number
    /** Of those that somebody answered, and that call for an answer. */
    readonly answers: number
    readonly medianSeconds: number | null
    readonly p90Seconds: number | null
    /** Personal alerts that reached level 2, and emergencies of accumulated time. */
    readonly reached2: number
    readonly accumulated: number
  }

/** The alerts of a site that began in a period, counted in one pass over them. Drills and withdrawn ones do not count. */
export const countAlerts = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Period): Promise<AlertCount[]> => {
  const { rows } = await sql<AlertCount>`
    with episode as (
      select a.kind, a.user_id, a.full_name, a.group_name, a.cause, case when ${isEmergency} then 3 else coalesce(a.peak_level, a.level) end as level,
             coalesce(a.peak_reason, a.reason) ->> 'kind' as reason,
             to_char(a.started_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day,
             extract(hour from a.started_at at time zone 'Asia/Tokyo')::int as hour,
             case when coalesce(a.outcome, '') = 'falseAlarm' then 'false'
                  when answer.at is not null then 'answered'
                  when a.ended_at is not null then 'alone' else 'waiting' end as became,
             answer.user_id as answerer_id,
             case when not a.late then extract(epoch from answer.at - a.started_at)::float8 end as seconds
        from alert a
        left join lateral (
          select e.at, e.user_id from alert_event e
           where e.company_id = ${companyId} and e.alert_id = a.alert_id
             and e.event in ('acknowledged', 'responding', 'closed') and num_nonnulls(e.user_id, e.user_name) > 0
           order by e.at, e.event_id limit 1) answer on true
       where a.company_id = ${companyId} and a.office_id = ${officeId} and a.started_at >= ${from} and a.started_at < ${to}
         and not a.drill and not a.withdrawn)
    select case when grouping(p.day) = 0 then 'day' when grouping(p.hour) = 0 then 'hour' when grouping(p.user_id) = 0 then 'person'
                when grouping(p.kind) = 0 then 'reason' when grouping(p.answerer_id) = 0 then 'answerer' else 'all' end as set,
           p.day, p.hour, p.user_id as "userId", max(p.full_name) as "fullName", max(p.group_name) as "groupName", p.kind, p.reason, p.level,
           p.answerer_id as "answererId", count(*)::int as count,
           count(*) filter (where p.kind in (${emergencyKindList}))::int as emergency,
           count(*) filter (where p.kind = 'condition' and p.level = 3)::int as level3,
           count(*) filter (where p.kind = 'condition' and p.level = 2)::int as level2,
           count(*) filter (where p.kind = 'condition' and coalesce(p.level, 0) < 2)::int as level1,
           count(*) filter (where p.kind = 'siteHeat')::int as "siteHeat",
           count(*) filter (where p.kind = 'belt')::int as belt,
           count(*) filter (where p.kind not in (${emergencyKindList}, 'report', 'condition', 'siteHeat', 'belt'))::int as device,
           count(*) filter (where p.became = 'false')::int as "falseAlarm",
           count(*) filter (where p.became = 'answered')::int as answered,
           count(*) filter (where p.became = 'alone')::int as "endedAlone",
           count(*) filter (where p.became = 'waiting')::int as waiting,
           count(p.seconds)::int as answers,
           percentile_cont(0.5) within group (order by p.seconds) as "medianSeconds",
           percentile_cont(0.9) within group (order by p.seconds) as "p90Seconds",
           count(*) filter (where p.kind = 'condition' and p.level >= 2)::int as reached2,
           count(*) filter (where p.kind = 'emergency' and p.cause <> 'call')::int as accumulated
      from episode p
     group by grouping sets ((), (p.day), (p.hour), (p.user_id), (p.kind, p.reason, p.level), (p.answerer_id))`.execute(db)
  return rows
}
