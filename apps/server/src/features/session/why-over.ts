import type { MessageCode } from '@mimamori/contract'
import type { EndReason, SessionKey } from '../../shared/accounts/end-sessions.ts'
import type { Db } from '../../platform/context.ts'

const words: Record<EndReason, MessageCode> = {
  logout: 'sessionEnded',
  replay: 'endedByReplay',
  passwordChanged: 'endedByPassword',
  userDeleted: 'endedByDeletion',
  endedByPerson: 'endedByPerson',
  endedByAdministrator: 'endedByAdministrator',
  accountDisabled: 'accountDisabled',
  accountLocked: 'endedByLock',
  cardRenewed: 'endedByCard',
  officeArchived: 'officeOfAccountArchived',
}

/** What is said to the person who holds a genuine token of a session that is over: why it ended, or that it ran out. */
export const whyOver = async (db: Db, { companyId, sessionId }: SessionKey): Promise<MessageCode> => {
  const row = await db
    .selectFrom('session as s')
    .select('s.ended_reason')
    .where('s.company_id', '=', companyId)
    .where('s.session_id', '=', sessionId)
    .executeTakeFirst()
  const reason = row?.ended_reason ?? null
  return reason === null ? 'sessionEnded' : words[reason as EndReason]
}
