import { type CallScope, type Endpoint, type KeyReadResult, healthScope, message, readKeyMark, readScopeNames } from '@mimamori/contract'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Refusal, forbidden } from '../errors.ts'
import type { Actor, ReadKey } from './route.ts'

/** Why a key whose secret is right is no longer good. */
export type ReadKeyEnd = Extract<KeyReadResult, 'ended' | 'stopped' | 'noSite'>

export type FoundReadKey = { readonly actor: Actor & { readonly readKey: ReadKey }; readonly end: ReadKeyEnd | null }

/** What became of a call that was made with a key. */
export type ReadKeyUse = {
  readonly companyId: number
  readonly keyId: string
  readonly at: Date
  readonly method: string
  /** Of the route: no number and no query. */
  readonly path: string
  readonly address: string
  readonly result: KeyReadResult
  /** Rows answered; null of what is no list. */
  readonly items: number | null
}

/** Where read keys are known, and where their use is noted. */
export type ReadKeys = {
  /** The key of a bearer; undefined where none has its secret. */
  readonly find: (context: Pick<Context, 'pool' | 'clock'>, bearer: string) => Promise<FoundReadKey | undefined>
  readonly note: (use: ReadKeyUse) => void
}

/** Of a process that serves no console: there are none. */
export const noReadKeys: ReadKeys = { find: async () => undefined, note: () => undefined }

/** What each bearer that is a read key begins with. */
export const readKeyPrefix = 'mrt_'

/** Whether a request carries what looks like a read key. */
export const carriesReadKey = (authorization: string | undefined): boolean =>
  new RegExp(`^Bearer +${readKeyPrefix}`, 'i').test(authorization ?? '')

const nameOf = (scope: CallScope) => (scope === 'any' ? '' : readScopeNames[scope])

/** @throws Refusal 403 where no key may make the call, or this one has not its scope */
export const refuseOutOfScope = ({ readBy }: Pick<Endpoint, 'readBy'>, { scopes }: ReadKey): void => {
  if (readBy === undefined) throw forbidden('apiTokenMayNot')
  if (readBy !== 'any' && !scopes.includes(readBy)) throw new Refusal(403, [message('apiTokenScope', { scope: nameOf(readBy) })])
}

/** Whether health values are shown to somebody: to people, as the call has them, always. */
export const seesHealth = ({ readKey }: Pick<Actor, 'readKey'>): boolean => readKey === undefined || readKey.scopes.includes(healthScope)

/** @throws Refusal 403 for a key without the scope of health values */
export const refuseWithoutHealth = (actor: Pick<Actor, 'readKey'>): void => {
  if (!seesHealth(actor)) throw forbidden('apiTokenHealth')
}

type Scopes = ReadKey['scopes']

/** A mark names the scope that opens a field, or `never`. */
const isHidden = (schema: z.ZodType, scopes: Scopes): boolean => {
  const mark = z.globalRegistry.get(schema)?.[readKeyMark]
  return mark !== undefined && !scopes.some((scope) => scope === mark)
}

const entryOf = (schema: z.ZodObject, name: string, value: unknown, scopes: Scopes): readonly [string, unknown] => {
  const field: unknown = schema.shape[name]
  return [name, field instanceof z.ZodType ? asReadByKey(field, value, scopes) : null]
}

// What has nothing in it that could be marked.
const leaves = new Set(['string', 'number', 'boolean', 'enum', 'literal'])

/**
 * An answer as a read key gets it: null in each field that its schema hides from this key, and wherever the schema is not of a kind that
 * is known here.
 * @param value as the schema has parsed it
 */
export const asReadByKey = (schema: z.ZodType, value: unknown, scopes: Scopes): unknown => {
  if (value === null || value === undefined) return value
  if (isHidden(schema, scopes)) return null
  const inner = (part: unknown, of: unknown = value) => (part instanceof z.ZodType ? asReadByKey(part, of, scopes) : null)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return inner(schema.unwrap())
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? value.map((item) => inner(schema.element, item)) : null
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => entryOf(schema, name, field, scopes)))
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inner(schema.valueType, field)]))
  if (schema instanceof z.ZodUnion) return inner(schema.options.find((option) => (option as z.ZodType).safeParse(value).success))
  if (schema instanceof z.ZodPipe) return inner(schema.out)
  return leaves.has(schema.def.type) ? value : null
}

/** The names of fields, however deep, that are hidden from a key. */
const hiddenNames = (schema: unknown, scopes: Scopes): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return hiddenNames(schema.unwrap(), scopes)
  if (schema instanceof z.ZodArray) return hiddenNames(schema.element, scopes)
  if (schema instanceof z.ZodRecord) return hiddenNames(schema.valueType, scopes)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => hiddenNames(option, scopes))
  if (schema instanceof z.ZodPipe) return hiddenNames(schema.out, scopes)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => [
    ...(field instanceof z.ZodType && isHidden(field, scopes) ? [name.toLowerCase()] : []),
    ...hiddenNames(field, scopes),
  ])
}

/** The order of rows would say what is hidden in them. @throws Refusal 403 where a key sorts by such a field */
export const refuseHiddenOrder = ({ answer }: Pick<Endpoint, 'answer'>, actor: Actor, query: unknown): void => {
  if (actor.readKey === undefined) return
  const { sortKey, sort } = (query ?? {}) as { readonly sortKey?: unknown; readonly sort?: unknown }
  const hidden = hiddenNames(answer, actor.readKey.scopes)
  if ([sortKey, sort].some((key) => typeof key === 'string' && hidden.includes(key.toLowerCase()))) throw forbidden('apiTokenOrder')
}

/** How many rows an answer has; null of what is no list. */
export const rowsIn = (value: unknown): number | null => {
  if (Array.isArray(value)) return value.length
  const { data } = (value ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) ? data.length : null
}

/** What became of a call, by the status that was answered. */
export const resultOfStatus = (status: number): KeyReadResult => {
  if (status < 400) return 'given'
  if (status === 401 || status === 403) return 'scope'
  if (status === 404) return 'notFound'
  if (status === 429) return 'tooMany'
  return status < 500 ? 'invalid' : 'failed'
}
