import { type BodyOf, labels, message, type session } from '@mimamori/contract'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { isCommonPassword } from '../../platform/secrets/common-password.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/secrets/password.ts'
import type { Actor } from '../../platform/http/route.ts'
import { requireOwnPassword } from './own-password.ts'

/**
 * Changes the person's own password and ends their other sessions.
 * @throws Refusal 400 where the old password is wrong, or the new one among the most common
 */
export const changePassword = async (
  context: Context,
  actor: Actor,
  change: BodyOf<typeof session.changePassword>,
  address: string,
): Promise<void> => {
  const { db, clock } = context
  const verifiedHash = await requireOwnPassword(context, { actor, address }, change.oldPassword)
  const now = clock()
  if (isCommonPassword(change.newPassword)) throw badRequest(`${labels.session.newPassword}：${message('passwordCommon')}`)
  const passwordHash = await hashPassword(change.newPassword)
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('app_user as u')
      .set({ password_hash: passwordHash, must_change_password: false })
      .where('u.company_id', '=', actor.companyId)
      .where('u.user_id', '=', actor.userId)
      .where('u.password_hash', '=', verifiedHash)
      .executeTakeFirst()
    // Somebody else set another one meanwhile, perhaps to keep out the person who asks.
    if (numUpdatedRows === 0n) throw badRequest(message('passwordWrong'))
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
      after: { fullName: actor.fullName },
    })
  })
}
