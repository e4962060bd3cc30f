import { secondFactor, session } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { route, type Route } from '../../../platform/http/route.ts'
import { knownBrowser } from '../known-browser.ts'
import { beginTotp, confirmTotp, endTotp, renewRecoveryCodes } from './enrolment.ts'
import { beginPasskey, confirmPasskey, endPasskey } from './passkey-enrolment.ts'
import { requestOfTicket, takeSecondStep } from './second-step.ts'
import { requireOfService, readFactorState } from './factor-state.ts'

/** The second step of a sign-in, and what one has for it. */
export const secondFactorRoutes = (context: Context): Route[] => [
  route(session.secondFactor, 'session', ({ body, address, request, reply }) =>
    takeSecondStep(context, body, { address, browser: knownBrowser(context, request, reply), userAgent: request.headers['user-agent'] }),
  ),
  route(session.passkeyRequest, 'session', ({ body, address, request, reply }) =>
    requestOfTicket(context, body.ticket, { address, browser: knownBrowser(context, request, reply) }),
  ),
  route(secondFactor.standing, 'secondFactor', ({ actor }) => readFactorState(context, actor)),
  route(secondFactor.startTotp, 'secondFactor', ({ body, ...requester }) => beginTotp(context, requester, body.password)),
  route(secondFactor.confirmTotp, 'secondFactor', ({ body, ...requester }) => confirmTotp(context, requester, body.code)),
  route(secondFactor.removeTotp, 'secondFactor', async ({ body, ...requester }) => {
    await endTotp(context, requester, body.password)
    return {}
  }),
  route(secondFactor.startPasskey, 'secondFactor', ({ body, ...requester }) => beginPasskey(context, requester, body)),
  route(secondFactor.confirmPasskey, 'secondFactor', ({ body, ...requester }) => confirmPasskey(context, requester, body.passkey)),
  route(secondFactor.removePasskey, 'secondFactor', async ({ body, ...requester }) => {
    await endPasskey(context, requester, body)
    return {}
  }),
  route(secondFactor.renewRecoveryCodes, 'secondFactor', ({ body, ...requester }) => renewRecoveryCodes(context, requester, body.password)),
  route(secondFactor.requireOfService, 'secondFactor', async ({ body, ...requester }) => {
    await requireOfService(context, requester, body.isRequired)
    return {}
  }),
]
