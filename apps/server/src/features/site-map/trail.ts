import type { AnswerOf, siteMap } from '@mimamori/contract'
import { sql } from 'kysely'
import { isWorker, shownAt } from '../../shared/monitoring/workers/shown.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'

const trailHours = 2

type Followed = {
  readonly company_id: number
  readonly office_id: number
  readonly full_name: string
  readonly withdrew_consent: boolean
  readonly is_followed: boolean
}

/**
 * Where somebody was in the last two hours, at their own site: only while they are at a level of at least 1 or in an
 * emergency, since only then must somebody find them. Each look is on the log.
 * @throws Refusal 404 out of scope, 403 where nothing is the matter with them or they withdrew their consent
 */
export const readTrail = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  userId: number,
): Promise<AnswerOf<typeof siteMap.trail>> =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const shown = shownAt(now)
    const found = await sql<Followed>`
      select u.company_id, u.office_id, u.full_name, u.consent_withdrawn_at is not null as withdrew_consent,
             coalesce(${shown.emergency} or ${shown.level} >= 1, false) as is_followed
        from app_user u left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
       where u.user_id = ${userId} and ${isWorker} and ${withinScope(actor, personColumns)}`.execute(trx)
    const [person] = found.rows
    if (person === undefined) throw notFound()
    if (person.withdrew_consent) throw forbidden('consentWithdrawn')
    if (!person.is_followed) throw forbidden('trailClosed')
    const { company_id: companyId, office_id: officeId, full_name: fullName } = person
    const from = new Date(now.getTime() - trailHours * 3_600_000)
    const { rows } = await sql<{ at: Date; latitude: number; longitude: number }>`
      select r.at, r.latitude, r.longitude from reading r
       where r.company_id = ${companyId} and r.user_id = ${userId} and r.office_id = ${officeId} and r.at >= ${from} and r.at <= ${now}
         and r.latitude is not null and r.longitude is not null
       order by r.at, r.device_id`.execute(trx)
    await writeAudit(trx, {
      at: now,
      actor,
      address,
      action: 'trail',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      after: { fullName },
    })
    return { data: rows.map(({ at, latitude, longitude }) => ({ at: toJapanIso(at), latitude, longitude })) }
  })
