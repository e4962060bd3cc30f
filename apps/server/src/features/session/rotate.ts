import type { AnswerOf, session } from '@mimamori/contract'
import { endSession } from '../../shared/accounts/end-sessions.ts'
import { accessTokens } from '../../platform/secrets/access-token.ts'
import type { Context } from '../../platform/context.ts'
import { unauthorised } from '../../platform/errors.ts'
import { expiryOf } from './open-session.ts'
import { recordSession } from './record-session.ts'
import { hashToken, refreshTokens } from './refresh-token.ts'
import { lockSession, rotateSession } from './store.ts'
import { networksSignedInFrom } from './signed-in-networks.ts'
import { whyOver } from './why-over.ts'

// Two tabs may refresh at once, and an answer may be lost on the way: the token before stays good this long.
const graceMs = 60_000

type Pair = AnswerOf<typeof session.refresh>

/** The rotation that the transaction decided on; undefined where the session is over. */
type Turn = { readonly userId: number; readonly successor: string; readonly rotatedAt: Date } | undefined

/**
 * Exchanges a refresh token for its successor. The token before it gives the same pair for a minute; an older one has
 * been copied, so it ends the session for the person who holds it.
 * @throws Refusal 401, which says why the session ended
 */
export const rotate = async ({ config, db, clock }: Context, refreshToken: string, address: string): Promise<Pair> => {
  const tokens = refreshTokens(config.jwtSecrets)
  const claims = tokens.read(refreshToken)
  if (claims === undefined) throw unauthorised()
  const { companyId, sessionId } = claims
  const now = clock()

  // Refusing inside the transaction would undo the end of the session that it must record.
  const turn = await db.transaction().execute(async (trx): Promise<Turn> => {
    const open = await lockSession(trx, claims, now)
    if (open === undefined) return undefined
    const userId = open.user_id
    if (claims.generation === open.generation) {
      if (!hashToken(refreshToken).equals(open.token_hash)) return undefined
      const generation = open.generation + 1
      const successor = tokens.make({ companyId, sessionId, generation })
      const expiresAt = expiryOf(open.created_at, now, open.shared_until)
      await rotateSession(trx, { companyId, sessionId, generation, tokenHash: hashToken(successor), at: now, expiresAt, address })
      return { userId, successor, rotatedAt: now }
    }
    const sinceRotation = now.getTime() - open.rotated_at.getTime()
    if (claims.generation === open.generation - 1 && sinceRotation <= graceMs) {
      const successor = tokens.find({ companyId, sessionId, generation: open.generation }, open.token_hash)
      return successor === undefined ? undefined : { userId, successor, rotatedAt: open.rotated_at }
    }
    if (claims.generation < open.generation) {
      await endSession(trx, claims, 'replay', now)
      await recordSession(trx, 'replay', { companyId, userId }, { at: now, address })
    }
    return undefined
  })
  if (turn === undefined) throw unauthorised(await whyOver(db, claims))
  networksSignedInFrom.add(address, now)
  return {
    // Issued at the rotation, so that both of two tabs hold the very same pair.
    token: await accessTokens(config.jwtSecrets).sign({ companyId, userId: turn.userId, sessionId }, turn.rotatedAt),
    refreshToken: turn.successor,
  }
}

/** Ends the session that a refresh token belongs to. An invalid token ends nothing. */
export const signOut = async ({ config, db, clock }: Context, refreshToken: string, address: string): Promise<void> => {
  const claims = refreshTokens(config.jwtSecrets).read(refreshToken)
  if (claims === undefined) return
  const at = clock()
  await db.transaction().execute(async (trx) => {
    const userId = await endSession(trx, claims, 'logout', at)
    if (userId !== undefined) await recordSession(trx, 'signOut', { companyId: claims.companyId, userId }, { at, address })
  })
}
