import type { AnswerOf, sessions } from '@mimamori/contract'
import type { Which } from '../../shared/accounts/end-sessions.ts'
import { endSessionsOnRecord } from '../../shared/accounts/end-sessions-on-record.ts'
import { readSessions } from '../../shared/accounts/read-sessions.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'

/** The actor's own open sessions. */
export const ownSessions = async ({ db, clock }: Context, actor: Actor): Promise<AnswerOf<typeof sessions.own>> => {
  const data = await readSessions(db, actor, actor.sessionId, clock())
  return { data, count: data.length }
}

const endOwn = ({ db, clock }: Context, requester: Requester, which: Which): Promise<number> =>
  db.transaction().execute((trx) => endSessionsOnRecord(trx, requester, requester.actor, which, 'endedByPerson', clock()))

/**
 * Ends one of the actor's own sessions.
 * @throws Refusal 404 where it is not open or not theirs
 */
export const endOwnSession = async (context: Context, requester: Requester, sessionId: string): Promise<void> => {
  if ((await endOwn(context, requester, { only: [sessionId] })) === 0) throw notFound()
}

/** Ends the actor's own sessions, all but the one that asks. */
export const endOtherSessions = async (context: Context, requester: Requester): Promise<void> => {
  await endOwn(context, requester, { allBut: requester.actor.sessionId })
}
