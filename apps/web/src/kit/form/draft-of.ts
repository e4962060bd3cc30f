import type { z } from 'zod'
import type { Draft } from './check.ts'

/** What a form over a schema begins with: the record's values of its fields. Fields that the record lacks are blank. */
export const draftOf = <Schema extends z.ZodObject>(schema: Schema, record: object | undefined): Draft<Schema> => {
  const known: Readonly<Record<string, unknown>> = { ...record }
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, known[name]])) as Draft<Schema>
}
