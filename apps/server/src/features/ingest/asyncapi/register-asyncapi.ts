import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../platform/config/config.ts'
import { asyncApiDocument } from './asyncapi-document.ts'

/** `/api/asyncapi.json`, for everybody as `/api/openapi.json` is. */
export const registerAsyncApi = (app: FastifyInstance, config: Config): void => {
  const known = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname
  app.get('/api/asyncapi.json', async ({ hostname }, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(asyncApiDocument(config, known ?? hostname))),
  )
}
