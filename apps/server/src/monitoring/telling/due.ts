import { sql } from 'kysely'
import type { AlertKey } from '../../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

/** Something that happened to an episode, as far as telling people of it goes. */
type Happening = AlertKey & { readonly at: Date; readonly event: string; readonly level?: number | null }

/** What people may have to be told of. */
const toldOf: readonly string[] = ['opened', 'raised']
/** What answers an episode, or leaves nothing to be answered. */
const settling: readonly string[] = ['acknowledged', 'responding', 'closed', 'ended', 'withdrawn']

const moved = 'handedOver'

/**
 * Notes what people are to be told of, and stops pressing on what is answered or over, in the transaction of the event. One
 * statement, and none where there is nothing of either. Whoever comes to answer for an episode by a hand-over is told of it at
 * once, and nobody else later than without it. What was over when its readings came, a low battery and a wrong clock are told to nobody.
 */
export const markTold = async (db: Db, happenings: readonly Happening[]): Promise<void> => {
  const counting = happenings.filter(({ event }) => toldOf.includes(event) || settling.includes(event) || event === moved)
  if (counting.length === 0) return
  const rows = counting.map(({ companyId, alertId, at, event, level }) => ({ companyId, alertId, at, event, level: level ?? null }))
  await sql`
    with happened as materialized (
      select a.company_id, a.alert_id, a.kind, a.cause, a.ended_at is null and not a.late and not a.withdrawn as stands, x.at, x.event, x.level
        from json_to_recordset(${JSON.stringify(rows)}::json) as x ("companyId" int, "alertId" int, at timestamptz, event text, level smallint)
        join alert a on a.company_id = x."companyId" and a.alert_id = x."alertId"
    ), waiting as (
      -- In one order everywhere, so that two transactions do not wait for each other.
      select e.company_id, e.alert_id from escalation e
       where (e.company_id, e.alert_id) in
             (select h.company_id, h.alert_id from happened h where h.event = any(${settling}::text[]) or h.event = ${moved})
       order by e.company_id, e.alert_id for update
    ), due as (
      insert into alert_due (company_id, alert_id, at, event, level)
      select h.company_id, h.alert_id, h.at,
             case when h.kind = 'emergency' and (h.event = 'raised' or h.cause = 'call') then 'called' else h.event end, h.level
        from happened h
       where h.stands and h.event = any(${toldOf}::text[]) and h.kind not in ('battery', 'clock')
       order by h.at, h.alert_id, h.event
    ), passed_on as (
      update escalation e set handed_over = true, due_at = least(e.due_at, h.at)
        from happened h join waiting w on w.company_id = h.company_id and w.alert_id = h.alert_id
       where e.company_id = w.company_id and e.alert_id = w.alert_id and h.event = ${moved} and h.stands
    )
    delete from escalation e using happened h, waiting w
     where w.company_id = h.company_id and w.alert_id = h.alert_id and e.company_id = w.company_id and e.alert_id = w.alert_id
       and (h.event = any(${settling}::text[]) or not h.stands)`.execute(db)
}
