import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../platform/access-token.ts'

export type RefreshClaims = { readonly companyId: number; readonly sessionId: string; readonly generation: number }

export type RefreshTokens = {
  /** Derived, so that asking twice for one generation gives one token, though only its hash is kept. */
  readonly make: (claims: RefreshClaims) => string
  /** What a genuine token says; undefined for any other text. */
  readonly read: (token: string) => RefreshClaims | undefined
}

const form = /^(\d{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

const textOf = ({ companyId, sessionId, generation }: RefreshClaims) => `${companyId}.${sessionId}.${generation}`

const seal = (key: KeyObject, claims: RefreshClaims) => createHmac('sha256', key).update(textOf(claims)).digest()

/** Makes and reads refresh tokens: `company.session.generation.seal`. */
export const refreshTokens = (secret: string): RefreshTokens => {
  const key = deriveKey(secret, 'refresh token')
  return {
    make: (claims) => `${textOf(claims)}.${seal(key, claims).toString('base64url')}`,
    read: (token) => {
      const [, companyId, sessionId, generation, sent] = form.exec(token) ?? []
      if (sessionId === undefined || generation === undefined || sent === undefined) return undefined
      const claims = { companyId: Number(companyId), sessionId, generation: Number(generation) }
      return timingSafeEqual(seal(key, claims), Buffer.from(sent, 'base64url')) ? claims : undefined
    },
  }
}

/** What the database keeps of a refresh token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
