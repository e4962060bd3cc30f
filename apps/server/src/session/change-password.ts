import { type BodyOf, message, type session } from '@mimamori/contract'
import { endSessions } from '../organisation/end-sessions.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { badRequest } from '../platform/errors.ts'
import { hashPassword, verifyPassword } from '../platform/password.ts'
import type { Actor } from '../platform/route.ts'
import { recordFailure, refuseWhenThrottled } from './throttle.ts'

/**
 * Changes the person's own password and ends their other sessions. Wrong old passwords count for the address; otherwise
 * a stolen session could go on guessing.
 * @throws Refusal 400 where the old password is wrong
 */
export const changePassword = async (
  { db, clock }: Context,
  actor: Actor,
  change: BodyOf<typeof session.changePassword>,
  address: string,
): Promise<void> => {
  const now = clock()
  await refuseWhenThrottled(db, address, now)
  const own = await db
    .selectFrom('app_user as u')
    .select('u.password_hash')
    .where('u.company_id', '=', actor.companyId)
    .where('u.user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!(await verifyPassword(own?.password_hash, change.oldPassword))) {
    await recordFailure(db, address, now)
    throw badRequest(message('passwordWrong'))
  }
  const passwordHash = await hashPassword(change.newPassword)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('app_user as u')
      .set({ password_hash: passwordHash, must_change_password: false })
      .where('u.company_id', '=', actor.companyId)
      .where('u.user_id', '=', actor.userId)
      .execute()
    await endSessions(trx, actor, { allBut: actor.sessionId }, 'passwordChanged', now)
    await writeAudit(trx, {
      at: now,
      actor,
      address,
      action: 'changePassword',
      resource: 'user',
      resourceId: actor.userId,
      companyId: actor.companyId,
      officeId: actor.officeId,
    })
  })
}
