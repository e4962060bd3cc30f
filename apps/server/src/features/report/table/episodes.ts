import { sql } from 'kysely'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'
import type { Db } from '../../../platform/context.ts'

/** An emergency or a silence of a person at a site; it lasts where it has no end. */
export type ReportEpisode = {
  readonly kind: 'emergency' | 'silent'
  readonly userId: number
  readonly officeId: number
  readonly startedAt: Date
  readonly endedAt: Date | null
}

const columns = sql`a.user_id as "userId", a.office_id as "officeId", a.started_at as "startedAt", a.ended_at as "endedAt"`

/** The emergencies of a company's people that began in a span, and their silences that reach into it, at some of its sites. */
export const findReportEpisodes = async (
  db: Db,
  companyId: number,
  { officeIds, userIds }: { readonly officeIds: readonly number[]; readonly userIds: readonly number[] },
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReportEpisode[]> => {
  const theirs = sql`a.company_id = ${companyId} and a.office_id = any(${officeIds}::int[]) and a.user_id = any(${userIds}::int[])
    and not a.withdrawn and a.started_at < ${to}`
  const { rows } = await sql<ReportEpisode>`
    select 'emergency' as kind, ${columns} from alert a where ${theirs} and ${isEmergency} and a.started_at >= ${from}
     union all
    select a.kind, ${columns} from alert a where ${theirs} and a.kind = 'silent' and (a.ended_at is null or a.ended_at > ${from})`.execute(
    db,
  )
  return rows
}
