import { endSessions } from '../../shared/accounts/end-sessions.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Db } from '../../platform/context.ts'

/** Whose card it is, as the log names them. */
export type CardHolder = PersonKey & { readonly officeId: number | null; readonly fullName: string }

/** Logs what was done with a worker's card. */
export const recordCard = (
  db: Db,
  { actor, address }: Requester,
  action: 'allowPin' | 'reissueCard' | 'showCard',
  at: Date,
  { companyId, userId, officeId, fullName }: CardHolder,
): Promise<void> =>
  writeAudit(db, { at, actor, address, action, resource: 'user', resourceId: userId, companyId, officeId, after: { fullName } })

/** Ends the sessions that a worker's former card opened, and logs that there is a new one. */
export const endFormerCard = async (db: Db, requester: Requester, at: Date, holder: CardHolder): Promise<void> => {
  await endSessions(db, holder, 'byCard', 'cardRenewed', at)
  await recordCard(db, requester, 'reissueCard', at, holder)
}
