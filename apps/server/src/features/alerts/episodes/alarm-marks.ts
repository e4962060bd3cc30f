import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { isDeviceAlarm } from '../../../shared/monitoring/emergency-kinds.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'

/** Locks the state of a person before their alerts, as everywhere; somebody who wears no vital device gets one. */
export const lockMarks = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  await sql`
    insert into worker_state (company_id, user_id) values (${companyId}, ${userId}) on conflict (company_id, user_id) do nothing`.execute(
    db,
  )
  await sql`select from worker_state ws where ws.company_id = ${companyId} and ws.user_id = ${userId} for update`.execute(db)
}

/** Brings the marks of people up to date: their oldest alarm that nobody has closed. Their states are locked. */
export const markOpenAlarms = async (db: Db, people: readonly PersonKey[]): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(people, (person) => person.companyId)) {
    const userIds = own.map(({ userId }) => userId)
    const { rows } = await sql<{ user_id: number; kind: string; started_at: Date }>`
      select distinct on (a.user_id) a.user_id, a.kind, a.started_at from alert a
       where a.company_id = ${companyId} and a.user_id = any(${userIds}::int[]) and ${isDeviceAlarm} and a.ended_at is null
         and a.handling <> 'closed'
       order by a.user_id, a.started_at, a.alert_id`.execute(db)
    for (const userId of userIds) {
      const oldest = rows.find(({ user_id }) => user_id === userId)
      await sql`
        update worker_state ws set alarm_since = ${oldest?.started_at ?? null}, alarm_kind = ${oldest?.kind ?? null}, changed_at = now()
         where ws.company_id = ${companyId} and ws.user_id = ${userId}`.execute(db)
    }
  }
}
