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

// A console renews every quarter of an hour: longer unheard, the page was closed. What a touch keeps open is counted in the browser.
const sharedTokenMs = 20 * 60_000

/**
 * Until when a session is good: 14 days from its last renewal, and 30 days from the sign-in at the longest; on a shared device 20 minutes
 * from its last renewal, and until the end of the shift at the longest.
 */
export const expiryOf = (signedInAt: Date, now: Date, sharedUntil: Date | null = null): Date =>
  sharedUntil === null
    ? new Date(Math.min(now.getTime() + refreshTokenMs, signedInAt.getTime() + longestSessionMs))
    : new Date(Math.min(now.getTime() + sharedTokenMs, sharedUntil.getTime()))

/** Where somebody signs in from: the address of the request, and what its browser calls itself. */
export type Origin = From & {
  readonly userAgent: string | undefined
  /** True on the word of their company's own provider: what is to be settled here, such as a second factor, is the provider's then. */
  readonly byProvider?: boolean
  /** True where the person showed just now what confirms a session, beyond what signs in. */
  readonly isConfirmed?: boolean
  /** A worker's card, and on a shared device until when the session lasts. It has a lock of its own. */
  readonly card?: { readonly sharedUntil: Date | null }
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
  { address, browser, userAgent, byProvider = false, isConfirmed = false, card }: Origin,
  proof: Proof,
): Promise<OpenedSession | undefined> => {
  const now = clock()
  const sessionId = randomUUID()
  const refreshToken = refreshTokens(config.jwtSecrets).make({ companyId, sessionId, generation: 0 })
  const isOpen = await db.transaction().execute(async (trx) => {
    if (!(await lockProven(trx, { companyId, userId }, proof))) return false
    if (card === undefined && !(await clearWrongPasswords(trx, { companyId, userId }, { address, browser }, now))) return false
    const tokenHash = hashToken(refreshToken)
    const sharedUntil = card?.sharedUntil ?? null
    const from = { address, userAgent, byProvider, byCard: card !== undefined, sharedUntil }
    const expiresAt = expiryOf(now, now, sharedUntil)
    await insertSession(trx, { companyId, sessionId, userId, tokenHash, at: now, expiresAt, isConfirmed, ...from })
    await recordSession(trx, 'signIn', { companyId, userId }, { at: now, ...from })
    return true
  })
  if (!isOpen) return undefined
  // Passwords of a leader are not guessed more freely from a tablet on which they showed their card.
  if (card === undefined) browser.remember({ companyId, userId })
  networksSignedInFrom.add(address, now)
  return { token: await accessTokens(config.jwtSecrets).sign({ companyId, userId, sessionId }, now), refreshToken }
}
