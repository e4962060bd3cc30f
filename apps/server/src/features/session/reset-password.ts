import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { unlockPerson } from '../../shared/accounts/unlock-person.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { hashPassword, makePassword } from '../../platform/secrets/password.ts'
import { atServer, lockAccount } from './unlock-login.ts'

/**
 * Gives an account a new password by its login ID, for the operator on the server: where the only administrator has
 * forgotten theirs, nobody else can. It must be changed at the next sign-in; every session of the account ends, and a lock
 * that wrong passwords brought is opened.
 * @returns the password made up, to be shown this once; undefined where there is no such account
 */
export const resetPassword = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, loginId: string): Promise<string | undefined> => {
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, loginId)
    if (account === undefined) return undefined
    const person = { companyId: account.company_id, userId: account.user_id }
    const at = clock()
    await trx
      .updateTable('app_user as u')
      .set({ password_hash: passwordHash, must_change_password: true })
      .where('u.company_id', '=', person.companyId)
      .where('u.user_id', '=', person.userId)
      .execute()
    await endSessions(trx, person, 'all', 'passwordChanged', at)
    await unlockPerson(trx, account, { at, actor: null, address: atServer })
    await writeAudit(trx, {
      at,
      actor: null,
      address: atServer,
      action: 'resetPassword',
      resource: 'user',
      resourceId: person.userId,
      companyId: person.companyId,
      officeId: account.office_id,
      after: { fullName: account.full_name },
    })
    return password
  })
}
