import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { formatCookie, readCookie } from '../../../platform/http/cookies.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'

/** How long somebody may take at the provider. */
export const attemptMs = 10 * 60_000

const Attempt = z.object({
  companyId: z.int(),
  redirectUri: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Known to this browser alone: unlike the state it is in no address. */
  browser: z.string(),
  /** When it began, where the provider is to ask the person to sign in again; epoch ms. */
  againSince: z.number().optional(),
  until: z.number(),
})

/** What the browser that began a sign-in keeps, sealed, until it is over. */
export type Attempt = z.infer<typeof Attempt>

const owner = 'browser'
const sealed = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => sealedBy(jwtSecrets, 'single sign-on attempt')

const cookieOf = (secure: boolean) => ({ name: 'mimamori-sso', isSecure: secure })

// Lax, since the provider leads back from another site.
const cookie = (secure: boolean, value: string, seconds: number) => formatCookie({ ...cookieOf(secure), value, seconds, sameSite: 'Lax' })

/** The Set-Cookie that keeps an attempt in the browser. */
export const sealAttempt = (config: Pick<Config, 'jwtSecrets'>, attempt: Attempt): string => {
  const value = sealed(config).seal(JSON.stringify(attempt), owner).toString('base64url')
  return cookie(attempt.redirectUri.startsWith('https:'), value, attemptMs / 1_000)
}

/** The Set-Cookie that ends it. */
export const forgetAttempt = (isSecure: boolean): string => cookie(isSecure, '', 0)

/** The attempt in a Cookie header; undefined where there is none of ours that still lasts. */
export const readAttempt = (
  config: Pick<Config, 'jwtSecrets'>,
  header: string | undefined,
  isSecure: boolean,
  now: Date,
): Attempt | undefined => {
  const value = readCookie(header, cookieOf(isSecure))
  if (value === undefined) return undefined
  const text = sealed(config).open(Buffer.from(value, 'base64url'), owner)
  if (text === undefined) return undefined
  const attempt = Attempt.parse(JSON.parse(text))
  return attempt.until > now.getTime() ? attempt : undefined
}
