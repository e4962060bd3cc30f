import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { message } from '@mimamori/contract'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Histogram } from 'prom-client'
import { answerError } from './answer-error.ts'
import { answerBrokenRequest } from '../traffic/broken-request.ts'
import type { Config } from '../config/config.ts'
import { admission, bodyBytesOfStrangers, connectionBounds } from '../traffic/admission-policy.ts'
import { guardConnections } from '../traffic/connections.ts'
import { compressAnswers } from './compressed-answers.ts'
import { closeGracefully } from './graceful-close.ts'
import { networkOf } from '../traffic/network-of.ts'
import { callerAddress, readProxies, type IsProxy } from '../traffic/proxies.ts'
import { delayedRefusals } from '../traffic/delayed-refusals.ts'
import { dataPolicy, permissionsPolicy, securityHeaders } from './security-headers.ts'

type HttpConfig = Pick<Config, 'tlsCert' | 'tlsKey' | 'publicUrl' | 'tileUrl' | 'trustedProxies'>

// A sender that dribbles its request holds a connection: headers get ten seconds, the whole (an import of 100 MB over
// a radio link is the slowest honest one) the ten minutes that the console waits.
export const usualPatience = { headersTimeout: 10_000, requestTimeout: 600_000, connectionsCheckingInterval: 5_000 }
// Linking a thousand devices puts their serials into the address; Node's default of 16 KB ends at some seven hundred.
const maxHeaderSize = 49_152
// The library gives up after ten seconds.
const startMs = 120_000

const tlsOf = ({ tlsCert, tlsKey }: HttpConfig, patience: typeof usualPatience) =>
  tlsCert === undefined || tlsKey === undefined
    ? {}
    : {
        https: {
          cert: readFileSync(tlsCert),
          key: readFileSync(tlsKey),
          handshakeTimeout: patience.headersTimeout,
          ...patience,
          maxHeaderSize,
        },
      }

/** @throws Error where the list is malformed, which reading the configuration refuses already */
const proxiesOf = ({ trustedProxies }: HttpConfig): IsProxy => {
  const isProxy = readProxies(trustedProxies)
  if (isProxy === undefined) throw new Error('TRUSTED_PROXIES names something else than addresses')
  return isProxy
}

const requestSeconds = new Histogram({
  name: 'mimamori_http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** JSON, with an empty body counting as none: clients send the content type with every PUT. */
const readJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}

/**
 * The HTTP server, without routes: limits, headers, and one way to answer whatever goes wrong.
 * @param patience shorter in tests, as are the bounds
 */
export const createHttp = async (
  config: HttpConfig,
  log: Logger,
  patience = usualPatience,
  bounds = connectionBounds,
): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: log,
    // One line per request would hide what matters: devices alone make a hundred a second.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: proxiesOf(config),
    requestTimeout: patience.requestTimeout,
    // Reading and compiling the routes takes a busy machine its time; a start is not given up for that.
    pluginTimeout: startMs,
    // Each route names its own.
    bodyLimit: bodyBytesOfStrangers,
    http: { ...patience, maxHeaderSize },
    ...tlsOf(config, patience),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }) as unknown as FastifyInstance
  guardConnections(app, proxiesOf(config), bounds)
  app.addHook('onRequest', async (request, reply) => {
    // On the raw response, so that streams that write their own head carry it too.
    reply.raw.setHeader('x-request-id', request.id)
    reply.raw.setHeader('permissions-policy', permissionsPolicy)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the path: ids in labels would grow without end.
    const route = request.routeOptions.url ?? 'none'
    requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  closeGracefully(app)
  readJson(app)
  app.setErrorHandler(answerError)
  await app.register(helmet, securityHeaders(config))
  await app.register(multipart)
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(callerAddress(request)),
    errorResponseBuilder: (_, limit) => admission.publicCalls.refuse(limit.ttl / 1_000),
  })
  const heldBack = delayedRefusals()
  app.addHook('onSend', async (request, reply, payload) => {
    await heldBack(request.raw.socket, reply.statusCode, reply.hasHeader('retry-after'))
    return payload
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api') && String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.raw.removeHeader('permissions-policy')
      reply.raw.setHeader('content-security-policy', dataPolicy)
    }
    // Caches on the way must not keep people's health data.
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
  compressAnswers(app)
  return app
}

/** What an unknown call is answered. */
export const unknownCall = { status: 404, body: [message('notFound')] }
