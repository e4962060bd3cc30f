import type { PersonKey } from '../../shared/organisation/keys.ts'
import { refuseArchived } from '../../shared/organisation/archived-offices.ts'
import type { Db } from '../../platform/context.ts'
import { forbidden, unauthorised } from '../../platform/errors.ts'

/**
 * What somebody showed to come in, asked for again once their row is locked: it may have been taken back meanwhile.
 * @throws Refusal 401 if it is no longer valid
 */
export type Proof = (trx: Db) => Promise<void>

/** The password that a hash was verified with. */
export const passwordOf =
  ({ companyId, userId }: PersonKey, verifiedHash: string | null): Proof =>
  async (trx) => {
    const same = await trx
      .selectFrom('app_user as u')
      .select('u.user_id')
      .where('u.company_id', '=', companyId)
      .where('u.user_id', '=', userId)
      .where('u.password_hash', '=', verifiedHash)
      .executeTakeFirst()
    if (same === undefined) throw unauthorised('signInMismatch')
  }

/**
 * Locks the row of a living person until the transaction ends, so that a call that changes the password, disables the account or
 * ends its sessions does so before or after, and looks whether what was shown is still good.
 * @returns false where they were deleted
 * @throws Refusal 401 by the proof, 403 where the account is disabled or its office archived
 */
export const lockProven = async (trx: Db, { companyId, userId }: PersonKey, proof: Proof): Promise<boolean> => {
  const living = await trx
    .selectFrom('app_user as u')
    .select(['u.disabled_at', 'u.office_id'])
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (living === undefined) return false
  await proof(trx)
  if (living.disabled_at !== null) throw forbidden('accountDisabled')
  if (living.office_id !== null) await refuseArchived(trx, { companyId, officeId: living.office_id }, 'officeOfAccountArchived')
  return true
}
