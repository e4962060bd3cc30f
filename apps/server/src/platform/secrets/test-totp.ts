import { TOTP } from 'otpauth'

/** The code that an app for one-time codes shows at an instant, or so many steps of 30 seconds later. */
export const codeAt = (secret: string, epochMs: number, stepsOn = 0): string =>
  new TOTP({ secret }).generate({ timestamp: epochMs + stepsOn * 30_000 })
