import { silenceLimitMs } from '@mimamori/heat'
import type { PoolClient } from 'pg'

// A silence ends when it is broken, not by the end of a shift nor by being forgotten; or once there is nobody left to
// watch: the tag was handed back, the person is gone or withdrew consent, the gateway was taken out of use. Whoever is
// silent was last heard before $2, the shortest silence before the opening, so that what came late or from a slow clock
// counts as a sign of life too. A gateway lives if any reading names it; where half of its workers were missing, it did
// so all along, and more than half must be back.
const endBroken = `
  update alert a set ended_at = $1, changed_in = pg_current_xact_id()
   where a.ended_at is null and case
     when a.kind = 'silent' then
       exists (select from worker_state s where s.user_id = a.user_id and s.last_at > a.started_at - $2::interval)
       or not exists (
         select from wear w join app_user u on u.user_id = w.user_id
          where w.user_id = a.user_id and w.slot = 'vital' and w.worn_to is null
            and u.deleted_at is null and u.consent_withdrawn_at is null)
     when a.kind <> 'siteSilent' then false
     when not exists (select from device d where d.device_id = a.device_id and d.installation_status = 1) then true
     when a.cause = 'workers' then (
       select count(*) filter (where s.last_at > a.started_at - $2::interval) * 2 > count(*) or count(*) = 0
         from worker_state s
         join wear w on w.user_id = s.user_id and w.device_id = s.device_id
         join app_user u on u.user_id = s.user_id
        where s.gateway_id = a.device_id and s.last_at > a.started_at - interval '1 day'
          and w.slot = 'vital' and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null)
     else
       exists (select from device_state d where d.device_id = a.device_id and d.last_at > a.started_at - $2::interval)
       or exists (select from worker_state s where s.gateway_id = a.device_id and s.last_at > a.started_at - $2::interval) end
  returning a.alert_id, a.office_id`

// Closed by a person while the condition goes on holding: after a quarter of an hour somebody must look again, as long
// as there is somebody to look at. Silence is watched in working hours and after a level of at least 1; a tag that is
// known to lie in a locker must not ring all night.
const reopen = `
  update alert a set handling = 'open', handled_by = null, handled_at = null, outcome = null, changed_in = pg_current_xact_id()
    from office o
   where o.office_id = a.office_id and a.ended_at is null and a.handling = 'closed' and a.kind <> 'emergency'
     and a.handled_at <= $1::timestamptz - interval '15 minutes'
     and case when a.user_id is null
       then exists (select from device d where d.device_id = a.device_id and d.installation_status = 1)
       else exists (
         select from wear w join app_user u on u.user_id = w.user_id
          where w.user_id = a.user_id and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null) end
     and (a.kind not in ('silent', 'siteSilent')
       or case when o.opens_at < o.closes_at
            then ($1::timestamptz at time zone 'Asia/Tokyo')::time >= o.opens_at and ($1::timestamptz at time zone 'Asia/Tokyo')::time < o.closes_at
            else ($1::timestamptz at time zone 'Asia/Tokyo')::time >= o.opens_at or ($1::timestamptz at time zone 'Asia/Tokyo')::time < o.closes_at end
       or exists (
         select from worker_state s
          where s.total_level >= 1 and case when a.user_id is null then s.gateway_id = a.device_id else s.user_id = a.user_id end))
  returning a.alert_id, a.office_id`

const noteEvents = `insert into alert_event (alert_id, at, event) select unnest($1::int[]), $2, $3`

type Changed = { alert_id: number; office_id: number }

const noted = async (
  client: PoolClient,
  rows: readonly Changed[],
  event: 'ended' | 'reopened',
  now: Date,
): Promise<Map<number, number[]>> => {
  if (rows.length > 0) await client.query(noteEvents, [rows.map((row) => row.alert_id), now, event])
  return new Map([...Map.groupBy(rows, (row) => row.office_id)].map(([officeId, own]) => [officeId, own.map((row) => row.alert_id)]))
}

/** Ends the silences that are over; answers their ids by site. */
export const endSilences = async (client: PoolClient, now: Date): Promise<Map<number, number[]>> => {
  const { rows } = await client.query<Changed>(endBroken, [now, `${silenceLimitMs(null) / 1_000} seconds`])
  return noted(client, rows, 'ended', now)
}

/** Raises anew what a person closed a quarter of an hour ago and still holds, emergencies never; answers ids by site. */
export const reopenHolding = async (client: PoolClient, now: Date): Promise<Map<number, number[]>> => {
  const { rows } = await client.query<Changed>(reopen, [now])
  return noted(client, rows, 'reopened', now)
}
