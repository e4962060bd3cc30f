import { randomUUID } from 'node:crypto'
import type { AnswerOf, session } from '@mimamori/contract'
import type { PersonKey } from '../organisation/keys.ts'
import { accessTokens } from '../platform/access-token.ts'
import type { Context, Db } from '../platform/context.ts'
import { forbidden } from '../platform/errors.ts'
import { comeIn } from './lock.ts'
import { recordSession } from './record-session.ts'
import { hashToken, refreshTokens } from './refresh-token.ts'
import { insertSession } from './store.ts'

const dayMs = 24 * 3_600_000
const refreshTokenMs = 14 * dayMs
const longestSessionMs = 30 * dayMs

/** Until when a session is good: 14 days from its last renewal, and 30 days from the sign-in at the longest. */
export const expiryOf = (signedInAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + refreshTokenMs, signedInAt.getTime() + longestSessionMs))

/** Where somebody signs in from: the address of the request, and what its browser calls itself. */
export type Origin = {
  readonly address: string
  readonly userAgent: string | undefined
  /** True on the word of their company's own provider: what is owed here, such as a second factor, is the provider's then. */
  readonly byProvider?: boolean
}

/** The pair that a session is held by. */
export type OpenedSession = AnswerOf<typeof session.refresh>

const refuseDisabled = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  const disabled = await db
    .selectFrom('app_user as u')
    .select('u.user_id')
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .where('u.disabled_at', 'is not', null)
    .executeTakeFirst()
  if (disabled !== undefined) throw forbidden('accountDisabled')
}

/**
 * Opens a session for a person who has shown who they are, by whichever way in; nothing else makes one.
 * @returns undefined where the account was locked there or deleted since they showed it
 * @throws Refusal 403 where the account is disabled
 */
export const openSession = async (
  { config, db, clock }: Context,
  { companyId, userId }: PersonKey,
  { address, userAgent, byProvider = false }: Origin,
): Promise<OpenedSession | undefined> => {
  const now = clock()
  const sessionId = randomUUID()
  const refreshToken = refreshTokens(config.jwtSecrets).make({ companyId, sessionId, generation: 0 })
  const isOpen = await db.transaction().execute(async (trx) => {
    if (!(await comeIn(trx, { companyId, userId }, address, now))) return false
    // The row is locked by now, so that an account is disabled either before this or with this session.
    await refuseDisabled(trx, { companyId, userId })
    const tokenHash = hashToken(refreshToken)
    const from = { address, userAgent, byProvider }
    await insertSession(trx, { companyId, sessionId, userId, tokenHash, at: now, expiresAt: expiryOf(now, now), ...from })
    await recordSession(trx, 'signIn', { companyId, userId }, { at: now, address, byProvider })
    return true
  })
  if (!isOpen) return undefined
  return { token: await accessTokens(config.jwtSecrets).sign({ companyId, userId, sessionId }, now), refreshToken }
}
