import { hash } from 'node:crypto'
import apiReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi-document.ts'

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g

/** `/api/openapi.json` and, to read it in a browser without the internet, `/api/docs`. */
export const registerOpenApi = async (app: FastifyInstance): Promise<void> => {
  let text: string | undefined
  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(openApiDocument()))),
  )
  await app.register(async (docs) => {
    // The API viewer starts with an inline script; its page allows that one and no other.
    docs.addHook('onSend', async (_, reply, payload) => {
      if (typeof payload !== 'string') return payload
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      const allowed = [...payload.matchAll(inlineScript)].map(([, script = '']) => ` 'sha256-${hash('sha256', script, 'base64')}'`)
      reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self'${allowed.join('')}`))
      return payload
    })
    await docs.register(apiReference, {
      routePrefix: '/api/docs',
      // Nothing is loaded from the viewer's vendor: the network may have no internet access.
      configuration: {
        url: '/api/openapi.json',
        title: '見守り API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}
