import { hostileValues, pick, type Random } from './hostile-values.ts'

/** As much of JSON Schema as the product's document uses. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly format?: string
  readonly minLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** What a field of a name may well hold, by names in lower case. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

const words = [
  'a',
  '山田　太郎',
  'ヤマダ　タロウ',
  '090-1234-5678',
  'Someone-1234',
  'a@example.com',
  '1',
  '0',
  '2026-07-20',
  '12:00',
  'User',
]

const textOf = (random: Random, { format, minLength = 0 }: Schema): string => {
  if (format === 'uuid') return `0190a0a0-0000-7000-8000-${String(Math.floor(random() * 1e12)).padStart(12, '0')}`
  if (format === 'date') return '2026-07-20'
  if (format !== undefined) return '2026-07-20T12:00:00+09:00'
  return pick(random, words).padEnd(minLength, 'x')
}

/** Makes values that fit a schema, except for a given percentage of hostile ones. */
export const valueMaker = (random: Random, known: KnownValues, hostility: number) => {
  const make = (schema: Schema, name: string): unknown => {
    if (random() < hostility) return pick(random, hostileValues)
    const mayWell = known[name.toLowerCase()]
    if (mayWell !== undefined && schema.items === undefined && random() < 0.8) return pick(random, mayWell)
    if ('const' in schema) return schema.const
    if (schema.enum !== undefined) return pick(random, schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return make(pick(random, choices), name)
    switch (typeof schema.type === 'object' ? pick(random, schema.type) : schema.type) {
      case 'object':
        return objectOf(schema)
      case 'array': {
        const { minItems = 0, maxItems = 4, items = {} } = schema
        const length = minItems + Math.floor(random() * (Math.min(maxItems, minItems + 4) - minItems + 1))
        return Array.from({ length }, () => make(items, name))
      }
      case 'integer':
      case 'number':
        return Math.floor(random() * 40)
      case 'boolean':
        return random() < 0.5
      case 'null':
        return null
      default:
        return textOf(random, schema)
    }
  }
  const objectOf = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        random() < (required.includes(name) ? 1 - hostility / 4 : 0.35) ? [[name, make(property, name)]] : [],
      ),
    )
  return make
}
