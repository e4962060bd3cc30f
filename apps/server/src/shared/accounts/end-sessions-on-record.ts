import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import { endSessions, type EndReason, type Which } from './end-sessions.ts'
import type { PersonKey } from '../organisation/keys.ts'

type Person = PersonKey & { readonly officeId: number | null; readonly fullName: string }

/**
 * Ends open sessions of a person because somebody asks for it, and writes into the log how many, where any did.
 * @returns how many ended
 */
export const endSessionsOnRecord = async (
  trx: Db,
  { actor, address }: Requester,
  { companyId, userId, officeId, fullName }: Person,
  which: Which,
  reason: EndReason,
  at: Date,
): Promise<number> => {
  const endedSessions = await endSessions(trx, { companyId, userId }, which, reason, at)
  if (endedSessions > 0)
    await writeAudit(trx, {
      at,
      actor,
      address,
      action: 'endSession',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      after: { fullName, endedSessions },
    })
  return endedSessions
}
