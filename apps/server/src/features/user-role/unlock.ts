import { companyOf } from '../../shared/organisation/company-of.ts'
import { unlockPerson } from '../../shared/accounts/unlock-person.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { withinReach } from './reach.ts'

/**
 * Lets a locked account in again. One that is not locked stays as it is.
 * @throws Refusal 404 for somebody whose account is not the actor's to keep
 */
export const unlock = async ({ db, clock }: Context, { actor, address }: Requester, userId: number): Promise<void> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('app_user as u')
      .select(['u.user_id', 'u.full_name', 'u.company_id', 'u.office_id'])
      .where('u.company_id', '=', companyId)
      .where('u.user_id', '=', userId)
      .where('u.deleted_at', 'is', null)
      .where(withinReach(actor))
      .forUpdate()
      .executeTakeFirst()
    if (person === undefined) throw notFound()
    await unlockPerson(trx, person, { at: clock(), actor, address })
  })
}
