import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/** Alerts (alias `a`) that somebody may still have to answer, or whose condition may yet rise again. */
const isUnclosed = sql`(a.handling <> 'closed' or a.ended_at is null)`

/**
 * Gives the open alerts of people who have come into a group to that group, so that its leaders see and answer
 * them. Alerts of those who leave without joining another stay with the former leaders, so that none is hidden.
 */
export const handOver = async (
  db: Db,
  to: OfficeKey & { readonly groupId: number },
  userIds: readonly number[],
  by: { readonly userId: number; readonly userName: string; readonly at: Date },
): Promise<void> => {
  const follows = sql`
    a.company_id = ${to.companyId} and a.user_id = any(${userIds}::int[]) and a.office_id = ${to.officeId}
    and a.group_id is distinct from ${to.groupId}::int and ${isUnclosed}`
  const found = await sql<{ user_id: number }>`select a.user_id from alert a where ${follows}`.execute(db)
  if (found.rows.length === 0) return
  // The same order of locks as the ingestion's and the handling's, a worker's state before their alerts, avoids a
  // deadlock.
  const inDanger = found.rows.map((row) => row.user_id)
  await sql`
    select from worker_state ws
     where ws.company_id = ${to.companyId} and ws.user_id = any(${inDanger}::int[]) order by ws.user_id for update`.execute(db)
  const { rows } = await sql<Pick<EpisodeEvent, 'companyId' | 'alertId' | 'officeId' | 'level' | 'note'>>`
    update alert a set group_id = g.group_id, group_name = g.name, changed_at = now()
      from work_group g where g.company_id = ${to.companyId} and g.group_id = ${to.groupId} and ${follows}
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.level, g.name as note`.execute(db)
  await recordEvents(
    db,
    rows.map((row) => ({ ...row, event: 'handedOver', ...by })),
  )
}
