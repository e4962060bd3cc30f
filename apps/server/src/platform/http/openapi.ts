import { hash } from 'node:crypto'
import { allEndpoints, type Endpoint, linkHeaders, messages, roleNames } from '@mimamori/contract'
import apiReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Json = Record<string, unknown>

// A field that may be left out has `undefined` as one of its choices, which JSON cannot express.
const isExpressible = (choice: unknown) => typeof choice === 'object' && choice !== null && Object.keys(choice).length > 0
const withoutNothing = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withoutNothing)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => [
      key,
      withoutNothing(key === 'anyOf' && Array.isArray(part) ? part.filter(isExpressible) : part),
    ]),
  )
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return withoutNothing(rest) as Json
}

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const keyOf = ({ once }: Endpoint): Json[] =>
  once === true ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }] : []

const describePermission = ({ permission }: Endpoint): string => {
  if (permission === 'public') return 'ログインなしで使える。'
  if (permission === 'session') return 'ログインした全員が使える。'
  if (permission === 'ingestKey') return '受信キーで使う。'
  if (permission === 'wallboard') return 'ボードのリンクで、または管理者がログインして使う。'
  if (permission === 'poster') return '掲示のリンクで使う。'
  if (permission === 'morningCheck') return '朝礼チェックのリンクで使う。'
  return `${permission.map((role) => roleNames[role]).join('、')}が使える。`
}

const securityOf = ({ permission }: Endpoint): Json[] => {
  if (permission === 'public') return []
  if (permission === 'wallboard') return [{ wallboardLink: [] }, { session: [] }]
  if (permission === 'poster' || permission === 'morningCheck') return [{ [permission]: [] }]
  return [permission === 'ingestKey' ? { ingestKey: [] } : { session: [] }]
}

const bodyOf = ({ body, documentedBody = body, multipart }: Endpoint): Json => {
  if (multipart !== undefined) {
    const field = multipart === 'image' ? 'uploadFile' : 'file'
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } },
          },
        },
      },
    }
  }
  return body === undefined || documentedBody === undefined
    ? {}
    : {
        requestBody: {
          required: !(body instanceof z.ZodOptional),
          content: { 'application/json': { schema: schemaOf(documentedBody, 'input') } },
        },
      }
}

const hasVersion = (schema: z.ZodType | undefined) => schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'version')
/** Whether the call changes what may have been changed meanwhile. */
const saysVersion = ({ method, body, query }: Endpoint): boolean =>
  (method === 'PUT' && hasVersion(body)) || (method !== 'GET' && hasVersion(query))

const operationOf = (endpoint: Endpoint): Json => ({
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/\W+/g, '_')}`,
  tags: [endpoint.path.split('/')[2] ?? 'api'],
  summary: endpoint.summary,
  description: describePermission(endpoint),
  security: securityOf(endpoint),
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query'), ...keyOf(endpoint)],
  ...bodyOf(endpoint),
  responses: {
    200: {
      description: '成功',
      content:
        endpoint.raw === true
          ? { 'application/octet-stream': {} }
          : { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
    },
    400: { description: messages.E030, content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } } },
    ...(endpoint.permission === 'public' ? {} : { 401: { description: messages.sessionEnded } }),
    ...(typeof endpoint.permission === 'string'
      ? {}
      : { 403: { description: messages.forbidden }, 404: { description: messages.notFound } }),
    ...(saysVersion(endpoint) ? { 412: { description: messages.C022 } } : {}),
    429: { description: messages.tooManyRequests },
    503: { description: messages.databaseAway },
  },
})

/** The OpenAPI document of everything the contract declares. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: '見守り API', version: '1', description: '項目名の大文字と小文字は区別しません。' },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ログインで受け取るトークン' },
        ingestKey: { type: 'http', scheme: 'bearer', description: '受信キー「番号.秘密」' },
        wallboardLink: { type: 'http', scheme: 'bearer', description: 'ボードのリンクの # より後「番号.秘密」' },
        poster: { type: 'apiKey', in: 'header', name: linkHeaders.poster, description: '掲示のリンクの秘密。住所の # より後' },
        morningCheck: {
          type: 'apiKey',
          in: 'header',
          name: linkHeaders.morningCheck,
          description: '朝礼チェックのリンクの秘密。住所の # より後',
        },
      },
    },
    paths,
  }
}

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
