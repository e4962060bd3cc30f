import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

/** An alert of a person: since when it called for rest, and the heart rate at that time, bpm. */
export type PersonAlert = { readonly alertId: number; readonly userId: number; readonly since: Date; readonly heartRate: number | null }

/** What followed an alert: the first rest, and when the heart came down. */
export type AlertAftermath = {
  readonly alertId: number
  /** From when on they rested after it; a rest that lasted already counts from the alert. Null without a rest. */
  readonly restedAt: Date | null
  readonly restEndedAt: Date | null
  readonly source: 'leader' | 'place' | null
  readonly recoveredAt: Date | null
  /** Whether there is any heart rate after it to tell by. */
  readonly hasHeart: boolean
}

/** What begins later has nothing to do with the alert. Project choice, decisions/0128. */
const longestHours = 4
/** A shorter one is no rest; the same as at a resting place. Customer's figure. */
const restMinutes = 5
/** The heart has come down once its mean of so many minutes is so far below, bpm. Customer's figure; the mean is project choice. */
const meanMinutes = 5
const recoveryBpm = 20

/**
 * Whether people rested after their alerts at an office, and when their heart came down: to 20 bpm under the own mean of that shift, or
 * where there is none under the heart rate at the alert. Readings of another office are for that office to see.
 */
export const readAftermaths = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  alerts: readonly PersonAlert[],
  now: Date,
): Promise<Map<number, AlertAftermath>> => {
  if (alerts.length === 0) return new Map()
  const { rows } = await sql<AlertAftermath>`
    select x.alert_id as "alertId", rested.at as "restedAt", rested.ended_at as "restEndedAt", rested.source,
           heart.recovered_at as "recoveredAt", coalesce(heart.minutes, 0) > 0 as "hasHeart"
      from unnest(${alerts.map((one) => one.alertId)}::int[], ${alerts.map((one) => one.userId)}::int[],
                  ${alerts.map((one) => one.since)}::timestamptz[], ${alerts.map((one) => one.heartRate)}::real[])
           as x (alert_id, user_id, since, heart_rate)
      left join lateral (
        select greatest(r.began_at, x.since) as at, r.ended_at, r.source from rest r
         where r.company_id = ${companyId} and r.user_id = x.user_id and r.began_at < x.since + ${`${longestHours} hours`}::interval
           and r.began_at <= ${now}::timestamptz
           and (r.ended_at is null or r.ended_at - greatest(r.began_at, x.since) >= ${`${restMinutes} minutes`}::interval)
         order by r.began_at limit 1) rested on true
      left join lateral (
        select coalesce(
          (select s.usual_mean from worker_shift s
            where s.company_id = ${companyId} and s.user_id = x.user_id and s.began_at <= x.since and s.ended_at >= x.since
            order by s.began_at desc limit 1),
          (select ws.own_mean from worker_state ws where ws.company_id = ${companyId} and ws.user_id = x.user_id),
          x.heart_rate) - ${recoveryBpm}::real as bpm) aim on true
      left join lateral (
        select min(m.at) filter (where m.mean <= aim.bpm and m.readings >= 2) as recovered_at, count(*) as minutes
          from (select r.at,
                       avg(r.heart_rate) over recent as mean, count(*) over recent as readings
                  from reading r
                 where r.company_id = ${companyId} and r.user_id = x.user_id and r.office_id = ${officeId} and r.heart_rate is not null
                   and r.at > x.since and r.at <= x.since + ${`${longestHours} hours`}::interval
                window recent as (order by r.at range between ${`${meanMinutes} minutes`}::interval preceding and current row)) m) heart on true`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.alertId, row]))
}
