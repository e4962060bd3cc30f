import { kbn, session, sessions } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'
import { knownBrowser } from './known-browser.ts'
import { rotate, signOut } from './rotate.ts'
import { signIn } from './sign-in.ts'
import { userInfo } from './user-info.ts'

/** Signing in and out, and who one is. */
export const sessionRoutes = (context: Context): Route[] => [
  route(session.login, 'session', ({ body, address, request, reply }) =>
    signIn(context, body, { address, browser: knownBrowser(context, request, reply), userAgent: request.headers['user-agent'] }),
  ),
  route(session.refresh, 'session', ({ body, address }) => rotate(context, body.refreshToken, address)),
  route(session.logout, 'session', async ({ body, address }) => {
    await signOut(context, body.refreshToken, address)
    return {}
  }),
  route(session.changePassword, 'session', async ({ actor, body, address }) => {
    await changePassword(context, actor, body, address)
    return {}
  }),
  route(session.userInfo, 'user', ({ actor, query }) => userInfo(context, actor, query)),
  route(sessions.own, 'session', ({ actor }) => ownSessions(context, actor)),
  route(sessions.endOwn, 'session', async ({ params, ...requester }) => {
    await endOwnSession(context, requester, params.sessionId)
    return {}
  }),
  route(sessions.endOthers, 'session', async (requester) => {
    await endOtherSessions(context, requester)
    return {}
  }),
  route(kbn.safetyBeltDisplay, 'user', async ({ actor }) => ({ display: (await userInfo(context, actor, {})).safetyBeltDisplaySetting })),
]
