import { isEmergencyKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { beginOf, hourMs, markHours } from '../../../shared/monitoring/summaries/due.ts'
import type { EpisodeSegment } from './episode-log.ts'
import { moveEpisodes } from './move.ts'
import type { EpisodeEvent } from './record-events.ts'
import { eventsOf, rowOf } from './segment.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { prepared } from '../../../platform/database/prepared.ts'

type Opened = TableRow<'alert', 'alert_id' | 'kind' | 'office_id' | 'user_id' | 'device_id'>

const insertAlerts = (db: Db, companyId: number, opening: readonly EpisodeSegment[]) =>
  sql<Opened>`${prepared('open-alerts')}
    insert into alert (kind, company_id, office_id, group_id, user_id, device_id, full_name, company_name, base_name, group_name,
      location_name, level, peak_level, cause, reason, heart_rate, excess, wbgt, wbgt_point, started_at, ended_at, ending, late, called_at, source,
      peak_reason, peak_heart_rate, peak_excess, peak_wbgt, withdrawn)
    select x.kind, o.company_id, x.office_id, u.group_id, x.user_id, x.device_id, u.full_name, c.name, o.name, g.name,
           coalesce(gateway.location_name, device.location_name), x.level, x.peak_level, coalesce(x.reason->>'kind', x.kind), x.reason,
           x.heart_rate, x.excess, x.wbgt,
           case when x.kind = 'siteHeat' and x.device_id is null then concat_ws(' ', '環境省', o.public_wbgt_station) else watcher.location_name end,
           x.started_at,
           case when x.ended_at is not null then greatest(x.started_at, x.ended_at) end, x.ending, x.late, x.called_at,
           coalesce(x.reason->>'source', 'device'), x.peak_reason, x.peak_heart_rate, x.peak_excess, x.peak_wbgt,
           coalesce(x.ending = 'cancelled', false)
      from json_to_recordset(${JSON.stringify(opening.map(rowOf))}::json)
           as x (kind text, office_id int, user_id int, device_id int, level smallint, peak_level smallint, reason jsonb, heart_rate real,
                 excess real, wbgt real, heat_device_id int, gateway_id int, started_at timestamptz, ended_at timestamptz,
                 ending text, late boolean, called_at timestamptz, peak_reason jsonb, peak_heart_rate real, peak_excess real, peak_wbgt real)
      join office o on o.company_id = ${companyId} and o.office_id = x.office_id
      join company c on c.company_id = o.company_id
      left join app_user u on u.company_id = o.company_id and u.user_id = x.user_id
      left join work_group g on g.company_id = o.company_id and g.group_id = u.group_id
      left join device gateway on gateway.company_id = o.company_id and gateway.device_id = x.gateway_id
      left join device watcher on watcher.company_id = o.company_id and watcher.device_id = x.heat_device_id
      left join device on device.company_id = o.company_id and device.device_id = x.device_id
    on conflict (company_id, kind, office_id, user_id, device_id) where ended_at is null and not drill and source <> 'poster' do nothing
    returning alert_id, kind, office_id, user_id, device_id`.execute(db)

/** The hours in which people's episodes begin have an alert more. */
const hoursOf = (opened: readonly EpisodeSegment[]) =>
  opened.flatMap(({ subject: { userId }, moments }) => (userId === null ? [] : [{ userId, hour: beginOf(moments[0]?.at ?? 0, hourMs) }]))

type Openings = { readonly events: EpisodeEvent[]; readonly dropped: EpisodeSegment[] }

const openOnce = async (db: Db, companyId: number, opening: readonly EpisodeSegment[]): Promise<Openings> => {
  if (opening.length === 0) return { events: [], dropped: [] }
  const { rows } = await insertAlerts(db, companyId, opening)
  const opened = rows.flatMap((row) => {
    const segment = opening.find(
      ({ subject }) =>
        subject.kind === row.kind &&
        subject.officeId === row.office_id &&
        subject.userId === row.user_id &&
        subject.deviceId === row.device_id,
    )
    return segment === undefined ? [] : [{ alertId: row.alert_id, segment }]
  })
  await markHours(db, companyId, hoursOf(opened.map(({ segment }) => segment)))
  const done = new Set(opened.map(({ segment }) => segment))
  return {
    events: opened.flatMap(({ alertId, segment }) => eventsOf(alertId, segment)),
    dropped: opening.filter((segment) => !done.has(segment)),
  }
}

const isCall = ({ subject, moments }: EpisodeSegment) =>
  isEmergencyKind(subject.kind) && moments.some(({ reason }) => reason?.kind === 'call' || reason?.kind === 'alarm')

/**
 * Opens episodes of a company with the names as they are now. There is one row per open episode: the unique index alert_one_open
 * decides, so two processes that judge the same worker cannot both open an alert; the second one's segments are
 * dropped. A call or an alarm of a device never is: during an open emergency it is recorded in that one.
 */
export const openEpisodes = async (db: Db, companyId: number, opening: readonly EpisodeSegment[]): Promise<EpisodeEvent[]> => {
  const { events, dropped } = await openOnce(db, companyId, opening)
  const calls = dropped.filter(isCall).map((segment) => ({ segment, again: { ...segment, opened: false } }))
  const moved = await moveEpisodes(
    db,
    companyId,
    calls.map(({ again }) => again),
  )
  // What the call met may have been closed by somebody for whom the moving waited.
  const raised = new Set(moved.map(({ segment }) => segment))
  const unmet = await openOnce(
    db,
    companyId,
    calls.flatMap(({ segment, again }) => (raised.has(again) ? [] : [segment])),
  )
  return [...events, ...moved.flatMap((one) => one.events), ...unmet.events]
}
