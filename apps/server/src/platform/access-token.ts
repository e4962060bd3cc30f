import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

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
})

export type AccessTokens = {
  /** The same claims at the same instant give the same token. */
  readonly sign: (claims: AccessClaims, issuedAt: Date) => Promise<string>
  /** The claims of a genuine token that has not expired; else undefined. */
  readonly read: (token: string, now: Date) => Promise<AccessClaims | undefined>
}

/** Signs and reads access tokens. A token names a session; the database says whether that session is still open. */
export const accessTokens = (secret: string): AccessTokens => {
  const key = deriveKey(secret, 'access token')
  return {
    sign: (claims, issuedAt) => {
      const issued = Math.floor(issuedAt.getTime() / 1_000)
      return new SignJWT({ sid: claims.sessionId, cid: claims.companyId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(claims.userId))
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessTokenSeconds)
        .sign(key)
    },
    read: async (token, now) => {
      const payload = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp'] }).then(
        (verified) => verified.payload,
        () => undefined,
      )
      const claims = Claims.safeParse(payload)
      return claims.success ? { companyId: claims.data.cid, userId: claims.data.sub, sessionId: claims.data.sid } : undefined
    },
  }
}
