import { identityProvider, singleSignOn } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { forbidden } from '../../../platform/errors.ts'
import { isSecure, originOf } from '../../../platform/http/cookies.ts'
import { route, type Route } from '../../../platform/http/route.ts'
import { knownBrowser } from '../known-browser.ts'
import { forgetAttempt, readAttempt } from './attempt.ts'
import { readProvider, removeProvider, saveProvider } from './save-provider.ts'
import { finish, type Leading, redeem, redirectUriAt, start } from './sign-in-there.ts'
import { createProviderCache } from './provider-cache.ts'

const lead = (reply: FastifyReply, { location, cookie }: Leading): void => {
  if (cookie !== undefined) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store').redirect(location, 302)
}

const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/**
 * Refuses a browser that another site makes ask without anybody seeing it, by an image or a frame; a link there may lead here.
 * @throws Refusal 403
 */
const refuseHidden = ({ headers }: FastifyRequest): void => {
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document') throw forbidden()
}

/** Signing in at a company's own provider, and which provider that is. */
export const singleSignOnRoutes = (context: Context): Route[] => {
  const { config, clock } = context
  const talks = createProviderCache(context)
  const attemptOf = (request: FastifyRequest) => readAttempt(config, request.headers.cookie, isSecure(config, request), clock())
  return [
    route(singleSignOn.start, 'singleSignOn', async ({ query, address, request, reply }) => {
      refuseHidden(request)
      lead(
        reply,
        await start(context, talks, query, { address, browser: knownBrowser(context, request, reply), origin: originOf(config, request) }),
      )
    }),
    route(singleSignOn.finish, 'singleSignOn', async ({ params, address, request, reply }) =>
      lead(reply, await finish(context, talks, attemptOf(request), { ...params, search: searchOf(request), address })),
    ),
    route(singleSignOn.redeem, 'singleSignOn', async ({ body, address, request, reply }) => {
      const attempt = attemptOf(request)
      reply.header('set-cookie', forgetAttempt(isSecure(config, request)))
      return redeem(context, attempt, body.code, {
        address,
        browser: knownBrowser(context, request, reply),
        userAgent: request.headers['user-agent'],
      })
    }),
    route(identityProvider.one, 'identityProvider', ({ actor, params, request }) =>
      readProvider(context, actor, params.id, redirectUriAt(originOf(config, request), params.id)),
    ),
    route(identityProvider.save, 'identityProvider', async ({ actor, address, params, body, request }) => {
      await saveProvider(context, { actor, address }, params.id, body)
      return readProvider(context, actor, params.id, redirectUriAt(originOf(config, request), params.id))
    }),
    route(identityProvider.remove, 'identityProvider', async ({ actor, address, params, body }) => {
      await removeProvider(context, { actor, address }, params.id, body.password)
      return {}
    }),
  ]
}
