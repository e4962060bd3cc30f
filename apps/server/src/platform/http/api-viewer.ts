import { hash } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g

const prefix = '/api/docs'

/** The viewer's pages and scripts, in an instance of their own, since nothing can be added to one that listens. */
const openViewer = async (): Promise<FastifyInstance> => {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(apiReference, {
    routePrefix: prefix,
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
  return viewer
}

/**
 * `/api/docs`: the API, to be read in a browser without the internet. The viewer is loaded by its first reader: it takes 20 MB, and most
 * processes never show it.
 */
export const registerApiViewer = (app: FastifyInstance): void => {
  let viewer: Promise<FastifyInstance> | undefined
  for (const url of [prefix, `${prefix}/*`])
    app.get(url, async (request, reply) => {
      viewer ??= openViewer().catch((error: unknown) => {
        viewer = undefined
        throw error
      })
      const { statusCode, headers, body } = await (await viewer).inject({ url: request.url })
      if (statusCode === 404) return reply.callNotFound()
      if (headers.location !== undefined) return reply.redirect(headers.location, statusCode)
      const type = String(headers['content-type'])
      reply.type(type)
      if (!type.startsWith('text/html')) return reply.send(body)
      // The viewer starts with an inline script; its page allows that one and no other.
      const allowed = [...body.matchAll(inlineScript)].map(([, script = '']) => ` 'sha256-${hash('sha256', script, 'base64')}'`)
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self'${allowed.join('')}`))
      return reply.send(body)
    })
}
