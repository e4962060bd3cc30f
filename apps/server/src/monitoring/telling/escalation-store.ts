import type { Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

export type Waiting = { readonly alertId: number; readonly handling: Handling; readonly since: Date; readonly dueAt: Date }

/** Begins to press on for alerts; one that is pressed on already goes on as it is. */
export const startEscalation = async (db: Db, companyId: number, waiting: readonly Waiting[]): Promise<void> => {
  if (waiting.length === 0) return
  await sql`
    insert into escalation (company_id, alert_id, since, due_at, handling)
    select ${companyId}::int, x."alertId", x.since, x."dueAt", x.handling
      from json_to_recordset(${JSON.stringify(waiting)}::json) as x ("alertId" int, since timestamptz, "dueAt" timestamptz, handling text)
     order by 2
    on conflict (company_id, alert_id) do update
       set since = excluded.since, due_at = excluded.due_at, step = 0, handling = excluded.handling
     where escalation.handling <> excluded.handling`.execute(db)
}
