import { message } from '@mimamori/contract'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { requireOwnPassword } from '../own-password.ts'
import { countRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { makeTotpSecret, totpUri } from './totp.ts'
import { removeTotp, startTotp, takeTotpCode } from './totp-store.ts'

/** What an app for codes is called in the log. */
const ofApp = '認証アプリ'

/** Writes a change of one's own second factor into the log: which part of it, never what it holds. */
export const recordFactor = (
  db: Db,
  { actor, address }: Requester,
  at: Date,
  action: 'addFactor' | 'removeFactor' | 'renewRecoveryCodes',
  name: string,
): Promise<void> =>
  writeAudit(db, {
    at,
    actor,
    address,
    action,
    resource: 'secondFactor',
    resourceId: actor.userId,
    companyId: actor.companyId,
    officeId: actor.officeId,
    [action === 'removeFactor' ? 'before' : 'after']: { fullName: actor.fullName, name },
  })

/** Recovery codes for a person without a valid one; null where there are some. */
export const firstRecoveryCodes = async (db: Db, actor: Requester['actor']): Promise<string[] | null> => {
  if ((await countRecoveryCodes(db, actor)) > 0) return null
  const made = await makeRecoveryCodes()
  await replaceRecoveryCodes(db, actor, made)
  return made.shown
}

/**
 * Begins to set up an app for one-time codes.
 * @throws Refusal 400 where the password is wrong, or an app is in use already
 */
export const beginTotp = async (context: Context, requester: Requester, password: string) => {
  const { actor } = requester
  await requireOwnPassword(context, requester, password)
  const secret = makeTotpSecret()
  if (!(await startTotp(context, actor, secret))) throw badRequest(message('totpThere'))
  return { secret, uri: totpUri(secret, actor.loginId) }
}

/** Puts the app into use by its first code. @throws Refusal 400 where the code is wrong */
export const confirmTotp = async (context: Context, requester: Requester, code: string) => {
  const { db, clock } = context
  const { actor } = requester
  return db.transaction().execute(async (trx) => {
    if (!(await takeTotpCode(context, trx, actor, code, true))) throw badRequest(message('totpWrong'))
    await recordFactor(trx, requester, clock(), 'addFactor', ofApp)
    return { recoveryCodes: await firstRecoveryCodes(trx, actor) }
  })
}

/** Takes the app out of use. @throws Refusal 400 where the password is wrong */
export const endTotp = async (context: Context, requester: Requester, password: string): Promise<void> => {
  const { db, clock } = context
  await requireOwnPassword(context, requester, password)
  await db.transaction().execute(async (trx) => {
    if (await removeTotp(trx, requester.actor)) await recordFactor(trx, requester, clock(), 'removeFactor', ofApp)
  })
}

/** Makes new recovery codes; the earlier ones are no longer valid. @throws Refusal 400 where the password is wrong */
export const renewRecoveryCodes = async (context: Context, requester: Requester, password: string) => {
  const { db, clock } = context
  const { actor } = requester
  await requireOwnPassword(context, requester, password)
  const made = await makeRecoveryCodes()
  await db.transaction().execute(async (trx) => {
    await replaceRecoveryCodes(trx, actor, made)
    await recordFactor(trx, requester, clock(), 'renewRecoveryCodes', '回復コード')
  })
  return { recoveryCodes: made.shown }
}
