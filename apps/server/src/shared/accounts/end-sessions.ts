import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

export type EndReason =
  | 'logout'
  | 'replay'
  | 'passwordChanged'
  | 'userDeleted'
  | 'endedByPerson'
  | 'endedByAdministrator'
  | 'accountDisabled'
  | 'accountLocked'
  | 'cardRenewed'
  | 'officeArchived'

/** A session with the company that its row is found by. */
export type SessionKey = { readonly companyId: number; readonly sessionId: string }

/**
 * Ends one session of any person; one that has ended keeps its reason.
 * @returns whose it was; undefined where it had ended or never was
 */
export const endSession = async (
  db: Db,
  { companyId, sessionId }: SessionKey,
  reason: EndReason,
  at: Date,
): Promise<number | undefined> => {
  const { rows } = await sql<TableRow<'session', 'user_id'>>`
    update session s set ended_at = ${at}, ended_reason = ${reason}
     where s.company_id = ${companyId} and s.session_id = ${sessionId} and s.ended_at is null
    returning s.user_id`.execute(db)
  return rows[0]?.user_id
}

/** Which of a person's sessions are meant. */
export type Which = 'all' | 'byCard' | { readonly only: readonly string[] } | { readonly allBut: string }

const named = (which: Which) => {
  if (which === 'all') return sql`true`
  if (which === 'byCard') return sql`s.by_card`
  return 'only' in which ? sql`s.session_id = any(${which.only}::uuid[])` : sql`s.session_id <> ${which.allBut}`
}

/**
 * Ends open sessions of a person; those that have ended keep their reason. Unless certain ones are meant, sign-ins under
 * way end too: their tickets and codes are no longer valid. Call it in the transaction that decides it.
 * @returns how many ended
 */
export const endSessions = async (db: Db, { companyId, userId }: PersonKey, which: Which, reason: EndReason, at: Date): Promise<number> => {
  const { rows } = await sql`
    update session s set ended_at = ${at}, ended_reason = ${reason}
     where s.company_id = ${companyId} and s.user_id = ${userId} and s.ended_at is null and ${named(which)}
    returning s.session_id`.execute(db)
  if (which === 'all' || (which !== 'byCard' && 'allBut' in which))
    for (const table of ['sign_in_ticket', 'sign_in_code'])
      await sql`delete from ${sql.table(table)} t where t.company_id = ${companyId} and t.user_id = ${userId}`.execute(db)
  return rows.length
}
