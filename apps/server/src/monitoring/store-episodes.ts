import type { PoolClient } from 'pg'
import { instantOf } from '../platform/columns.ts'
import type { EpisodeSegment } from './episode-log.ts'

type Touched = { alert_id: number; position: number }

/**
 * Opens an episode with the names as they are now, and raises or ends one that is open. One row an open episode: the
 * unique index alert_one_open decides, so two processes that judge the same worker cannot both open an alert.
 */
const openEpisodes = `
  insert into alert (kind, company_id, office_id, group_id, user_id, device_id, full_name, company_name, base_name, group_name,
    location_name, level, peak_level, cause, reason, heart_rate, excess, wbgt, wbgt_point, started_at, ended_at)
  select x.kind, o.company_id, x.office_id, u.group_id, x.user_id, x.device_id, u.full_name, c.name, o.name, g.name,
         coalesce(gateway.location_name, device.location_name), x.level, x.peak_level, coalesce(x.reason->>'kind', x.kind), x.reason,
         x.heart_rate, x.excess, x.wbgt, watcher.location_name, x.started_at, x.ended_at
    from json_to_recordset($1::json) as x (kind text, office_id int, user_id int, device_id int, level smallint, peak_level smallint,
           reason jsonb, heart_rate real, excess real, wbgt real, heat_device_id int, gateway_id int, started_at timestamptz, ended_at timestamptz)
    join office o on o.office_id = x.office_id
    join company c on c.company_id = o.company_id
    left join app_user u on u.user_id = x.user_id
    left join work_group g on g.group_id = u.group_id
    left join device gateway on gateway.device_id = x.gateway_id
    left join device watcher on watcher.device_id = x.heat_device_id
    left join device on device.device_id = x.device_id
  on conflict (kind, office_id, user_id, device_id) where ended_at is null do nothing
  returning alert_id, kind, user_id, device_id, started_at`

const moveEpisodes = `
  update alert a set
    level = x.level,
    peak_level = greatest(a.peak_level, x.peak_level),
    reason = coalesce(x.reason, a.reason),
    cause = coalesce(x.reason->>'kind', a.cause),
    heart_rate = coalesce(x.heart_rate, a.heart_rate),
    excess = coalesce(x.excess, a.excess),
    wbgt = coalesce(x.wbgt, a.wbgt),
    ended_at = coalesce(x.ended_at, a.ended_at),
    -- Closed by a person while the condition held: a rise raises it anew.
    handling = case when a.handling = 'closed' and x.ended_at is null and x.peak_level > a.level then 'open' else a.handling end,
    changed_in = pg_current_xact_id()
  from json_to_recordset($1::json) as x (position int, kind text, office_id int, user_id int, device_id int, level smallint,
         peak_level smallint, reason jsonb, heart_rate real, excess real, wbgt real, ended_at timestamptz)
  where a.kind = x.kind and a.office_id = x.office_id and a.ended_at is null
    and a.user_id is not distinct from x.user_id and a.device_id is not distinct from x.device_id
  returning a.alert_id, x.position`

const addEvents = `
  insert into alert_event (alert_id, at, event, level)
  select x.alert_id, x.at, x.event, x.level
    from json_to_recordset($1::json) as x (alert_id int, at timestamptz, event text, level smallint)`

const countAlerts = `
  insert into hourly_summary as h (user_id, hour, alerts)
  select x.user_id, date_trunc('hour', x.at), count(*)
    from json_to_recordset($1::json) as x (user_id int, at timestamptz)
   where x.user_id is not null
   group by 1, 2
   order by 1, 2
  on conflict (user_id, hour) do update set alerts = h.alerts + excluded.alerts`

type Event = { alert_id: number; at: string; event: string; level: number | null }

const peakOf = (segment: EpisodeSegment) =>
  segment.moments.reduce<number | null>((peak, { level }) => (level === null ? peak : Math.max(peak ?? 0, level)), null)

const rowOf = (segment: EpisodeSegment, position: number) => {
  const first = segment.moments[0]
  const last = segment.moments.at(-1)
  return {
    position,
    kind: segment.subject.kind,
    office_id: segment.subject.officeId,
    user_id: segment.subject.userId,
    device_id: segment.subject.deviceId,
    level: last?.level ?? null,
    peak_level: peakOf(segment),
    reason: last?.reason ?? null,
    heart_rate: last?.heartRate ?? null,
    excess: last?.excess ?? null,
    wbgt: last?.wbgt ?? null,
    heat_device_id: last?.heatDeviceId ?? null,
    gateway_id: last?.gatewayId ?? null,
    started_at: first === undefined ? null : instantOf(first.at),
    ended_at: segment.endedAt === null ? null : instantOf(segment.endedAt),
  }
}

const eventsOf = (alertId: number, segment: EpisodeSegment): Event[] => {
  const events: Event[] = []
  let level: number | null = null
  segment.moments.forEach((moment, index) => {
    const opened = segment.opened && index === 0
    const event = opened ? 'opened' : level !== null && moment.level !== null && moment.level < level ? 'lowered' : 'raised'
    events.push({ alert_id: alertId, at: instantOf(moment.at), event, level: moment.level })
    level = moment.level
  })
  if (segment.endedAt !== null) events.push({ alert_id: alertId, at: instantOf(segment.endedAt), event: 'ended', level: null })
  return events
}

/** The segments in rounds: no two of a round concern the same subject, and a subject's segments keep their order. */
const roundsOf = (segments: readonly EpisodeSegment[]): EpisodeSegment[][] => {
  const rounds: EpisodeSegment[][] = []
  const seen = new Map<string, number>()
  for (const segment of segments) {
    const key = JSON.stringify(segment.subject)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const list = rounds[round]
    if (list === undefined) rounds.push([segment])
    else list.push(segment)
  }
  return rounds
}

const openRound = async (client: PoolClient, opening: readonly EpisodeSegment[]): Promise<Event[]> => {
  if (opening.length === 0) return []
  const { rows } = await client.query<{ alert_id: number; kind: string; user_id: number | null; device_id: number | null }>(openEpisodes, [
    JSON.stringify(opening.map(rowOf)),
  ])
  const opened = rows.flatMap((row) => {
    const segment = opening.find(
      ({ subject }) => subject.kind === row.kind && subject.userId === row.user_id && subject.deviceId === row.device_id,
    )
    return segment === undefined ? [] : [{ alertId: row.alert_id, segment }]
  })
  await client.query(countAlerts, [
    JSON.stringify(opened.map(({ segment }) => ({ user_id: segment.subject.userId, at: instantOf(segment.moments[0]?.at ?? 0) }))),
  ])
  return opened.flatMap(({ alertId, segment }) => eventsOf(alertId, segment))
}

const moveRound = async (client: PoolClient, moving: readonly EpisodeSegment[]): Promise<Event[]> => {
  if (moving.length === 0) return []
  const { rows } = await client.query<Touched>(moveEpisodes, [JSON.stringify(moving.map(rowOf))])
  return rows.flatMap(({ alert_id, position }) => {
    const segment = moving[position]
    return segment === undefined ? [] : eventsOf(alert_id, segment)
  })
}

/** Writes what a batch did to episodes; answers the ids of those it touched. */
export const storeEpisodes = async (client: PoolClient, segments: readonly EpisodeSegment[]): Promise<number[]> => {
  const touched = new Set<number>()
  for (const round of roundsOf(segments)) {
    const events = [
      ...(await openRound(
        client,
        round.filter(({ opened }) => opened),
      )),
      ...(await moveRound(
        client,
        round.filter(({ opened }) => !opened),
      )),
    ]
    if (events.length > 0) await client.query(addEvents, [JSON.stringify(events)])
    for (const { alert_id } of events) touched.add(alert_id)
  }
  return [...touched]
}
