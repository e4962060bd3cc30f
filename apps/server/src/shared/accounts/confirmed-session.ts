import { confirmationMinutes } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Actor } from '../../platform/http/route.ts'

type Session = Pick<Actor, 'companyId' | 'sessionId'>

const confirmationMs = confirmationMinutes * 60_000

/**
 * Until when a session is confirmed: the person showed once more who they are, or their company's provider asked them to sign in again.
 * Null where it is not confirmed, or no longer.
 */
export const confirmedUntil = async (db: Db, { companyId, sessionId }: Session, now: Date): Promise<Date | null> => {
  const { rows } = await sql<TableRow<'session', 'confirmed_at'>>`
    select s.confirmed_at from session s
     where s.company_id = ${companyId} and s.session_id = ${sessionId}`.execute(db)
  const confirmedAt = rows[0]?.confirmed_at ?? null
  if (confirmedAt === null) return null
  const until = new Date(confirmedAt.getTime() + confirmationMs)
  return until > now ? until : null
}

/** Notes that the person of a session showed once more who they are. What a passkey was asked for is used up. */
export const markConfirmed = async (db: Db, { companyId, sessionId }: Session, now: Date): Promise<void> => {
  await sql`
    update session s set confirmed_at = ${now}, confirm_challenge = null
     where s.company_id = ${companyId} and s.session_id = ${sessionId}`.execute(db)
}
