import { readKeyMark } from '@mimamori/contract'
import { z } from 'zod'

export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is known of schemas: their own descriptions and examples, and as `id` the names they are given here. */
class NamedRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #names: ReadonlyMap<z.core.$ZodType, string>

  constructor(names: ReadonlyMap<z.core.$ZodType, string>) {
    super()
    this.#names = names
  }

  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const id = this.#names.get(schema)
    return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) }
  }
}

// Each whole number would show them, and each instant and day its long pattern beside its format.
const leaveOutNoise = (json: z.core.JSONSchema.BaseSchema): void => {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.format === 'date' || json.format === 'date-time') delete json.pattern
  // A later release may answer more fields; a client must not refuse them.
  if (json.additionalProperties === false) delete json.additionalProperties
  delete json.id
}

// A field that may be left out has `undefined` as one of its choices, which JSON cannot express.
const isExpressible = (choice: unknown) => isJson(choice) && Object.keys(choice).length > 0

/** One schema for one choice, or for one and null: readers see its description and bounds beside its name. */
const simplified = (choices: readonly Json[]): Json => {
  const [choice = {}, ...more] = choices.filter(({ type }) => type !== 'null')
  if (more.length > 0) return { anyOf: choices }
  if (choices.length === 1) return choice
  const { type, enum: values, ...rest } = choice
  if (typeof type !== 'string' || 'const' in rest) return { anyOf: choices }
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

const isNull = (choice: unknown) => isJson(choice) && choice['type'] === 'null'

/** A field that read keys may get as null is one that may be null, whatever people get. */
const orNull = (json: Json): Json => {
  if (json[readKeyMark] === undefined) return json
  const { $ref, anyOf, type, enum: values, ...rest } = json
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, { type: 'null' }] }
  if (Array.isArray(anyOf)) return anyOf.some(isNull) ? json : { ...rest, anyOf: [...anyOf, { type: 'null' }] }
  if (typeof type !== 'string') return json
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

const withoutNothing = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withoutNothing)
  if (!isJson(json)) return json
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(json).map(([key, part]) => [key, withoutNothing(part)]))
  if (!Array.isArray(anyOf)) return orNull(anyOf === undefined ? rest : { ...rest, anyOf })
  return orNull({ ...simplified(anyOf.filter(isExpressible)), ...rest })
}

type Converted = { readonly roots: Record<string, Json>; readonly named: Record<string, Json> }

const convert = (roots: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output', names: ReadonlyMap<z.ZodType, string>): Converted => {
  const { properties, $defs } = withoutNothing(
    z.toJSONSchema(z.object(roots), {
      io,
      metadata: new NamedRegistry(names),
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: ({ jsonSchema }) => leaveOutNoise(jsonSchema),
    }),
  ) as { properties?: Record<string, Json>; $defs?: Record<string, Json> }
  return { roots: properties ?? {}, named: $defs ?? {} }
}

const refOf = /^#\/\$defs\/(.+)$/

const nameIn = (ref: unknown): string | undefined => (typeof ref === 'string' ? refOf.exec(ref)?.[1] : undefined)

const refsIn = (json: unknown): string[] => {
  if (Array.isArray(json)) return json.flatMap(refsIn)
  if (!isJson(json)) return []
  const own = nameIn(json['$ref'])
  return [...(own === undefined ? [] : [own]), ...Object.values(json).flatMap(refsIn)]
}

const withRefs = (json: unknown, to: (name: string) => string): unknown => {
  if (Array.isArray(json)) return json.map((part) => withRefs(part, to))
  if (!isJson(json)) return json
  const name = nameIn(json['$ref'])
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => [key, key === '$ref' && name !== undefined ? to(name) : withRefs(part, to)]),
  )
}

/** The names whose schema is another one in requests than in answers, or is made of such. */
const differingNames = (requests: Record<string, Json>, answers: Record<string, Json>): Set<string> => {
  const both = Object.keys(requests).filter((name) => Object.hasOwn(answers, name))
  const differing = new Set(both.filter((name) => JSON.stringify(requests[name]) !== JSON.stringify(answers[name])))
  for (let before = -1; before < differing.size;) {
    before = differing.size
    for (const name of both) if (refsIn(requests[name]).some((ref) => differing.has(ref))) differing.add(name)
  }
  return differing
}

const componentsAt = '#/components/schemas/'

/** The schemas as JSON Schema 2020-12, with `$ref` to `#/components/schemas` where they have a name. */
export type SchemaDocument = {
  readonly requests: Readonly<Record<string, Json>>
  readonly answers: Readonly<Record<string, Json>>
  readonly components: Readonly<Record<string, Json>>
}

/**
 * Converts what requests and answers are made of. Each named schema is a component once; one that takes more in a request
 * than an answer holds has a second one, `…Input`.
 * @param names of the schemas that become components
 */
export const schemaDocument = (
  requests: Readonly<Record<string, z.ZodType>>,
  answers: Readonly<Record<string, z.ZodType>>,
  names: ReadonlyMap<z.ZodType, string>,
): SchemaDocument => {
  const taken = convert(requests, 'input', names)
  const given = convert(answers, 'output', names)
  const differing = differingNames(taken.named, given.named)
  const inputName = (name: string) => (differing.has(name) ? `${name}Input` : name)
  const asTaken = (json: unknown) => withRefs(json, (name) => componentsAt + inputName(name)) as Json
  const asGiven = (json: unknown) => withRefs(json, (name) => componentsAt + name) as Json
  const components = [
    ...Object.entries(given.named).map(([name, json]) => [name, asGiven(json)] as const),
    ...Object.entries(taken.named).map(([name, json]) => [inputName(name), asTaken(json)] as const),
  ].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    requests: Object.fromEntries(Object.entries(taken.roots).map(([key, json]) => [key, asTaken(json)])),
    answers: Object.fromEntries(Object.entries(given.roots).map(([key, json]) => [key, asGiven(json)])),
    components: Object.fromEntries(components),
  }
}
