import { labelOf, labels, parseRole, type Endpoint, type Resource } from '@mimamori/contract'
import { isCode, isTest, type SourceFile, visit } from './tree.ts'

/** Endpoints by the name routes call them: `alert.close`. */
export type NamedEndpoints = Record<string, Endpoint>

const words = ['public', 'session', 'ingestKey', 'connection', 'wallboard', 'poster', 'morningCheck']

/** What is wrong with an endpoint's declaration, or between two of them. */
export const faultyEndpoints = (endpoints: NamedEndpoints): string[] => {
  const taken = new Map<string, string>()
  return Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const faults: string[] = []
    const who = endpoint.permission
    if (typeof who === 'string' ? !words.includes(who) : who.length === 0 || who.some((role) => parseRole(role) !== role))
      faults.push(`${name} does not say who may call it`)
    if (typeof who !== 'string' && new Set(who).size < who.length) faults.push(`${name} names a role twice`)
    // Two paths that differ only in names of parameters or in case are the same.
    const address = `${endpoint.method} ${endpoint.path.toLowerCase().replaceAll(/:\w+/g, ':')}`
    const other = taken.get(address)
    if (other !== undefined) faults.push(`${name} has the address of ${other}`)
    taken.set(address, name)
    if (!endpoint.path.startsWith('/api/')) faults.push(`${name} is not under /api/`)
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '').toSorted()
    if (
      inPath.join() !==
      Object.keys(endpoint.params?.shape ?? {})
        .toSorted()
        .join()
    )
      faults.push(`${name}: the parameters of its path are not those it declares`)
    if (endpoint.method === 'GET' && endpoint.body !== undefined) faults.push(`${name} is a GET with a body`)
    if (!endpoint.summary.endsWith('。')) faults.push(`${name} has no summary in a sentence`)
    return faults
  })
}

/** Which resource's labels each served endpoint uses, read from the server's `route(endpoint, 'resource', …)`. */
export const servedBy = (files: readonly SourceFile[]): Map<string, string> => {
  const served = new Map<string, string>()
  for (const file of files.filter((candidate) => isCode(candidate) && !isTest(candidate) && candidate.path.startsWith('apps/server/src/')))
    visit(file, {
      CallExpression: ({ callee, arguments: [endpoint, resource] }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'route' || endpoint === undefined || resource?.type !== 'Literal') return
        const name = file.text.slice(endpoint.start, endpoint.end).split('.').slice(-2).join('.')
        served.set(name, String(resource.value))
      },
    })
  return served
}

type Schema = {
  readonly def: {
    readonly shape?: Record<string, Schema>
    readonly options?: readonly Schema[]
    readonly innerType?: Schema
    readonly element?: Schema
    readonly in?: Schema
    readonly out?: Schema
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'def' in value && '_zod' in value

/** Every field name inside a schema, however deep. */
export const fieldsOf = (schema: unknown): string[] => {
  if (!isSchema(schema)) return []
  const { shape = {}, options = [], innerType, element, in: input, out: output } = schema.def
  const inner = [...Object.values(shape), ...options, innerType, element, input, output]
  return [...new Set([...Object.keys(shape), ...inner.flatMap(fieldsOf)])]
}

/** Fields that come in and have no label, so that a message about them could not name them. */
export const fieldsWithoutLabel = (endpoints: NamedEndpoints, served: ReadonlyMap<string, string>): string[] =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const resource = served.get(name)
    if (resource === undefined) return []
    return [endpoint.params, endpoint.query, endpoint.body]
      .flatMap(fieldsOf)
      .filter((field) => !(resource in labels) || labelOf(resource as Resource, field) === undefined)
      .map((field) => `${name}: ${field} has no label in ${resource}`)
  })

/** Labels of fields that no schema has. */
export const labelsWithoutField = (
  allLabels: Record<string, Record<string, string>>,
  endpoints: NamedEndpoints,
  otherSchemas: readonly unknown[],
): string[] => {
  const inputs = Object.values(endpoints).flatMap(({ params, query, body, answer }) => [params, query, body, answer])
  const fields = new Set([...inputs, ...otherSchemas].flatMap(fieldsOf))
  return Object.entries(allLabels).flatMap(([resource, names]) =>
    Object.keys(names)
      .filter((field) => !fields.has(field))
      .map((field) => `${resource}.${field} labels no field`),
  )
}

/** Message codes without a text, and texts whose code no file says. */
export const faultyMessages = (texts: Record<string, string>, files: readonly SourceFile[]): { empty: string[]; unused: string[] } => {
  const answers = files
    .filter((file) => isCode(file) && !isTest(file) && /^(apps|packages)\//.test(file.path) && !file.path.endsWith('/messages.ts'))
    .map((file) => file.text)
    .join('\n')
  const codes = Object.keys(texts)
  return {
    empty: codes.filter((code) => texts[code]?.trim() === ''),
    unused: codes.filter((code) => !answers.includes(`'${code}'`)),
  }
}
