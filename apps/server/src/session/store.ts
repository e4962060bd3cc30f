import { sql } from 'kysely'
import type { SessionKey } from '../organisation/end-sessions.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { Db } from '../platform/context.ts'

/** Wrong passwords in a row that lock an account (spec: the tenth). */
export const wrongPasswordsToLock = 10

/** The living account of a login ID, whose case does not matter. */
export const findAccount = (db: Db, loginId: string) =>
  db
    .selectFrom('login as l')
    .innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 'l.company_id').onRef('u.login_key', '=', 'l.login_key'))
    .select(['u.company_id as companyId', 'u.user_id as userId', 'u.password_hash', 'u.locked_at'])
    .where('l.login_key', '=', sql<string>`lower(${loginId})`)
    .executeTakeFirst()

/** Counts a wrong password, in one statement so that guesses made at once all count. `lockedNow` for the one that locks. */
export const countWrongPassword = async (db: Db, { companyId, userId }: PersonKey, at: Date) => {
  const row = await db
    .updateTable('app_user as u')
    .set({
      // The column is a smallint; past the limit the number says nothing more.
      failed_logins: sql<number>`least(u.failed_logins + 1, 1000)`,
      locked_at: sql<Date | null>`case when u.failed_logins + 1 >= ${wrongPasswordsToLock} then coalesce(u.locked_at, ${at}) else u.locked_at end`,
    })
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .returning(['u.failed_logins', 'u.locked_at', 'u.office_id', 'u.full_name'])
    .executeTakeFirstOrThrow()
  return {
    officeId: row.office_id,
    fullName: row.full_name,
    lockedNow: row.failed_logins === wrongPasswordsToLock,
  }
}

/** Resets the count of wrong passwords. False where the account was locked or deleted meanwhile. */
export const resetWrongPasswords = async (db: Db, { companyId, userId }: PersonKey): Promise<boolean> => {
  const row = await db
    .updateTable('app_user as u')
    .set({ failed_logins: 0 })
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .where('u.locked_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .returning('u.user_id')
    .executeTakeFirst()
  return row !== undefined
}

export type NewSession = SessionKey & {
  readonly userId: number
  readonly tokenHash: Buffer
  readonly at: Date
  readonly expiresAt: Date
  readonly address: string
  readonly userAgent: string | undefined
  readonly byProvider: boolean
}

// What a browser calls itself is its own to choose, and so is the length.
const longestUserAgent = 400

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db
    .insertInto('session')
    .values({
      company_id: session.companyId,
      session_id: session.sessionId,
      user_id: session.userId,
      token_hash: session.tokenHash,
      rotated_at: session.at,
      created_at: session.at,
      expires_at: session.expiresAt,
      address: session.address,
      last_address: session.address,
      user_agent: session.userAgent?.slice(0, longestUserAgent) ?? null,
      by_provider: session.byProvider,
    })
    .execute()
}

/** True for a session that was opened on the word of a company's own provider. */
export const isByProvider = async (db: Db, { companyId, sessionId }: SessionKey): Promise<boolean> => {
  const row = await db
    .selectFrom('session as s')
    .select('s.by_provider')
    .where('s.company_id', '=', companyId)
    .where('s.session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.by_provider === true
}

/** The live session of a living person, locked until the transaction ends, so that its rotations take turns. */
export const lockSession = (db: Db, { companyId, sessionId }: SessionKey, now: Date) =>
  db
    .selectFrom('session as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 's.company_id').onRef('u.user_id', '=', 's.user_id'))
    .select(['s.user_id', 's.generation', 's.token_hash', 's.rotated_at', 's.created_at'])
    .where('s.company_id', '=', companyId)
    .where('s.session_id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .forUpdate('s')
    .executeTakeFirst()

export type Rotation = SessionKey & {
  readonly generation: number
  readonly tokenHash: Buffer
  readonly at: Date
  readonly expiresAt: Date
  readonly address: string
}

export const rotateSession = async (db: Db, rotation: Rotation): Promise<void> => {
  await db
    .updateTable('session')
    .set({
      generation: rotation.generation,
      token_hash: rotation.tokenHash,
      rotated_at: rotation.at,
      expires_at: rotation.expiresAt,
      last_address: rotation.address,
    })
    .where('session.company_id', '=', rotation.companyId)
    .where('session.session_id', '=', rotation.sessionId)
    .execute()
}
