import { sql } from 'kysely'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { forgetSecondFactor, hasSecondFactor } from '../../shared/accounts/second-factor.ts'
import { message } from '@mimamori/contract'
import { tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import { withinReach } from './reach.ts'

/**
 * Takes away somebody's second factor, for those who have lost the device and the codes. The reason is recorded.
 * @throws Refusal 404 for somebody whose account is not the actor's to keep, 400 for oneself: that takes the password
 */
export const resetSecondFactor = async (
  { db, clock }: Context,
  { actor, address }: Requester,
  userId: number,
  reason: string,
): Promise<void> => {
  if (userId === actor.userId) throw badRequest(message('secondFactorOwn'))
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('app_user as u')
      .select(['u.user_id as userId', 'u.company_id as companyId', 'u.full_name as fullName', 'u.office_id as officeId'])
      .where('u.company_id', '=', companyId)
      .where('u.user_id', '=', userId)
      .where(withinReach(actor))
      .forUpdate()
      .executeTakeFirst()
    if (person === undefined) throw notFound()
    const { rows: having } = await sql`
      select from app_user u
       where u.company_id = ${companyId} and u.user_id = ${userId} and ${hasSecondFactor(tenantsOf([person]))}`.execute(trx)
    if (having.length === 0) return
    const at = clock()
    await forgetSecondFactor(trx, person)
    // Anyone who found the lost device may hold a session.
    await endSessions(trx, person, 'all', 'endedByAdministrator', at)
    await writeAudit(trx, {
      at,
      actor,
      address,
      action: 'resetSecondFactor',
      resource: 'secondFactor',
      resourceId: userId,
      companyId: person.companyId,
      officeId: person.officeId,
      after: { fullName: person.fullName, reason },
    })
  })
}
