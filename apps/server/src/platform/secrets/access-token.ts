import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Secrets } from '../config/operation-variables.ts'

/** How long an access token is good for. */
export const accessTokenSeconds = 15 * 60

export type AccessClaims = { readonly companyId: number; readonly userId: number; readonly sessionId: string }

/** Derives a separate key for each use of the product's secret, so that a leaked key of one use does not expose another. */
export const deriveKey = (secret: string, use: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `mimamori ${use}`, 32)))

const Claims = z.object({
  sub: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
  sid: z.uuid(),
  /** The tenant, without which no row of a session is found. */
  cid: z.int().min(0),
  exp: z.number(),
})

export type AccessTokens = {
  /** The same claims at the same instant give the same token. */
  readonly sign: (claims: AccessClaims, issuedAt: Date) => Promise<string>
  /** The claims of a genuine token that has not expired; else undefined. */
  readonly read: (token: string, now: Date) => Promise<AccessClaims | undefined>
}

/** The keys that the product's secrets give for one use, in their order. */
export const deriveKeys = ([newest, ...older]: Secrets, use: string): [KeyObject, ...KeyObject[]] => [
  deriveKey(newest, use),
  ...older.map((secret) => deriveKey(secret, use)),
]

/** The payload of a token that one of the keys signed and that has not expired. */
const verified = async (token: string, keys: readonly KeyObject[], now: Date) => {
  for (const key of keys) {
    const payload = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp'] }).then(
      (answer) => answer.payload,
      () => undefined,
    )
    if (payload !== undefined) return payload
  }
  return undefined
}

/** What a token says, and until when. */
type CachedClaims = { readonly claims: AccessClaims; readonly untilMs: number }

// A signature stays what it is, and a console asks with one token for a quarter of an hour.
const knownAtMost = 10_000

/** Keeps what the tokens seen last say, so that each signature is checked once. */
const knownTokens = () => {
  const known = new Map<string, CachedClaims>()
  return {
    find: (token: string, now: Date): AccessClaims | undefined => {
      const found = known.get(token)
      if (found === undefined || found.untilMs > now.getTime()) return found?.claims
      known.delete(token)
      return undefined
    },
    keep: (token: string, cachedClaims: CachedClaims): void => {
      const [oldest] = known.size < knownAtMost ? [] : known.keys()
      if (oldest !== undefined) known.delete(oldest)
      known.set(token, cachedClaims)
    },
  }
}

/**
 * Signs and reads access tokens. A token names a session; the database says whether that session is still open.
 * @param secrets the first signs; tokens that the others signed are good too
 */
export const accessTokens = (secrets: Secrets): AccessTokens => {
  const keys = deriveKeys(secrets, 'access token')
  const known = knownTokens()
  return {
    sign: (claims, issuedAt) => {
      const issued = Math.floor(issuedAt.getTime() / 1_000)
      return new SignJWT({ sid: claims.sessionId, cid: claims.companyId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(claims.userId))
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessTokenSeconds)
        .sign(keys[0])
    },
    read: async (token, now) => {
      const seen = known.find(token, now)
      if (seen !== undefined) return seen
      const read = Claims.safeParse(await verified(token, keys, now))
      if (!read.success) return undefined
      const { cid: companyId, sub: userId, sid: sessionId, exp } = read.data
      const claims = { companyId, userId, sessionId }
      known.keep(token, { claims, untilMs: exp * 1_000 })
      return claims
    },
  }
}
