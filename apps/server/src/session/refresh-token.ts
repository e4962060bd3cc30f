import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../platform/access-token.ts'

export type RefreshClaims = { readonly sessionId: string; readonly generation: number }

export type RefreshTokens = {
  /** Derived, so that asking twice for one generation gives one token, though only its hash is kept. */
  readonly make: (claims: RefreshClaims) => string
  /** What a genuine token says; undefined for any other text. */
  readonly read: (token: string) => RefreshClaims | undefined
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

const seal = (key: KeyObject, { sessionId, generation }: RefreshClaims) =>
  createHmac('sha256', key).update(`${sessionId}.${generation}`).digest()

/** Makes and reads refresh tokens: `session.generation.seal`. */
export const refreshTokens = (secret: string): RefreshTokens => {
  const key = deriveKey(secret, 'refresh token')
  return {
    make: (claims) => `${claims.sessionId}.${claims.generation}.${seal(key, claims).toString('base64url')}`,
    read: (token) => {
      const [, sessionId, generation, sent] = form.exec(token) ?? []
      if (sessionId === undefined || generation === undefined || sent === undefined) return undefined
      const claims = { sessionId, generation: Number(generation) }
      return timingSafeEqual(seal(key, claims), Buffer.from(sent, 'base64url')) ? claims : undefined
    },
  }
}

/** What the database keeps of a refresh token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
