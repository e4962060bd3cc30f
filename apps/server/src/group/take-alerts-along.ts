import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** Alerts (alias `a`) that somebody may still have to answer, or whose condition may yet rise again. */
const stands = sql`(a.handling <> 'closed' or a.ended_at is null)`

/**
 * Gives the standing alerts of people who have come into a group to that group, so that its leaders see and answer
 * them. Whoever leaves without joining another stays in the sight of the former leaders: nobody in danger is hidden.
 * @returns the ids of the alerts that changed
 */
export const takeAlertsAlong = async (
  db: Db,
  place: { groupId: number; officeId: number },
  userIds: readonly number[],
): Promise<number[]> => {
  const follows = sql`
    a.user_id = any(${userIds}::int[]) and a.office_id = ${place.officeId} and a.group_id is distinct from ${place.groupId}::int and ${stands}`
  const found = await sql<{ user_id: number }>`select a.user_id from alert a where ${follows}`.execute(db)
  if (found.rows.length === 0) return []
  // The ingestion and whoever answers lock a worker's state before their alerts, and so do we, or two would wait for
  // each other.
  const inDanger = found.rows.map((row) => row.user_id)
  await sql`select from worker_state ws where ws.user_id = any(${inDanger}::int[]) order by ws.user_id for update`.execute(db)
  const { rows } = await sql<{ alert_id: number }>`
    update alert a set group_id = g.group_id, group_name = g.name, changed_in = pg_current_xact_id()
      from work_group g where g.group_id = ${place.groupId} and ${follows}
    returning a.alert_id`.execute(db)
  return rows.map((row) => row.alert_id)
}
