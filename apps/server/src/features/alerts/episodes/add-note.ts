import { sql } from 'kysely'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { recordEvents } from './record-events.ts'

/** Adds a note to an episode's history, under the name of who wrote it. It is no step of the handling. */
export const addNote = async (
  db: Db,
  { companyId, alertId, officeId }: AlertKey & { readonly officeId: number },
  note: string,
  by: { readonly userId: number; readonly userName: string; readonly at: Date },
): Promise<void> => {
  await sql`update alert a set changed_at = now() where a.company_id = ${companyId} and a.alert_id = ${alertId}`.execute(db)
  await recordEvents(db, [{ companyId, alertId, officeId, event: 'noted', note, ...by }])
}
