import { sql } from 'kysely'
import { companyOfLogin } from '../../shared/accounts/login.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import type { SessionKey } from '../../shared/accounts/end-sessions.ts'
import type { Db } from '../../platform/context.ts'

/** The living account of a login ID, whose case does not matter. Looked for also where nobody has it, so that it takes as long. */
export const findAccount = async (db: Db, loginId: string) => {
  const companyId = (await companyOfLogin(db, loginId)) ?? providerId
  return db
    .selectFrom('app_user as u')
    .select(['u.company_id as companyId', 'u.user_id as userId', 'u.password_hash as passwordHash', 'u.disabled_at as disabledAt'])
    .where('u.company_id', '=', companyId)
    .where('u.login_key', '=', sql<string>`lower(${loginId})`)
    .executeTakeFirst()
}

export type NewSession = SessionKey & {
  readonly userId: number
  readonly tokenHash: Buffer
  readonly at: Date
  readonly expiresAt: Date
  readonly address: string
  readonly userAgent: string | undefined
  readonly byProvider: boolean
  readonly isConfirmed: boolean
  readonly byCard: boolean
  readonly sharedUntil: Date | null
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
      confirmed_at: session.isConfirmed ? session.at : null,
      by_card: session.byCard,
      shared_until: session.sharedUntil,
    })
    .execute()
}

/** How a session was opened, by which nothing may have to be settled. */
export type WayIn = { readonly byProvider: boolean; readonly byCard: boolean; readonly sharedUntil: Date | null }

/** How a session was opened: on the word of a company's own provider, by a worker's card, or neither. */
export const findWayIn = async (db: Db, { companyId, sessionId }: SessionKey): Promise<WayIn> => {
  const row = await db
    .selectFrom('session as s')
    .select(['s.by_provider as byProvider', 's.by_card as byCard', 's.shared_until as sharedUntil'])
    .where('s.company_id', '=', companyId)
    .where('s.session_id', '=', sessionId)
    .executeTakeFirst()
  return row ?? { byProvider: false, byCard: false, sharedUntil: null }
}

/** The live session of a living person, locked until the transaction ends, so that its rotations take turns. */
export const lockSession = (db: Db, { companyId, sessionId }: SessionKey, now: Date) =>
  db
    .selectFrom('session as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 's.company_id').onRef('u.user_id', '=', 's.user_id'))
    .select(['s.user_id', 's.generation', 's.token_hash', 's.rotated_at', 's.created_at', 's.shared_until'])
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
