import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { EpisodeSegment } from './episode-log.ts'
import type { EpisodeEvent } from './record-events.ts'
import { eventsOf, rowOf } from './segment.ts'
import { risenPeak } from './peak-values.ts'

/** A segment that an open episode was there for, and what happened to it. */
type Moved = { readonly segment: EpisodeSegment; readonly events: EpisodeEvent[] }

/** Raises, lowers and ends open episodes of a company, as their condition developed after an earlier batch. */
export const moveEpisodes = async (db: Db, companyId: number, moving: readonly EpisodeSegment[]): Promise<Moved[]> => {
  if (moving.length === 0) return []
  const { rows } = await sql<{ alert_id: number; position: number }>`
    update alert a set
      level = x.level,
      peak_level = greatest(a.peak_level, x.peak_level),
      ${risenPeak},
      reason = coalesce(x.reason, a.reason),
      cause = coalesce(x.reason->>'kind', a.cause),
      heart_rate = coalesce(x.heart_rate, a.heart_rate),
      excess = coalesce(x.excess, a.excess),
      wbgt = coalesce(x.wbgt, a.wbgt),
      ended_at = case when x.ended_at is not null then greatest(a.started_at, x.ended_at) end,
      ending = x.ending,
      called_at = coalesce(x.called_at, a.called_at),
      late = a.late and not x.is_late_no_more and x.called_at is null,
      changed_at = now()
    from json_to_recordset(${JSON.stringify(moving.map(rowOf))}::json)
         as x (position int, kind text, office_id int, user_id int, device_id int, level smallint, peak_level smallint, reason jsonb,
               heart_rate real, excess real, wbgt real, ended_at timestamptz, ending text, called_at timestamptz, is_late_no_more boolean,
               peak_reason jsonb, peak_heart_rate real, peak_excess real, peak_wbgt real)
    where a.company_id = ${companyId} and a.kind = x.kind and a.office_id = x.office_id and a.ended_at is null
      and a.user_id is not distinct from x.user_id and a.device_id is not distinct from x.device_id
    returning a.alert_id, x.position`.execute(db)
  return rows.flatMap(({ alert_id, position }) => {
    const segment = moving[position]
    return segment === undefined ? [] : [{ segment, events: eventsOf(alert_id, segment) }]
  })
}
