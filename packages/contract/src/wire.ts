import { z } from 'zod'
import { readDay } from './day.ts'

// Clients of the customer send numbers as text now and then, and people type them in full width, so the wire takes all.
// The exponent is how JavaScript writes a tiny number as text: 1e-7.
const decimal = /^-?\d+(\.\d+)?(e-\d{1,2})?$/
const decimalText = z
  .string()
  .transform((text) => text.normalize('NFKC').trim())
  .pipe(z.string().regex(decimal))

/** A number's text read as every number of a request is; NaN where it is none. */
export const readDecimal = (text: string): number => {
  const plain = text.normalize('NFKC').trim()
  return decimal.test(plain) ? Number(plain) : Number.NaN
}

// `10.0` is a measured number, not a count: nobody types it where a whole number is meant.
const wholeText = decimalText.transform((text, context) => {
  if (!/[.e]/.test(text)) return Number(text)
  context.issues.push({ code: 'invalid_type', expected: 'int', input: text })
  return z.NEVER
})

/** A whole number, as a number or as text without a decimal point. */
export const wireInteger = (min = 0, max = 2_147_483_647) => z.union([z.number(), wholeText]).pipe(z.number().int().min(min).max(max))

/** A number, as a number or as text. */
export const wireNumber = (min: number, max: number) =>
  z.union([z.number(), decimalText.transform(Number)]).pipe(z.number().min(min).max(max))

/** '-' and an empty field mean nothing, as in the customer's own form of maps. */
export const nothing = z.union([z.null(), z.literal(['', '-']).transform(() => null)])

/** Degrees to so many either way, or nothing. */
export const degrees = (most: number) => z.union([nothing, wireNumber(-most, most)]).optional()

/** A serial or the like, which may come as a number; full width and spaces around it fall away. */
export const wireText = z.union([z.string(), z.number()]).transform((value) => String(value).normalize('NFKC').trim())

/** A toggle: '1' or '0', as text, as a number or as true and false. */
export const Toggle = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => ({ true: '1', false: '0' })[String(value)] ?? String(value).normalize('NFKC').trim())
  .pipe(z.enum(['0', '1']))

/** A yes-or-no parameter: 1/0, true/false, as text or not. */
export const wireFlag = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

/** An instant: ISO 8601 with an offset; answers say +09:00. */
export const Instant = z.iso.datetime({ offset: true })

/** A calendar day in Japan. Earlier ones are slips, and the database knows no year 0. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01', { params: { rule: 'day' }, abort: true })

/** A month in Japan, YYYY-MM; from the first of them in which there are days. */
export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine((month) => month >= '1900-01', { params: { rule: 'month' }, abort: true })

/** A schema that reads what `look` makes of a value; its OpenAPI document and its types stay its own. */
const after = <Schema extends z.ZodType>(look: (given: unknown, context: z.RefinementCtx) => unknown, schema: Schema) =>
  z.preprocess(look, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>

/** A field that may be left out; null and an empty text leave it out as well. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  after((given) => (given === null || given === '' ? undefined : given), schema.optional()).optional()

/** One of some words (in small letters), in any case, alone or as the only one of a list. */
export const wordOf = <const Word extends string>(words: readonly Word[]) =>
  after((given) => {
    const [one, ...more]: unknown[] = [given].flat()
    if (typeof one !== 'string' || more.length > 0) return given
    const folded = one.normalize('NFKC').trim().toLowerCase()
    return words.find((word) => word.toLowerCase() === folded) ?? given
  }, z.enum(words))

/** A time of day, 06:00; also as 6:00 and 06:00:00. */
export const WireClock = after(
  (given) =>
    typeof given === 'string'
      ? given
          .normalize('NFKC')
          .trim()
          .replace(/^(?=\d:)/, '0')
          .replace(/^(\d\d:\d\d):00$/, '$1')
      : given,
  z.iso.time({ precision: -1 }),
)

/** Values that a request lists at most: five times the people of the largest report. */
export const mostListed = 5_000

// A caller that sends a hundred thousand is refused before each of them is read: meanwhile nobody else would be served.
const unlessTooMany = (given: unknown, context: z.RefinementCtx): unknown => {
  const values: unknown[] = [given].flat()
  const listed = values.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.split(',').length : 1), 0)
  if (listed <= mostListed) return given
  context.issues.push({ code: 'too_big', origin: 'array', maximum: mostListed, inclusive: true, input: given })
  return z.NEVER
}

/** One value or several, comma-separated or repeated; at most `mostListed`. */
export const severalOf = <Item extends z.ZodType>(item: Item, atLeast = 0) => after(unlessTooMany, readSeveral(item, atLeast))

const readSeveral = <Item extends z.ZodType>(item: Item, atLeast: number) =>
  z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .transform((given) =>
      [given]
        .flat()
        .flatMap((value) => String(value).split(','))
        .map((text) => text.trim()),
    )
    // Whatever the item takes besides text, here it gets text.
    .pipe(z.array(item).min(atLeast) as unknown as z.ZodType<z.output<Item>[], string[]>)

/** One value, alone or as the only one of a list. */
export const justOne = <Item extends z.ZodType>(item: Item) =>
  z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()])).length(1)])
    .transform((given) => String([given].flat()[0]).trim())
    .pipe(item as unknown as z.ZodType<z.output<Item>, string>)

/** A calendar day in Japan as clients write it: a day (`readDay`), or an instant that lies in it. */
export const WireDay = z
  .string()
  .transform((text) => {
    if (!Instant.safeParse(text).success) return readDay(text)
    const inJapan = new Date(Date.parse(text) + 9 * 3_600_000)
    // The last instant that a date can hold has no time in Japan any more.
    return Number.isNaN(inJapan.getTime()) ? text : inJapan.toISOString().slice(0, 10)
  })
  .pipe(Day)

/** The order in which rows are wanted: of a list's page, and of a file that holds the whole list. */
export const listOrder = {
  sortKey: z.string().optional(),
  sortOrder: z
    .string()
    .transform((order) => order.toLowerCase())
    .pipe(z.enum(['asc', 'desc', 'ascend', 'descend']))
    .transform((order): 'asc' | 'desc' => (order.startsWith('asc') ? 'asc' : 'desc'))
    .optional(),
}

/** A bound in time: a calendar day in Japan, or an instant. */
export const DayOrInstant = z.string().superRefine((text, context) => {
  if (!Day.safeParse(text).success && !Instant.safeParse(text).success)
    context.issues.push({ code: 'invalid_format', format: 'date', input: text })
})

/** The parameters every list understands. `limit` stays undefined where the list then answers all rows. */
export const listQuery = { offset: wireInteger().default(0), limit: wireInteger(1, 1_000).optional(), ...listOrder }

/** A list's answer. `count` counts all rows that match, not only those of the page. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), count: z.number().int() })

export const Nothing = z.object({})

/** A field of a change: left out, it stays as it is; null clears it. */
export const unlessAbsent = <Schema extends z.ZodType>(schema: Schema) => z.union([z.undefined().optional(), schema])

type Shape = Record<string, z.ZodType>

const shapeOf = (schema: unknown): Shape | undefined => {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return shapeOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in)
  if (schema instanceof z.ZodUnion) return schema.options.map(shapeOf).find((shape) => shape !== undefined)
  return undefined
}

const elementOf = (schema: unknown): unknown => {
  if (schema instanceof z.ZodArray) return schema.element
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return elementOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return elementOf(schema.in)
  if (schema instanceof z.ZodUnion) return schema.options.map(elementOf).find((element) => element !== undefined)
  return undefined
}

/**
 * Renames the keys of a request to the contract's spelling, whatever their case, deep into objects and lists.
 * The customer's own documents mix `OfficeId`, `officeId` and `officeid`.
 */
export const foldKeys = (schema: unknown, value: unknown): unknown => {
  const element = elementOf(schema)
  if (element !== undefined && Array.isArray(value)) return value.map((item) => foldKeys(element, item))
  const shape = shapeOf(schema)
  if (shape === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const spelling = new Map(Object.keys(shape).map((key) => [key.toLowerCase(), key]))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = spelling.get(key.toLowerCase()) ?? key
      return [name, foldKeys(shape[name], item)]
    }),
  )
}
