import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/**
 * Reopens the handling of the episodes (alias `a`) that the selection names: those that a person closed while their
 * condition still held. An emergency ends when it is closed, and is never among them.
 */
export const reopenEpisodes = async (db: Db, selection: RawBuilder<unknown>, now: Date): Promise<void> => {
  const { rows } = await sql<EpisodeEvent>`
    update alert a set handling = 'open', handled_by = null, handled_by_name = null, handled_at = null, outcome = null, changed_at = now()
     where a.ended_at is null and a.handling = 'closed' and a.kind <> 'emergency' and ${selection}
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", ${now}::timestamptz as at, 'reopened' as event`.execute(
    db,
  )
  await recordEvents(db, rows)
}
