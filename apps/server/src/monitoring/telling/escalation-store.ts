import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

export type Waiting = { readonly alertId: number; readonly since: Date; readonly dueAt: Date }

/** Begins to press on for alerts; one that is pressed on already goes on as it is. */
export const startEscalation = async (db: Db, companyId: number, waiting: readonly Waiting[]): Promise<void> => {
  if (waiting.length === 0) return
  await sql`
    insert into escalation (company_id, alert_id, since, due_at)
    select ${companyId}::int, x."alertId", x.since, x."dueAt"
      from json_to_recordset(${JSON.stringify(waiting)}::json) as x ("alertId" int, since timestamptz, "dueAt" timestamptz)
     order by 2
    on conflict (company_id, alert_id) do nothing`.execute(db)
}
