import type { Ending } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/** Ends the open episodes (alias `a`) of a company that the selection names; their handling stays as it is. */
export const endEpisodes = async (db: Db, companyId: number, selection: RawBuilder<unknown>, ending: Ending, now: Date): Promise<void> => {
  const { rows } = await sql<EpisodeEvent>`
    update alert a set ended_at = greatest(a.started_at, ${now}::timestamptz), ending = ${ending}, changed_at = now()
     where a.company_id = ${companyId} and a.ended_at is null and ${selection}
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.ended_at as at, 'ended' as event`.execute(
    db,
  )
  await recordEvents(db, rows)
}
