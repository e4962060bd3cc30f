import type { PersonKey } from '../../apps/server/src/shared/organisation/keys.ts'
import type { Context } from '../../apps/server/src/platform/context.ts'
import { codeAt } from '../../apps/server/src/platform/secrets/test-totp.ts'
import { unknownBrowser } from '../../apps/server/src/features/session/known-browser.ts'
import { openSession } from '../../apps/server/src/features/session/open-session.ts'
import { issueTicket } from '../../apps/server/src/features/session/second-factor/ticket.ts'
import { removeTotp, startTotp, takeTotpCode } from '../../apps/server/src/features/session/second-factor/totp-store.ts'
import { makeTotpSecret } from '../../apps/server/src/features/session/second-factor/totp.ts'
import { attemptMs, sealAttempt } from '../../apps/server/src/features/session/single-sign-on/attempt.ts'
import { makeCode } from '../../apps/server/src/features/session/single-sign-on/code-store.ts'
import { plotPassword } from '../../apps/server/test/permissions/plot.ts'

/** What a good call carries that the product handed out before: a token, a ticket, a code. */
export type HandedOut = { readonly payload: object; readonly headers?: Readonly<Record<string, string>> }

const believed = async (): Promise<void> => undefined
const origin = { address: '192.0.2.1', browser: unknownBrowser, userAgent: undefined }

const newSession = async (context: Context, person: PersonKey): Promise<HandedOut> => {
  const opened = await openSession(context, person, origin, believed)
  return { payload: { refreshToken: opened?.refreshToken } }
}

const newApp = async (context: Context, person: PersonKey): Promise<string> => {
  const secret = makeTotpSecret()
  await removeTotp(context.db, person)
  await startTotp(context, person, secret)
  return secret
}

/** The secret of an app in use, whose code of this moment is taken. */
const appInUse = async (context: Context, person: PersonKey): Promise<string> => {
  const secret = await newApp(context, person)
  await takeTotpCode(context, context.db, person, codeAt(secret, context.clock().getTime()), true)
  return secret
}

const again = { password: plotPassword }

/** The calls that never succeed with made-up values, by `METHOD path`, as the person makes them that they are about. */
export const handedOut: Readonly<Record<string, (context: Context, person: PersonKey) => Promise<HandedOut>>> = {
  'POST /api/Authenticate/refresh': newSession,
  'POST /api/Authenticate/Logout': newSession,
  'POST /api/Authenticate/SecondFactor': async (context, person) => {
    const secret = await appInUse(context, person)
    const ticket = await issueTicket(context, person, believed, {})
    return { payload: { ticket, code: codeAt(secret, context.clock().getTime(), 1) } }
  },
  'POST /api/Authenticate/Sso': async (context, person) => {
    const now = context.clock()
    const browser = 'a browser of the soak'
    const attempt = {
      companyId: person.companyId,
      redirectUri: 'http://localhost/',
      state: 'state',
      nonce: 'nonce',
      verifier: 'verifier',
      browser,
      until: now.getTime() + attemptMs,
    }
    const [cookie = ''] = sealAttempt(context.config, attempt).split(';')
    return { payload: { code: await makeCode(context.db, person, { browser, isFresh: false }, now) }, headers: { cookie } }
  },
  'POST /api/SecondFactor/Totp': async (context, person) => {
    await removeTotp(context.db, person)
    return { payload: again }
  },
  'POST /api/SecondFactor/Totp/Confirm': async (context, person) => {
    const secret = await newApp(context, person)
    return { payload: { code: codeAt(secret, context.clock().getTime()) } }
  },
  'POST /api/SecondFactor/Totp/Remove': async (context, person) => {
    await appInUse(context, person)
    return { payload: again }
  },
  'POST /api/SecondFactor/RecoveryCodes': async (context, person) => {
    await appInUse(context, person)
    return { payload: again }
  },
}
