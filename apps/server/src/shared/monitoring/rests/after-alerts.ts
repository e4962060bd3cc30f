import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { isConfirmedRest } from './rest-place.ts'

/** An alert of a person: since when it called for rest, and the heart rate at that time, bpm. */
export type PersonAlert = { readonly alertId: number; readonly userId: number; readonly since: Date; readonly heartRate: number | null }

/** What followed an alert: the first rest, and when the heart came down. */
export type AlertAftermath = {
  readonly alertId: number
  /** From when on they rested after it; a rest that lasted already counts from the alert. Null without a rest. */
  readonly restedAt: Date | null
  readonly restEndedAt: Date | null
  /** Whether it is known when the rest ended, or that it lasts. */
  readonly isRestEndKnown: boolean
  readonly source: 'leader' | 'place' | null
  readonly recoveredAt: Date | null
  /** Whether there are heart rates after it, and one to compare them with. */
  readonly hasHeart: boolean
}

/** What begins later has nothing to do with the alert. Project choice, decisions/0128. */
const longestHours = 4
/** A shorter one is no rest; the same as at a resting place. Customer's figure. */
const restMinutes = 5
/** The heart has come down once its mean of so many minutes is so far below, bpm. Customer's figure; the mean is project choice. */
const meanMinutes = 5
const recoveryBpm = 20
/** No shift is longer, so the own mean of now is that of an alert this recent which no stored shift covers. decisions/0120. */
const shiftHours = 24
/** How long the time between two readings is unbroken where they do not say it. */
const shortestGapSeconds = 300

/**
 * Whether people rested after their alerts at an office, and when their heart came down: to 20 bpm under the own mean of that shift, or
 * where there is none under the heart rate at the alert; by its mean of five minutes, or by two readings that follow each other without
 * a gap where the tag sends less often. A rest that the site's resting places did not see is none. Readings of another office are for
 * that office to see.
 */
export const readAftermaths = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  alerts: readonly PersonAlert[],
  now: Date,
): Promise<Map<number, AlertAftermath>> => {
  if (alerts.length === 0) return new Map()
  const { rows } = await sql<AlertAftermath>`
    select x.alert_id as "alertId", rested.at as "restedAt", rested.ended_at as "restEndedAt", coalesce(rested.is_end_known, true) as "isRestEndKnown",
           rested.source, heart.recovered_at as "recoveredAt", coalesce(heart.is_known, false) as "hasHeart"
      from unnest(${alerts.map((one) => one.alertId)}::int[], ${alerts.map((one) => one.userId)}::int[],
                  ${alerts.map((one) => one.since)}::timestamptz[], ${alerts.map((one) => one.heartRate)}::real[])
           as x (alert_id, user_id, since, heart_rate)
      left join lateral (
        select greatest(r.began_at, x.since) as at, r.ended_at, r.source,
               not (r.ended_by is not distinct from 'limit' and r.heard_at is null) as is_end_known
          from rest r
         where r.company_id = ${companyId} and r.user_id = x.user_id and r.began_at < x.since + ${`${longestHours} hours`}::interval
           and r.began_at <= ${now}::timestamptz and ${isConfirmedRest(companyId)}
           and (r.ended_at is null and r.source = 'leader'
             or coalesce(r.ended_at, r.heard_at) - greatest(r.began_at, x.since) >= ${`${restMinutes} minutes`}::interval)
         order by r.began_at limit 1) rested on true
      left join lateral (
        select s.usual_mean from worker_shift s
         where s.company_id = ${companyId} and s.user_id = x.user_id and s.began_at <= x.since and s.ended_at >= x.since
         order by s.began_at desc limit 1) shift on true
      left join lateral (
        select ws.own_mean from worker_state ws
         where ws.company_id = ${companyId} and ws.user_id = x.user_id and x.since > ${now}::timestamptz - ${`${shiftHours} hours`}::interval
           and not exists (select from worker_shift s
                            where s.company_id = ${companyId} and s.user_id = x.user_id and s.began_at <= x.since and s.ended_at >= x.since)
        ) present on true
      left join lateral (select coalesce(shift.usual_mean, present.own_mean, x.heart_rate) - ${recoveryBpm}::real as bpm) aim on true
      left join lateral (
        select min(m.at) filter (where m.readings >= 2 and m.mean <= aim.bpm
                                    or m.readings = 1 and m.is_unbroken and m.heart_rate <= aim.bpm and m.before <= aim.bpm) as recovered_at,
               aim.bpm is not null and bool_or(m.readings >= 2 or m.is_unbroken) as is_known
          from (select r.at, r.heart_rate, avg(r.heart_rate) over recent as mean, count(*) over recent as readings,
                       lag(r.heart_rate) over in_order as before,
                       coalesce(extract(epoch from r.at - lag(r.at) over in_order) <= coalesce(r.gap_seconds, ${shortestGapSeconds}::int), false) as is_unbroken
                  from reading r
                 where r.company_id = ${companyId} and r.user_id = x.user_id and r.office_id = ${officeId} and r.heart_rate is not null
                   and r.at > x.since and r.at <= x.since + ${`${longestHours} hours`}::interval
                window in_order as (order by r.at),
                       recent as (order by r.at range between ${`${meanMinutes} minutes`}::interval preceding and current row)) m) heart on true`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.alertId, row]))
}
