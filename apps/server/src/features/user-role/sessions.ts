import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { AnswerOf, sessions } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Which } from '../../shared/accounts/end-sessions.ts'
import { endSessionsOnRecord } from '../../shared/accounts/end-sessions-on-record.ts'
import { readSessions } from '../../shared/accounts/read-sessions.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { withinReach } from './reach.ts'

type SessionOwner = PersonKey & { readonly officeId: number | null; readonly fullName: string }

const findPerson = async (db: Db, actor: Actor, userId: number): Promise<SessionOwner> => {
  const { rows } = await sql<SessionOwner>`
    select u.company_id as "companyId", u.user_id as "userId", u.office_id as "officeId", u.full_name as "fullName"
      from app_user u where u.user_id = ${userId} and ${withinReach(actor)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * The open sessions of somebody whose account the actor keeps.
 * @throws Refusal 404 for anybody else
 */
export const sessionsOf = async ({ db, clock }: Context, actor: Actor, userId: number): Promise<AnswerOf<typeof sessions.ofPerson>> => {
  const data = await readSessions(db, await findPerson(db, actor, userId), actor.sessionId, clock())
  return { data, count: data.length }
}

/**
 * Ends sessions of somebody whose account the actor keeps, and writes so into the log.
 * @returns how many ended
 * @throws Refusal 404 for anybody else
 */
export const endSessionsOf = ({ db, clock }: Context, requester: Requester, userId: number, which: Which): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const person = await findPerson(trx, requester.actor, userId)
    return endSessionsOnRecord(trx, requester, person, which, 'endedByAdministrator', clock())
  })
