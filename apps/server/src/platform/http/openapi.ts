import type { FastifyInstance } from 'fastify'
import { registerApiViewer } from './api-viewer.ts'
import { openApiDocument } from './openapi-document.ts'

/** `/api/openapi.json` and, to read it in a browser, `/api/docs`. */
export const registerOpenApi = (app: FastifyInstance): void => {
  let text: string | undefined
  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(openApiDocument()))),
  )
  registerApiViewer(app)
}
