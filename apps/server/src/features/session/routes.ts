import { kbn, ownData, session, sessions, workerCard } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { chooseLanguage } from './choose-language.ts'
import { choosePin, lookAtCard, signInByCard } from './card/sign-in.ts'
import { confirmSession, readConfirmation, requestConfirmation } from './confirmation.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'
import { knownBrowser } from './known-browser.ts'
import type { Origin } from './open-session.ts'
import { rotate, signOut } from './rotate.ts'
import { signIn } from './sign-in.ts'
import { userInfo } from './user-info.ts'

type PublicCall = { readonly address: string; readonly request: FastifyRequest; readonly reply: FastifyReply }

const originOf = (context: Context, { address, request, reply }: PublicCall): Origin => ({
  address,
  browser: knownBrowser(context, request, reply),
  userAgent: request.headers['user-agent'],
})

/** Signing in and out, and who one is. */
export const sessionRoutes = (context: Context): Route[] => [
  route(session.login, 'session', ({ body, ...call }) => signIn(context, body, originOf(context, call))),
  route(workerCard.look, 'workerCard', ({ body, ...call }) => lookAtCard(context, body.card, originOf(context, call))),
  route(workerCard.signIn, 'workerCard', ({ body, ...call }) => signInByCard(context, body, originOf(context, call))),
  route(workerCard.choosePin, 'workerCard', ({ body, ...call }) => choosePin(context, body, originOf(context, call))),
  route(session.refresh, 'session', ({ body, address }) => rotate(context, body.refreshToken, address)),
  route(session.logout, 'session', async ({ body, address }) => {
    await signOut(context, body.refreshToken, address)
    return {}
  }),
  route(session.changePassword, 'session', async ({ actor, body, address }) => {
    await changePassword(context, actor, body, address)
    return {}
  }),
  route(session.chooseLanguage, 'user', async ({ body, ...requester }) => {
    await chooseLanguage(context, requester, body.language)
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
  route(ownData.confirmation, 'ownData', ({ actor }) => readConfirmation(context, actor)),
  route(ownData.confirm, 'ownData', ({ body, ...requester }) => confirmSession(context, requester, body)),
  route(ownData.confirmationPasskey, 'ownData', ({ actor }) => requestConfirmation(context, actor)),
  route(kbn.safetyBeltDisplay, 'user', async ({ actor }) => ({ display: (await userInfo(context, actor, {})).safetyBeltDisplaySetting })),
]
