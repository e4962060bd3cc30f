import { Secret, TOTP } from 'otpauth'

// RFC 6238 as the apps for it all know it: six digits of SHA-1 every 30 seconds.
const form = { issuer: '見守り', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Clocks of phones may be off by one code either way (RFC 6238, 5.2). */
const stepsOff = 1

/** A new secret of 160 random bits, in base32 as people type it where no picture can be read. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an app reads from the picture. */
export const totpUri = (secret: string, loginId: string): string => new TOTP({ ...form, label: loginId, secret }).toString()

/**
 * The number of the 30 seconds that a code is of; undefined where it is of none near `at`.
 * @param secret in base32
 */
export const stepOf = (secret: string, code: string, at: Date): number | undefined => {
  const timestamp = at.getTime()
  const off = new TOTP({ ...form, secret }).validate({ token: code, timestamp, window: stepsOff })
  return off === null ? undefined : Math.floor(timestamp / (form.period * 1_000)) + off
}
