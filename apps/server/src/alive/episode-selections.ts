import { silenceLimitMs } from '@mimamori/heat'
import { sql } from 'kysely'

/**
 * SQL: an open episode (alias `a`) is a silence that is over. It is over once a reading has come, not at the end of a
 * shift nor after some time; or once nobody is left to watch: the tag was handed back, the person was deleted or
 * withdrew consent, the gateway was taken out of use. A silent device was last heard before the shortest silence ahead
 * of the opening, so that a late reading or one from a slow clock counts as a sign of life too. A gateway is alive if
 * any reading names it; where half of its workers were silent, it was alive all along, and more than half must be heard
 * again.
 */
export const isSilenceOver = () => {
  const quietSince = sql`(a.started_at - ${`${silenceLimitMs(null) / 1_000} seconds`}::interval)`
  return sql`case
    when a.kind = 'silent' then
      exists (select from worker_state s where s.company_id = a.company_id and s.user_id = a.user_id and s.last_at > ${quietSince})
      or not exists (
        select from wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
         where w.company_id = a.company_id and w.user_id = a.user_id and w.slot = 'vital' and w.worn_to is null
           and u.deleted_at is null and u.consent_withdrawn_at is null)
    when a.kind <> 'siteSilent' then false
    when not exists (
      select from device d where d.company_id = a.company_id and d.device_id = a.device_id and d.installation_status = 1) then true
    when a.cause = 'workers' then (
      select count(*) filter (where s.last_at > ${quietSince}) * 2 > count(*) or count(*) = 0
        from worker_state s
        join wear w on w.company_id = s.company_id and w.user_id = s.user_id and w.device_id = s.device_id
        join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
       where s.company_id = a.company_id and s.gateway_id = a.device_id and s.last_at > a.started_at - interval '1 day'
         and w.slot = 'vital' and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null)
    else
      exists (select from device_state d where d.company_id = a.company_id and d.device_id = a.device_id and d.last_at > ${quietSince})
      or exists (select from worker_state s where s.company_id = a.company_id and s.gateway_id = a.device_id and s.last_at > ${quietSince}) end`
}

/**
 * SQL: an episode (alias `a`) that was closed while its condition holds needs reopening: after a quarter of an hour, as
 * long as somebody is watched. Silence is watched in working hours and after a level of at least 1; a tag that is known
 * to lie in a locker must not raise an alert all night.
 */
export const needsReopening = (now: Date) => {
  const time = sql`(${now}::timestamptz at time zone 'Asia/Tokyo')::time`
  return sql`a.handled_at <= ${now}::timestamptz - interval '15 minutes'
    and case when a.user_id is null
      then exists (select from device d where d.company_id = a.company_id and d.device_id = a.device_id and d.installation_status = 1)
      else exists (
        select from wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
         where w.company_id = a.company_id and w.user_id = a.user_id and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null) end
    and (a.kind not in ('silent', 'siteSilent')
      or exists (
        select from office o
         where o.company_id = a.company_id and o.office_id = a.office_id
           and case when o.opens_at < o.closes_at
                 then ${time} >= o.opens_at and ${time} < o.closes_at
                 else ${time} >= o.opens_at or ${time} < o.closes_at end)
      or exists (
        select from worker_state s
         where s.company_id = a.company_id and s.total_level >= 1
           and case when a.user_id is null then s.gateway_id = a.device_id else s.user_id = a.user_id end))`
}
