import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { announceWork } from '../../../shared/announcements/announce.ts'

/** An alert that waits for an answer: since when, and the event that people are notified of until then. */
export type Waiting = { readonly alertId: number; readonly eventId: number | null; readonly since: Date; readonly dueAt: Date }

/** Begins to escalate alerts; one that is escalated already continues unchanged. */
export const startEscalation = async (db: Db, companyId: number, waiting: readonly Waiting[]): Promise<void> => {
  if (waiting.length === 0) return
  await sql`
    insert into escalation (company_id, alert_id, event_id, since, due_at)
    select ${companyId}::int, x."alertId", x."eventId", x.since, x."dueAt"
      from json_to_recordset(${JSON.stringify(waiting)}::json)
           as x ("alertId" int, "eventId" bigint, since timestamptz, "dueAt" timestamptz)
     order by 2
    on conflict (company_id, alert_id) do nothing`.execute(db)
}

/**
 * Has the alerts of a company or site that wait for an answer looked at by the settings as they are now: what waits by the former
 * ones may be due.
 */
export const reviewEscalations = async (
  db: Db,
  { companyId, officeId }: { readonly companyId: number; readonly officeId: number | null },
  now: Date,
): Promise<void> => {
  const { rows } = await sql`
    with waiting as (
      -- In one order everywhere, so that two transactions do not wait for each other.
      select e.alert_id from escalation e join alert a on a.company_id = e.company_id and a.alert_id = e.alert_id
       where e.company_id = ${companyId} and (${officeId}::int is null or a.office_id = ${officeId}) and e.due_at > ${now}
       order by e.company_id, e.alert_id for update of e
    )
    update escalation e set due_at = ${now} from waiting w where e.company_id = ${companyId} and e.alert_id = w.alert_id
    returning e.alert_id`.execute(db)
  if (rows.length > 0) await announceWork(db, companyId, 'notices')
}
