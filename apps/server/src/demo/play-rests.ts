import { chance, minuteMs } from '@mimamori/simulator'
import type { Pool } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'

/** Somebody was sent to rest so long ago and is still at work; another one a little later. */
const sentMinutesAgo = [12, 4]

// Of people who work at the scaffold in their group, in the order of their numbers, and who do not rest already.
const findCrew = `
  select u.user_id, u.office_id, u.group_id, ws.excess
    from app_user l
    join app_user u on u.company_id = l.company_id and u.office_id = l.office_id and u.group_id = l.group_id and u.role = 'User'
    join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
   where l.company_id = $1 and l.office_id = $2 and l.login_id = $3 and u.deleted_at is null and ws.last_at > $4
     and ws.emergency_since is null and coalesce(ws.personal_level, 0) < 3
     and not exists (select from rest r where r.company_id = u.company_id and r.user_id = u.user_id and r.ended_at is null)
   order by u.user_id`

const insertRest = `
  insert into rest (company_id, office_id, group_id, user_id, began_at, sent_at, arrived_at, heard_at, ended_at, ended_by, source, excess)
  values ($1, $2, $3, $4, $5, $5, case when $6::timestamptz is not null then $5::timestamptz + interval '2 minutes' end, $6, $6,
          case when $6::timestamptz is not null then 'leader' end, 'leader', $7)
  on conflict do nothing`

/** People of a leader's group were sent to rest a few minutes ago; those at the resting place are found there by the ingestion. */
export const sendSomeToRest = async (pool: Pool, { companyId, officeId }: OfficeKey, leaderLogin: string, nowMs: number): Promise<void> => {
  const { rows } = await pool.query<{ user_id: number; office_id: number; group_id: number; excess: number | null }>(findCrew, [
    companyId,
    officeId,
    leaderLogin,
    new Date(nowMs - 10 * minuteMs),
  ])
  for (const [index, minutes] of sentMinutesAgo.entries()) {
    const person = rows[index]
    if (person === undefined) continue
    const at = new Date(nowMs - minutes * minuteMs)
    await pool.query(insertRest, [companyId, person.office_id, person.group_id, person.user_id, at, null, person.excess])
  }
}

// Where the ingestion found a rest already, no second one is needed.
const findRested = `
  select a.user_id, a.office_id, a.group_id, a.started_at from alert a
   where a.company_id = $1 and a.office_id = $2 and a.user_id is not null and a.kind in ('condition', 'emergency') and a.handling = 'closed'
     and coalesce(a.peak_level, a.level) >= 2 and not a.drill and not a.withdrawn
     and not exists (select from rest r where r.company_id = a.company_id and r.user_id = a.user_id
                        and r.began_at < a.started_at + interval '2 hours' and r.ended_at > a.started_at)
   order by a.started_at, a.alert_id`

type RestedAlert = {
  readonly user_id: number
  readonly office_id: number
  readonly group_id: number | null
  readonly started_at: Date
}

/** How long after an alert its person rested, minutes: most soon, some late; a few did not. */
const waitOf = (seed: number, startedMs: number): number | undefined => {
  const luck = chance(seed, 'rest', startedMs)
  if (luck > 0.86) return undefined
  return luck < 0.5 ? 4 + luck * 20 : luck < 0.72 ? 15 + (luck - 0.5) * 60 : 32 + (luck - 0.72) * 200
}

/** Rests after the old alerts of a site, as its leaders would have sent people at the time. */
export const restAfterPastAlerts = async (pool: Pool, { companyId, officeId }: OfficeKey, seed: number): Promise<void> => {
  const { rows } = await pool.query<RestedAlert>(findRested, [companyId, officeId])
  for (const { user_id, office_id, group_id, started_at } of rows) {
    const startedMs = started_at.getTime()
    const wait = waitOf(seed, startedMs)
    if (wait === undefined) continue
    const from = startedMs + wait * minuteMs
    const to = from + (12 + chance(seed, 'rest length', startedMs) * 24) * minuteMs
    await pool.query(insertRest, [companyId, office_id, group_id, user_id, new Date(from), new Date(to), null])
  }
}

// Each hot hour of the past weeks has a rest at its end, by half to all of what its excess called for. Today's are found by the ingestion.
const insertHotHours = `
  insert into rest (company_id, office_id, group_id, user_id, began_at, arrived_at, heard_at, ended_at, ended_by, source, excess)
  select x.company_id, x.office_id, x.group_id, x.user_id, x.at, x.at, x.hour + interval '55 minutes', x.hour + interval '55 minutes', 'place', 'place', x.excess
    from (select h.company_id, h.office_id, h.group_id, h.user_id, h.hour, h.excess_sum / h.excess_count as excess,
                 h.hour + interval '55 minutes' - least(50, 15 * ceil(h.excess_sum / h.excess_count)
                   * (0.5 + 0.1 * (h.group_id % 3) + 0.3 * ((h.user_id * 7 + extract(epoch from h.hour)::bigint / 3600) % 10) / 10.0))
                   * interval '1 minute' as at
            from hourly_summary h
           where h.company_id = $1 and h.office_id = $2 and h.hour < $3 and h.connected_minutes > 50
             and h.excess_count > 0 and h.excess_sum > 0 and h.group_id is not null) x
   where not exists (select from rest r where r.company_id = x.company_id and r.user_id = x.user_id
                        and r.began_at < x.hour + interval '1 hour' and (r.ended_at is null or r.ended_at > x.hour))`

/** Rests of a site's past weeks, whose readings are gone and only their summaries are left. */
export const restInPastWeeks = async (pool: Pool, { companyId, officeId }: OfficeKey, nowMs: number): Promise<void> => {
  await pool.query(insertHotHours, [companyId, officeId, new Date(nowMs - 12 * 60 * minuteMs)])
}
