import { type PersonKey, providerId } from '../organisation/keys.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/context.ts'

type When = { readonly at: Date; readonly address: string }

const findPerson = (db: Db, { companyId, userId }: PersonKey) =>
  db
    .selectFrom('app_user as u')
    .select(['u.login_id as loginId', 'u.full_name as fullName', 'u.office_id as officeId'])
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()

/**
 * Puts on the log that a person signed in or out; `replay`, that their session ended since somebody held a copy of its token,
 * which need not have been themselves.
 */
export const recordSession = async (
  db: Db,
  action: 'signIn' | 'signOut' | 'replay',
  person: PersonKey,
  { at, address, byProvider = false }: When & { readonly byProvider?: boolean },
): Promise<void> => {
  const found = await findPerson(db, person)
  if (found === undefined) return
  const { loginId, fullName, officeId } = found
  await writeAudit(db, {
    at,
    address,
    actor: action === 'replay' ? null : { userId: person.userId, loginId },
    action,
    resource: 'session',
    resourceId: person.userId,
    companyId: person.companyId,
    officeId,
    after: { fullName, ...(byProvider && { byProvider }) },
  })
}

/** How the log calls an account that does not exist. What was typed stays out of it: it may be a password in the wrong field. */
const unknownAccount = '不明なログインID'

/**
 * Puts on the log that somebody failed to sign in: on that of the account's company; where there is no such account, on that
 * of the company at whose own provider they signed in, else of ours.
 * @param isLocked where the password was right and the account locked
 */
export const recordFailedSignIn = async (
  db: Db,
  person: PersonKey | undefined,
  { at, address, isLocked = false, companyId = providerId }: When & { readonly isLocked?: boolean; readonly companyId?: number },
): Promise<void> => {
  const found = person === undefined ? undefined : await findPerson(db, person)
  await writeAudit(db, {
    at,
    address,
    actor: null,
    action: 'signInFailed',
    resource: 'session',
    resourceId: person?.userId ?? unknownAccount,
    companyId: person?.companyId ?? companyId,
    officeId: found?.officeId ?? null,
    after: found === undefined ? null : { fullName: found.fullName, ...(isLocked && { isLockedOut: '1' }) },
  })
}
