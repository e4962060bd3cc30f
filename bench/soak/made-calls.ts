import { multipart } from '../../apps/server/src/platform/exchange/test-upload.ts'
import { hostileParts, hostileValues, pick, type Random } from './hostile-values.ts'
import { type KnownValues, type Schema, valueMaker } from './schema-values.ts'

type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly required: boolean; readonly schema: Schema }
type Described = {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
/** The product's OpenAPI document. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A call that the document describes. */
export type Operation = Described & { readonly method: string; readonly path: string }

const componentPattern = /^#\/components\/(\w+)\/(.+)$/

/** A part of the document with its components in the places that name them. What requests are made of has no circles. */
const withComponents = (part: unknown, components: Document['components']): unknown => {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((item) => withComponents(item, components))
  const [, kind, name] = '$ref' in part ? (componentPattern.exec(String(part.$ref)) ?? []) : []
  if (kind !== undefined && name !== undefined) return withComponents(components[kind]?.[name], components)
  return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, withComponents(item, components)]))
}

export const operationsOf = ({ paths, components }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters, requestBody }]) => ({
      ...(withComponents({ parameters, requestBody }, components) as Pick<Described, 'parameters' | 'requestBody'>),
      security,
      method: method.toUpperCase(),
      path,
    })),
  )

export type Call = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | undefined
}

export type Circumstances = {
  readonly random: Random
  readonly known: KnownValues
  /** What an import's file has as its first line, by the call's path. */
  readonly headings: ReadonlyMap<string, string>
}

const encoded = (value: unknown): string => {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return '%ED%A0%BD'
  }
}

/** What is known of a path's number: that of the resource before it, as `office.id`. */
const knownName = (path: string, name: string) => {
  const before =
    path
      .slice(0, path.indexOf(`{${name}}`))
      .split('/')
      .at(-2) ?? ''
  return name === 'id' ? `${before.toLowerCase()}.id` : name
}

const files: readonly ((heading: string, cell: () => string) => Buffer | string)[] = [
  (heading, cell) => [heading, ...Array.from({ length: 5 }, () => heading.split(',').map(cell).join(','))].join('\r\n'),
  (heading) => `${heading}\r\n"open`,
  (heading) => Buffer.from(`${heading}\r\n`, 'utf16le'),
  () => '',
  () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  () => Buffer.alloc(3_000, 0xff),
  () => 'PK\u0003\u0004',
]

const hostileTexts = hostileValues.filter((value) => typeof value === 'string')

const bodyOf = ({ random, known, headings }: Circumstances, operation: Operation, hostility: number): Pick<Call, 'body' | 'headers'> => {
  const content = operation.requestBody?.content ?? {}
  const make = valueMaker(random, known, hostility)
  if ('multipart/form-data' in content) {
    const field = operation.path.includes('Image') ? 'uploadFile' : 'file'
    const cell = () => `"${pick(random, hostileTexts).slice(0, 500).replaceAll('"', '""')}"`
    const file = pick(random, files)(headings.get(operation.path) ?? '"a","b"', cell)
    const { headers, payload } = multipart(
      ['role', pick(random, ['User', 'HeadquartersAdmin', 'AdminUnitContract', '', 'constructor'])],
      [field, file, random() < 0.9 ? 'a.csv' : 'a.png'],
    )
    return { headers, body: random() < 0.9 ? payload : payload.subarray(0, payload.length / 2) }
  }
  const schema = content['application/json']?.schema
  if (schema === undefined) return { headers: {}, body: undefined }
  const text = JSON.stringify(make(schema, '')) ?? ''
  const json = { 'content-type': 'application/json' }
  if (random() >= hostility / 2) return { headers: json, body: text }
  return pick(random, [
    { headers: json, body: text.slice(0, text.length / 2) },
    { headers: json, body: '['.repeat(5_000) },
    { headers: json, body: '{"__proto__":{"a":1}}' },
    { headers: json, body: '' },
    { headers: json, body: Buffer.from([0xff, 0xfe, 0x00]) },
    { headers: { 'content-type': 'text/plain' }, body: text },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
    { headers: { ...json, 'content-encoding': 'gzip' }, body: text },
  ])
}

/** A call of the operation: half of them such as people make, the others full of what nobody should send. */
export const makeCall = (around: Circumstances, operation: Operation): Call => {
  const { random, known } = around
  const hostility = random() < 0.5 ? 0.01 : 0.25
  const make = valueMaker(random, known, 0)
  const part = (schema: Schema, name: string) => (random() < hostility ? pick(random, hostileParts) : encoded(make(schema, name)))
  let url = operation.path
  const query: string[] = []
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    if (place === 'path') url = url.replace(`{${name}}`, part(schema, knownName(operation.path, name)))
    else if (place === 'query' && (required || random() < 0.4)) query.push(`${name}=${part(schema, name)}`)
  }
  if (random() < hostility / 4)
    query.push(pick(random, ['officeId=1&officeId=2', '__proto__=1', 'constructor=1', '%', 'a[b]=c', 'x='.repeat(500)]))
  return { method: operation.method, url: query.length === 0 ? url : `${url}?${query.join('&')}`, ...bodyOf(around, operation, hostility) }
}

/** A body of which, every other time, one part is hostile. */
export const spoilt = (random: Random, body: object): unknown => {
  const names = Object.keys(body)
  if (random() < 0.5 || names.length === 0) return body
  const name = pick(random, names)
  const part = (body as Record<string, unknown>)[name]
  const worse = typeof part === 'object' && part !== null && random() < 0.7 ? spoilt(random, part) : pick(random, hostileValues)
  return Array.isArray(body) ? body.with(Number(name), worse) : { ...body, [name]: worse }
}
