import { message } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { badRequest } from '../platform/errors.ts'
import { verifyPassword } from '../platform/password.ts'
import type { Actor } from '../platform/route.ts'
import { recordFailure, refuseWhenThrottled } from './throttle.ts'

/**
 * Asks for the person's own password again: whoever finds an open session must not change how one signs in. Wrong ones
 * count for the address; otherwise a stolen session could go on guessing.
 * @throws Refusal 400 where it is wrong, 429 after too many failures from one address
 */
export const requireOwnPassword = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  password: string,
  address: string,
): Promise<void> => {
  await refuseWhenThrottled(db, address, clock())
  const own = await db
    .selectFrom('app_user as u')
    .select('u.password_hash')
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  if (await verifyPassword(own?.password_hash, password)) return
  await recordFailure(db, address, clock())
  throw badRequest(message('passwordWrong'))
}
