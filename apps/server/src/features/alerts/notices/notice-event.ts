import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { Reason } from '../../../shared/monitoring/reasons/reason-text.ts'

/** An event of an alert that people are notified of, with the values of its moment: heart rate in bpm, heat in °C. */
export type NoticeEvent = {
  readonly at: Date
  readonly cause: string
  readonly reason: Reason | null
  readonly heart_rate: number | null
  readonly excess: number | null
  readonly wbgt: number | null
  /** Why the alert opened, where that is another reason. */
  readonly opened_by: Reason | null
}

/** Which event of which alert; null where it was queued before events were numbered, or its line is gone. */
export type EventKey = { readonly alert_id: number; readonly event_id: number | null }

const keyOf = ({ alert_id, event_id }: EventKey) => `${alert_id}/${event_id}`

/**
 * Events of one company's alerts as they are on record, not as the alerts are now: between an event and its mail an alert may
 * have risen, eased or ended. For an event without a line the alert's current values are used.
 */
export const readNoticeEvents = async (
  db: Db,
  companyId: number,
  keys: readonly EventKey[],
): Promise<(key: EventKey) => NoticeEvent | undefined> => {
  const { rows } = await sql<EventKey & NoticeEvent>`
    select k.alert_id, k.event_id, coalesce(e.at, a.started_at) as at, coalesce(e.reason->>'kind', a.cause) as cause,
           case when e.event_id is null then a.reason else e.reason end as reason,
           case when e.event_id is null then a.heart_rate else e.heart_rate end as heart_rate,
           case when e.event_id is null then a.excess else e.excess end as excess,
           case when e.event_id is null then a.wbgt else e.wbgt end as wbgt,
           case when opened.reason->>'kind' <> e.reason->>'kind' then opened.reason end as opened_by
      from unnest(${keys.map(({ alert_id }) => alert_id)}::int[], ${keys.map(({ event_id }) => event_id)}::bigint[]) as k (alert_id, event_id)
      join alert a on a.company_id = ${companyId} and a.alert_id = k.alert_id
      left join alert_event e on e.company_id = ${companyId} and e.alert_id = k.alert_id and e.event_id = k.event_id
      left join lateral (
        select o.reason from alert_event o
         where o.company_id = ${companyId} and o.alert_id = k.alert_id and o.event = 'opened'
         order by o.event_id limit 1) opened on true`.execute(db)
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return (key) => found.get(keyOf(key))
}
