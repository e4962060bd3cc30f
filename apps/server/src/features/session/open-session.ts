import { dayMs } from '@mimamori/contract/day'
import { randomUUID } from 'node:crypto'
import type { AnswerOf, session } from '@mimamori/contract'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { accessTokens } from '../../platform/secrets/access-token.ts'
import type { Context } from '../../platform/context.ts'
import { clearWrongPasswords, type From } from './sign-in-lockout.ts'
import { networksSignedInFrom } from './signed-in-networks.ts'
import { lockProven, type Proof } from './proof.ts'
import { recordSession } from './record-session.ts'
import { hashToken, refreshTokens } from './refresh-token.ts'
import { insertSession } from './store.ts'

const refreshTokenMs = 14 * dayMs
const longestSessionMs = 30 * dayMs

/** Until when a session is good: 14 days from its last renewal, and 30 days from the sign-in at the longest. */
export const expiryOf = (signedInAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + refreshTokenMs, signedInAt.getTime() + longestSessionMs))

/** Where somebody signs in from: the address of the request, and what its browser calls itself. */
export type Origin = From & {
  readonly userAgent: string | undefined
  /** True on the word of their company's own provider: what is to be settled here, such as a second factor, is the provider's then. */
  readonly byProvider?: boolean
}

/** The pair that a session is held by. */
export type OpenedSession = AnswerOf<typeof session.refresh>

/**
 * Opens a session for a person who has shown who they are, by whichever way in; nothing else makes one.
 * @param proof what they showed, which must still be good
 * @returns undefined where the account was locked there or deleted since they showed it
 * @throws Refusal 401 if what they showed is no longer valid, 403 where the account is disabled
 */
export const openSession = async (
  { config, db, clock }: Context,
  { companyId, userId }: PersonKey,
  { address, browser, userAgent, byProvider = false }: Origin,
  proof: Proof,
): Promise<OpenedSession | undefined> => {
  const now = clock()
  const sessionId = randomUUID()
  const refreshToken = refreshTokens(config.jwtSecrets).make({ companyId, sessionId, generation: 0 })
  const isOpen = await db.transaction().execute(async (trx) => {
    if (!(await lockProven(trx, { companyId, userId }, proof))) return false
    if (!(await clearWrongPasswords(trx, { companyId, userId }, { address, browser }, now))) return false
    const tokenHash = hashToken(refreshToken)
    const from = { address, userAgent, byProvider }
    await insertSession(trx, { companyId, sessionId, userId, tokenHash, at: now, expiresAt: expiryOf(now, now), ...from })
    await recordSession(trx, 'signIn', { companyId, userId }, { at: now, address, byProvider })
    return true
  })
  if (!isOpen) return undefined
  browser.remember({ companyId, userId })
  networksSignedInFrom.add(address, now)
  return { token: await accessTokens(config.jwtSecrets).sign({ companyId, userId, sessionId }, now), refreshToken }
}
