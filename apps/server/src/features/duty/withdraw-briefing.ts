import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { notFound } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import { withinScope } from '../../shared/organisation/scope.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { briefingColumns } from './briefings.ts'

/** So long a record is a slip that may be withdrawn; after that it is evidence. Project choice. */
const withdrawableMs = 24 * 3_600_000

/**
 * Withdraws a briefing that was recorded by mistake; the log keeps it.
 * @throws Refusal 404 where it is not the actor's, 409 where it is older, or was confirmed by the person
 */
export const withdrawBriefing = (
  context: Context,
  { actor, address }: Requester,
  officeId: number,
  id: number,
): Promise<Record<string, never>> =>
  context.db.transaction().execute(async (db) => {
    const { companyId } = await lockOfficeShared(db, actor, officeId)
    const now = context.clock()
    const { rows } = await sql<
      TableRow<'duty_briefing', 'user_id' | 'version' | 'means' | 'language' | 'speaker' | 'briefed_at' | 'recorded_at'>
    >`
      select t.user_id, t.version, t.means, t.language, t.speaker, t.briefed_at, t.recorded_at
        from duty_briefing t join app_user u on u.company_id = ${companyId} and u.user_id = t.user_id
       where t.company_id = ${companyId} and t.office_id = ${officeId} and t.briefing_id = ${id} and ${withinScope(actor, briefingColumns)}
         for update of t`.execute(db)
    const [row] = rows
    if (row === undefined) throw notFound()
    const { user_id: userId, version, means, language, speaker } = row
    const before = { version, means, language, speaker, at: toJapanIso(row.briefed_at), userIds: [userId] }
    await writeAudit(db, {
      companyId,
      officeId,
      at: now,
      actor,
      address,
      action: 'withdrawBriefing',
      resource: 'duty',
      resourceId: officeId,
      before,
    })
    if (means === 'page' || row.recorded_at.getTime() < now.getTime() - withdrawableMs) throw conflict('dutyWithdrawLate')
    await sql`delete from duty_briefing t where t.company_id = ${companyId} and t.briefing_id = ${id}`.execute(db)
    return {}
  })
