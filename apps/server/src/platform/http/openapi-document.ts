import { type Endpoint, endpoints, linkHeaders, readScopeNames, roleNames } from '@mimamori/contract'
import { exportedSchemas } from '@mimamori/contract/exported-schemas'
import { z } from 'zod'
import { type Json, type SchemaDocument, schemaDocument } from './named-schemas.ts'
import { refusalHeaders, refusalResponses, refusalSchemas, refusedBy, type RefusalStatus } from './openapi-answers.ts'
import { eventComponents, eventStreamOf, eventTable, nameEventData } from './openapi-events.ts'
import { webhookOperations, webhookRoots } from './openapi-webhooks.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** An endpoint under the names that the contract declares it by. */
export type Operation = { readonly id: string; readonly slice: string; readonly endpoint: Endpoint }

const operations = (): Operation[] =>
  Object.entries(endpoints).flatMap(([slice, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ id: slice + capital(name), slice: capital(slice), endpoint })),
  )

const bodyOf = ({ body, documentedBody = body }: Endpoint): z.ZodType | undefined => documentedBody

const unwrapped = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema)

/** The row of a list's answer (`listOf`); undefined where the answer holds more. */
const rowOfList = (schema: z.ZodType): z.ZodType | undefined => {
  if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).join() !== 'data,count') return undefined
  const data: unknown = schema.shape['data']
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : undefined
}

type Roots = Record<string, z.ZodType>

/** The schemas of all calls under `<operation>.<part>`, those without a name of their own named after their operation. */
const collect = (calls: readonly Operation[]) => {
  const names = exportedSchemas()
  const lists = new Map<z.ZodType, z.ZodType>()
  const requests: Roots = {}
  const answers: Roots = {}
  const nameAfter = (schema: z.ZodType, name: string) => {
    if ((schema instanceof z.ZodObject || schema instanceof z.ZodUnion) && !names.has(schema)) names.set(schema, name)
  }
  /** Lists of one named row are one component. */
  const sharedList = (answer: z.ZodType): z.ZodType => {
    const row = rowOfList(answer)
    const rowName = row === undefined ? undefined : names.get(row)
    if (row === undefined || rowName === undefined) return answer
    const shared = lists.get(row) ?? answer
    lists.set(row, shared)
    nameAfter(shared, `${rowName}List`)
    return shared
  }
  for (const { id, slice, endpoint } of calls) {
    const { params, query, events = {} } = endpoint
    const body = bodyOf(endpoint)
    // Fresh objects: parameters are listed one by one, so that theirs needs no name.
    if (params !== undefined) requests[`${id}.path`] = z.object(params.shape)
    if (query !== undefined) requests[`${id}.query`] = z.object(query.shape)
    if (body !== undefined) {
      nameAfter(unwrapped(body), `${capital(id)}Request`)
      requests[`${id}.body`] = body
    }
    nameEventData(names, slice, events)
    for (const [event, data] of Object.entries(events)) answers[`${id}.${event}`] = data
    if (endpoint.raw === true) continue
    const answer = sharedList(endpoint.answer)
    nameAfter(answer, `${capital(id)}Answer`)
    answers[id] = answer
  }
  return { requests, answers: { ...answers, ...webhookRoots(names) }, names }
}

const parametersOf = (schema: Json | undefined, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const describePermission = ({ permission }: Endpoint): string => {
  if (permission === 'public') return 'ログインなしで使える。'
  if (permission === 'session') return 'ログインした全員が使える。'
  if (permission === 'ingestKey') return '受信キーで使う。'
  if (permission === 'connection') return '連携の合言葉で使う。'
  if (permission === 'wallboard') return 'ボードのリンクで、または管理者がログインして使う。'
  if (permission === 'poster') return '掲示のリンクで使う。'
  if (permission === 'morningCheck') return '朝礼チェックのリンクで使う。'
  return `${permission.map((role) => roleNames[role]).join('、')}が使える。`
}

const describeKeys = ({ readBy }: Endpoint): string[] => {
  if (readBy === undefined) return []
  return [readBy === 'any' ? '読み取りのトークンでも使える。' : `読み取りのトークン（範囲：${readScopeNames[readBy]}）でも使える。`]
}

const securityOf = ({ permission, readBy }: Endpoint): Json[] => {
  if (permission === 'public') return []
  if (readBy !== undefined) return [{ session: [] }, { readKey: readBy === 'any' ? [] : [readBy] }]
  if (permission === 'wallboard') return [{ wallboardLink: [] }, { session: [] }]
  if (permission === 'poster' || permission === 'morningCheck') return [{ [permission]: [] }]
  return [permission === 'ingestKey' || permission === 'connection' ? { [permission]: [] } : { session: [] }]
}

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ログインで受け取るトークン' },
  readKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mrt_',
    description: `読み取りのトークン。operation に並ぶのは要る範囲。x-read-key に範囲の名のある項目は、その範囲がなければ null、never の項目はいつも null`,
  },
  ingestKey: { type: 'http', scheme: 'bearer', description: '受信キー「番号.秘密」' },
  connection: { type: 'http', scheme: 'bearer', description: '連携の合言葉「番号.秘密」' },
  wallboardLink: { type: 'http', scheme: 'bearer', description: 'ボードのリンクの # より後「番号.秘密」' },
  poster: { type: 'apiKey', in: 'header', name: linkHeaders.poster, description: '掲示のリンクの秘密。住所の # より後' },
  morningCheck: {
    type: 'apiKey',
    in: 'header',
    name: linkHeaders.morningCheck,
    description: '朝礼チェックのリンクの秘密。住所の # より後',
  },
}

const requestOf = ({ id, endpoint }: Operation, { requests }: SchemaDocument): Json => {
  const { body, multipart } = endpoint
  if (multipart !== undefined) {
    const field = multipart === 'image' ? 'uploadFile' : 'file'
    const schema = { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (body === undefined) return {}
  return {
    requestBody: { required: !(body instanceof z.ZodOptional), content: { 'application/json': { schema: requests[`${id}.body`] } } },
  }
}

const answerOf = ({ id, slice, endpoint }: Operation, { answers }: SchemaDocument): Json => {
  if (endpoint.events !== undefined) return { 'text/event-stream': { schema: eventStreamOf(slice) } }
  return endpoint.raw === true ? { 'application/octet-stream': {} } : { 'application/json': { schema: answers[id] } }
}

const hasVersion = (schema: z.ZodType | undefined) => schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'version')
/** Whether the call changes what may have been changed meanwhile. */
const saysVersion = ({ method, body, query }: Endpoint): boolean =>
  (method === 'PUT' && hasVersion(body)) || (method !== 'GET' && hasVersion(query))

const refusalsOf = (endpoint: Endpoint): RefusalStatus[] => {
  const { permission, method, params, body, multipart } = endpoint
  const isSignedIn = typeof permission !== 'string' || permission === 'session'
  const optional: readonly (readonly [RefusalStatus, boolean])[] = [
    [401, permission !== 'public'],
    [403, isSignedIn],
    [404, isSignedIn || (permission !== 'public' && params !== undefined)],
    [409, isSignedIn && method !== 'GET'],
    [412, saysVersion(endpoint)],
    [413, body !== undefined || multipart !== undefined],
  ]
  return [400, ...optional.flatMap(([status, isPossible]) => (isPossible ? [status] : [])), 429, 500, 503]
}

const tagOf = ({ path }: Endpoint) => path.split('/')[2] ?? 'api'

const operationOf = (operation: Operation, schemas: SchemaDocument): Json => {
  const { id, slice, endpoint } = operation
  const { summary, once, events } = endpoint
  return {
    operationId: id,
    tags: [tagOf(endpoint)],
    summary,
    description: [
      [describePermission(endpoint), ...describeKeys(endpoint)].join(''),
      ...(events === undefined ? [] : [eventTable(slice, events)]),
    ].join('\n\n'),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(schemas.requests[`${id}.path`], 'path'),
      ...parametersOf(schemas.requests[`${id}.query`], 'query'),
      ...(once === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestOf(operation, schemas),
    responses: { 200: { description: '成功', content: answerOf(operation, schemas) }, ...refusedBy(refusalsOf(endpoint)) },
  }
}

type Choice = { readonly properties?: Readonly<Record<string, Json>> }

/** By which field, and by which of its values, the choices of a component differ; only where each choice is a component itself. */
const discriminatorOf = ({ oneOf }: Json, schemas: Readonly<Record<string, Choice>>): Json | undefined => {
  if (!Array.isArray(oneOf)) return undefined
  const choices = oneOf.map((choice: Json) => ({
    ref: String(choice['$ref']),
    schema: schemas[String(choice['$ref']).split('/').at(-1) ?? ''],
  }))
  const valueOf = (name: string, choice: Choice | undefined) => choice?.properties?.[name]?.['const']
  const propertyName = Object.keys(choices[0]?.schema?.properties ?? {}).find((name) =>
    choices.every(({ schema }) => typeof valueOf(name, schema) === 'string'),
  )
  if (propertyName === undefined) return undefined
  return { propertyName, mapping: Object.fromEntries(choices.map(({ ref, schema }) => [valueOf(propertyName, schema), ref])) }
}

const withDiscriminators = (schemas: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const discriminator = discriminatorOf(schema, schemas)
      return [name, discriminator === undefined ? schema : { ...schema, discriminator }]
    }),
  )

/** The OpenAPI document of everything the contract declares. */
export const openApiDocument = (): Json => {
  const calls = operations()
  const { requests, answers, names } = collect(calls)
  const schemas = schemaDocument(requests, answers, names)
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '見守り API',
      version: '1',
      description: '項目名の大文字と小文字は区別しません。測定値をMQTTで送るときは /api/asyncapi.json をご覧ください。',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ endpoint }) => tagOf(endpoint))), 'webhook'].map((name) => ({ name })),
    components: {
      schemas: withDiscriminators({ ...schemas.components, ...eventComponents(calls, schemas), ...refusalSchemas }),
      responses: refusalResponses,
      headers: refusalHeaders,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: '同じ値でもう一度送ると、2回は行わずに前と同じ答えを返す。',
          schema: { type: 'string' },
        },
      },
      securitySchemes,
    },
    paths,
    webhooks: webhookOperations(schemas),
  }
}
