import { allEndpoints, liveEvents, readingKinds, wallboardEvents, webhookBodies } from '@mimamori/contract'
import { validate } from '@scalar/openapi-parser'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Json, schemaDocument } from './named-schemas.ts'
import { openApiDocument } from './openapi-document.ts'

type Content = Record<string, { schema?: Json }>
type Operation = {
  operationId: string
  tags: string[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json & { properties?: Record<string, Json> }>; responses: Record<string, Json> }
}

const document = openApiDocument() as Document
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('it is a valid OpenAPI document', async () => {
  const { valid, errors } = await validate(structuredClone(document))
  expect(errors).toEqual([])
  expect(valid).toBe(true)
})

test('every call has an id of its own and a declared tag', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allEndpoints.length)
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { operationId, tags: own } of operations) expect([operationId, own.every((tag) => tags.has(tag))]).toEqual([operationId, true])
})

test('what calls take and answer are named components, and every refusal is one', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const { 200: good, ...refusals } = responses
    for (const content of [requestBody?.content['application/json'], good?.content?.['application/json']])
      expect([operationId, content?.schema?.['properties']]).toEqual([operationId, undefined])
    for (const refusal of Object.values(refusals)) expect(refusal.$ref).toMatch(/^#\/components\/responses\/\w+$/)
  }
  expect(schemas['AlertEpisodeList']).toMatchObject({ properties: { data: { items: { $ref: '#/components/schemas/AlertEpisode' } } } })
})

test('a call names the refusals that it can meet', () => {
  const statusesOf = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {}).map(Number)
  expect(statusesOf('/api/ingest', 'post')).toEqual([200, 400, 401, 413, 429, 500, 503])
  expect(statusesOf('/api/Device', 'put')).toEqual([200, 400, 401, 403, 404, 409, 412, 413, 429, 500, 503])
})

test('calls for read keys name their scope, and the fields that keys get as null', () => {
  type Secured = Operation & { readonly security: readonly Json[]; readonly description: string }
  const callOf = (path: string) => document.paths[path]?.['get'] as Secured | undefined
  const list = callOf('/api/HealthCondition')
  expect(list?.security).toEqual([{ session: [] }, { readKey: ['condition'] }])
  expect(list?.description).toContain('読み取りのトークン（範囲：体調）でも使える。')
  expect(callOf('/api/Wear')?.security).toEqual([{ session: [] }])
  const { properties = {} } = schemas['HealthRow'] ?? {}
  expect(properties['age']).toMatchObject({ type: ['integer', 'null'], 'x-read-key': 'vitals' })
  expect(properties['limits']).toMatchObject({ type: ['object', 'null'], 'x-read-key': 'vitals' })
  expect(properties['ownMean']).toMatchObject({ 'x-read-key': 'never' })
  expect(properties['warnings']).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/DeviceWarnings' }, { type: 'null' }] })
  expect(properties['fullName']).not.toHaveProperty('x-read-key')
})

test('every component is used', () => {
  const text = JSON.stringify(document)
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`)
  for (const name of Object.keys(document.components.responses)) expect(text).toContain(`"#/components/responses/${name}"`)
})

test('a sender sees all kinds of readings, by their kind', () => {
  expect(document.paths['/api/ingest']?.['post']?.requestBody?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/IngestRequest' } },
  })
  expect(schemas['IngestRequest']?.properties?.['readings']).toMatchObject({
    items: { $ref: '#/components/schemas/Reading' },
    maxItems: 5_000,
  })
  const { discriminator } = schemas['Reading'] as { discriminator: { mapping: Record<string, string> } }
  expect(Object.keys(discriminator.mapping).toSorted()).toEqual(readingKinds.toSorted())
})

test.each([
  ['Live', '/api/live', liveEvents],
  ['Wallboard', '/api/Wallboard/{officeId}/Live', wallboardEvents],
])('the events of the stream %s are described one by one', (slice, path, events) => {
  const stream = document.paths[path]?.['get']
  expect(stream?.responses['200']?.content).toEqual({
    'text/event-stream': { schema: { type: 'array', items: { $ref: `#/components/schemas/${slice}Event` } } },
  })
  const { discriminator } = schemas[`${slice}Event`] as { discriminator: { mapping: Record<string, string> } }
  expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(events))
  for (const ref of Object.values(discriminator.mapping)) {
    const event = schemas[ref.split('/').at(-1) ?? '']
    expect(event?.['description']).toBeTruthy()
    expect(event?.properties?.['data']?.['contentSchema']).toMatchObject({ $ref: expect.any(String) })
  }
})

test('what is posted to webhooks is described event by event, with an example', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookBodies))
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const ref = post?.requestBody?.content['application/json']?.schema?.['$ref']
    const body = schemas[String(ref).split('/').at(-1) ?? '']
    expect(body).toMatchObject({ properties: { type: { const: type } }, examples: [{ type }] })
  }
  expect(schemas['AlertOpenedWebhook']?.properties?.['data']).toEqual({ $ref: '#/components/schemas/WebhookAlert' })
})

test('it names no address and no file of an installation', () => {
  expect(JSON.stringify(document)).not.toMatch(/localhost|127\.0\.0\.1|\.internal|postgres:|file:|\/(?:home|tmp|var|etc)\//)
})

describe('a named schema', () => {
  const Day = z.string()
  const Draft = z.object({ day: Day, note: z.string().default('') })
  const Outer = z.object({ draft: Draft })
  const names = new Map<z.ZodType, string>([
    [Day, 'Day'],
    [Draft, 'Draft'],
    [Outer, 'Outer'],
  ])
  test('that takes more than it holds has a second component for requests, and so has what is made of it', () => {
    const { requests, answers, components } = schemaDocument({ save: Outer }, { read: Outer }, names)
    expect(requests['save']).toEqual({ $ref: '#/components/schemas/OuterInput' })
    expect(answers['read']).toEqual({ $ref: '#/components/schemas/Outer' })
    expect(Object.keys(components)).toEqual(['Day', 'Draft', 'DraftInput', 'Outer', 'OuterInput'])
    expect(components['DraftInput']).toMatchObject({ required: ['day'] })
    expect(components['Draft']).toMatchObject({ required: ['day', 'note'] })
    expect(components['OuterInput']).toMatchObject({ properties: { draft: { $ref: '#/components/schemas/DraftInput' } } })
  })
})
