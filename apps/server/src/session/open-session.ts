import { randomUUID } from 'node:crypto'
import type { AnswerOf, session } from '@mimamori/contract'
import type { PersonKey } from '../organisation/keys.ts'
import { accessTokens } from '../platform/access-token.ts'
import type { Context } from '../platform/context.ts'
import { hashToken, refreshTokens } from './refresh-token.ts'
import { insertSession, resetWrongPasswords } from './store.ts'

/** How long a refresh token is good for, counted from each rotation. */
export const refreshTokenMs = 14 * 24 * 3_600_000

/** Where somebody signs in from: the address of the request, and what its browser calls itself. */
export type Origin = { readonly address: string; readonly userAgent: string | undefined }

/** The pair that a session is held by. */
export type OpenedSession = AnswerOf<typeof session.refresh>

/**
 * Opens a session for a person who has shown who they are, by whichever way in; nothing else makes one.
 * @returns undefined where the account was locked or deleted since they showed it
 */
export const openSession = async (
  { config, db, clock }: Context,
  { companyId, userId }: PersonKey,
  _from: Origin,
): Promise<OpenedSession | undefined> => {
  const now = clock()
  const sessionId = randomUUID()
  const refreshToken = refreshTokens(config.jwtSecrets).make({ companyId, sessionId, generation: 0 })
  const isOpen = await db.transaction().execute(async (trx) => {
    if (!(await resetWrongPasswords(trx, { companyId, userId }))) return false
    const expiresAt = new Date(now.getTime() + refreshTokenMs)
    await insertSession(trx, { companyId, sessionId, userId, tokenHash: hashToken(refreshToken), at: now, expiresAt })
    return true
  })
  if (!isOpen) return undefined
  return { token: await accessTokens(config.jwtSecrets).sign({ companyId, userId, sessionId }, now), refreshToken }
}
