import { sql } from 'kysely'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { announceWork } from '../../../shared/announcements/announce.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** Something that happened to an episode, as far as notices need it. */
type Happening = Pick<AlertKey, 'alertId'> & {
  readonly at: Date
  readonly event: string
  readonly level?: number | null
  /** Its line in the history, which says why and what was measured. */
  readonly eventId: number | null
}

/** What people may have to be notified of. */
const noticeEvents: readonly string[] = ['opened', 'raised', 'reported']
/** What answers an episode, or leaves nothing to be answered. */
const settlingEvents: readonly string[] = ['acknowledged', 'responding', 'closed', 'ended', 'withdrawn']

const moved = 'handedOver'

/** The traces of the readings by which something happened to alerts, by the alert's number. */
type Traceparents = ReadonlyMap<number, string>

type Lines = ReturnType<typeof linesOf>

const linesOf = (happenings: readonly Happening[], traceparents: Traceparents, counts: (event: string) => boolean) =>
  happenings.flatMap(({ alertId, at, event, level, eventId }) =>
    counts(event) ? [{ alertId, at, event, level: level ?? null, eventId, traceparent: traceparents.get(alertId) ?? null }] : [],
  )

const happened = (companyId: number, lines: Lines) => sql`
  json_to_recordset(${JSON.stringify(lines)}::json) as x ("alertId" int, at timestamptz, event text, level smallint, "eventId" bigint, traceparent text)
  join alert a on a.company_id = ${companyId} and a.alert_id = x."alertId"`

/** Whether people may still have to act on it. */
const needsAction = sql`a.ended_at is null and not a.late and not a.withdrawn`

/** An emergency of too long ago to call anybody (後着), which people are notified of once. */
const isLateEmergency = sql`(a.late and a.kind = 'emergency' and a.ended_at is null and not a.withdrawn)`

/** @returns whether anything was noted */
const noteDue = async (db: Db, companyId: number, lines: Lines): Promise<boolean> => {
  const { rows } = await sql`${prepared('note-due')}
    insert into alert_due (company_id, alert_id, at, event, level, event_id, traceparent)
    select a.company_id, a.alert_id, x.at,
           case when ${isLateEmergency} then 'late'
                when x.event = 'reported' or (${isEmergency} and (x.event = 'raised' or a.cause = 'call')) then 'called'
                else x.event end, x.level, x."eventId", x.traceparent
      from ${happened(companyId, lines)}
     where (${needsAction} or ${isLateEmergency}) and a.kind not in ('battery', 'clock')
     order by x.at, a.alert_id, x.event
    returning due_id`.execute(db)
  return rows.length > 0
}

const deleteEscalations = (db: Db, companyId: number, lines: Lines) =>
  sql`
    delete from escalation e
     where e.company_id = ${companyId} and e.alert_id in (
       -- In one order everywhere, so that two transactions do not wait for each other.
       select w.alert_id from escalation w
        where w.company_id = ${companyId} and w.alert_id = any(${lines.map(({ alertId }) => alertId)}::int[])
        order by w.alert_id for update)`.execute(db)

/** @returns whether anything waits for the new group */
const markHandedOver = async (db: Db, companyId: number, lines: Lines): Promise<boolean> => {
  const { rows } = await sql`
    update escalation e set handed_over = true, due_at = least(e.due_at, h.at)
      from (select x."alertId" as alert_id, min(x.at) as at from ${happened(companyId, lines)} where ${needsAction} group by 1) h
     where e.company_id = ${companyId} and e.alert_id = h.alert_id
    returning e.alert_id`.execute(db)
  return rows.length > 0
}

/**
 * Notes what people are to be notified of, and stops escalating what is answered or over, in the transaction of the event, which
 * concerns one company, and announces what waits. One statement if there is something of either, one for the announcement, and none
 * if there is nothing. Anyone who comes to
 * be responsible for an episode by a hand-over is notified at once, and nobody else later than without it. Of what was over
 * when its readings came, of a low battery and of a wrong clock nobody is notified.
 */
export const queueNotices = async (
  db: Db,
  companyId: number,
  happenings: readonly Happening[],
  traceparents: Traceparents,
): Promise<void> => {
  const due = linesOf(happenings, traceparents, (event) => noticeEvents.includes(event))
  const over = linesOf(happenings, traceparents, (event) => settlingEvents.includes(event))
  const passed = linesOf(happenings, traceparents, (event) => event === moved)
  const isDue = due.length > 0 && (await noteDue(db, companyId, due))
  if (over.length > 0) await deleteEscalations(db, companyId, over)
  const isPassed = passed.length > 0 && (await markHandedOver(db, companyId, passed))
  if (isDue || isPassed) await announceWork(db, companyId, 'notices')
}
