import { message } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/secrets/password.ts'
import type { Requester } from '../../platform/audit.ts'
import { recordWrongOwnPassword } from './record-failure.ts'
import { countOf, countsOf, recordFailure, refuseWhenThrottled } from './throttle.ts'

/**
 * Asks for the person's own password again: anyone who finds an open session must not change how one signs in. Wrong ones
 * count for the person, or a stolen session could continue guessing, and for nobody else at the same address, and are on record.
 * @returns the hash that it was verified with
 * @throws Refusal 400 where it is wrong, 429 after too many failures of the person
 */
export const requireOwnPassword = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor: { companyId, userId }, address }: Requester,
  password: string,
): Promise<string> => {
  const counts = countsOf(countOf.person({ companyId, userId }))
  await refuseWhenThrottled(db, counts, clock())
  const own = await db
    .selectFrom('app_user as u')
    .select('u.password_hash')
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  if (typeof own?.password_hash === 'string' && (await verifyPassword(own.password_hash, password))) return own.password_hash
  await recordFailure(db, counts, clock())
  await recordWrongOwnPassword(db, { companyId, userId }, { at: clock(), address })
  throw badRequest(message('passwordWrong'))
}
