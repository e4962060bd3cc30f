import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKeys } from '../../platform/secrets/access-token.ts'
import type { Secrets } from '../../platform/config/operation-variables.ts'

export type RefreshClaims = { readonly companyId: number; readonly sessionId: string; readonly generation: number }

export type RefreshTokens = {
  /** Derived, so that asking twice for one generation gives one token, though only its hash is kept. */
  readonly make: (claims: RefreshClaims) => string
  /** The token of which only the hash is kept, whichever of the secrets made it; undefined where none did. */
  readonly find: (claims: RefreshClaims, hash: Buffer) => string | undefined
  /** What a genuine token says; undefined for any other text. */
  readonly read: (token: string) => RefreshClaims | undefined
}

const form = /^(\d{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

const textOf = ({ companyId, sessionId, generation }: RefreshClaims) => `${companyId}.${sessionId}.${generation}`

const seal = (key: KeyObject, claims: RefreshClaims) => createHmac('sha256', key).update(textOf(claims)).digest()

const tokenOf = (key: KeyObject, claims: RefreshClaims) => `${textOf(claims)}.${seal(key, claims).toString('base64url')}`

/**
 * Makes and reads refresh tokens: `company.session.generation.seal`.
 * @param secrets the first makes them; what the others made is good too
 */
export const refreshTokens = (secrets: Secrets): RefreshTokens => {
  const keys = deriveKeys(secrets, 'refresh token')
  return {
    make: (claims) => tokenOf(keys[0], claims),
    find: (claims, hash) => keys.map((key) => tokenOf(key, claims)).find((token) => hashToken(token).equals(hash)),
    read: (token) => {
      const [, companyId, sessionId, generation, sent] = form.exec(token) ?? []
      if (sessionId === undefined || generation === undefined || sent === undefined) return undefined
      const claims = { companyId: Number(companyId), sessionId, generation: Number(generation) }
      const given = Buffer.from(sent, 'base64url')
      return keys.some((key) => timingSafeEqual(seal(key, claims), given)) ? claims : undefined
    },
  }
}

/** What the database keeps of a refresh token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
