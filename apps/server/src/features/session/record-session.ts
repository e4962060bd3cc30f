import type { PersonKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import type { WayIn } from './store.ts'

type When = { readonly at: Date; readonly address: string }

/** Who somebody is on the log. */
export const findPerson = (db: Db, { companyId, userId }: PersonKey) =>
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
  { at, address, byProvider = false, byCard = false, sharedUntil = null }: When & Partial<WayIn>,
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
    after: { fullName, ...(byProvider && { byProvider }), ...(byCard && { byCard, isShared: sharedUntil !== null }) },
  })
}
