import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { collectDefaultMetrics, register, Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { createHttp } from './http.ts'
import { readProxies } from '../traffic/proxies.ts'

const isLoopback = readProxies('loopback') ?? (() => false)

// A proxy on this computer is loopback too, and passes on everybody's calls.
const passedOn = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

const asksFromHere = ({ raw, headers }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') && passedOn.every((name) => headers[name] === undefined)

/** Whether a request shows the token; the time taken does not reveal which of its characters are right. */
const showsToken = ({ headers }: FastifyRequest, token: string): boolean => {
  const shown = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}

/**
 * `/metrics` for Prometheus: for callers who show the token; without one for this computer alone, and on a port of its own
 * for callers who reach that port.
 * @param further what is read at each call, beside what the process counts
 */
export const registerMetrics = (
  app: FastifyInstance,
  { metricsPort, metricsToken }: Pick<Config, 'metricsPort' | 'metricsToken'>,
  further: () => Promise<Registry>,
): void => {
  if (register.getSingleMetric('process_cpu_seconds_total') === undefined) collectDefaultMetrics()
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (request, reply) => {
      if (metricsToken !== undefined) {
        if (!showsToken(request, metricsToken))
          return reply
            .status(401)
            .header('www-authenticate', 'Bearer')
            .send('METRICS_TOKEN を「Authorization: Bearer …」で示してください。')
      } else if (metricsPort === undefined && !asksFromHere(request))
        return reply
          .status(403)
          .send('稼働状況は、サーバー自身からだけ見られます。ほかから見るには METRICS_TOKEN か METRICS_PORT を設定してください。')
      return reply.type(register.contentType).send(await Registry.merge([register, await further()]).metrics())
    },
  })
}

/** Opens the metrics on a port of their own, where there is one to be. */
export const startMetrics = async (config: Config, log: Logger, further: () => Promise<Registry>): Promise<FastifyInstance | undefined> => {
  if (config.metricsPort === undefined) return undefined
  const app = await createHttp(config, log)
  registerMetrics(app, config, further)
  await app.listen({ port: config.metricsPort, host: config.host })
  return app
}
