import { remedyOf } from '@mimamori/contract/issue-text'
import type { z } from 'zod'

/** What is wrong with each field, by its name. */
export type FieldErrors = Readonly<Record<string, string>>

/** What a form holds while it is filled in: the schema's input, with gaps. */
export type Draft<Schema extends z.ZodType> = { readonly [Name in keyof z.input<Schema>]?: z.input<Schema>[Name] | null | undefined }

export type Checked<Schema extends z.ZodType> =
  | { readonly good: true; readonly values: z.output<Schema> }
  | { readonly good: false; readonly errors: FieldErrors }

/** Checks a draft against its schema; each field keeps its first fault, in the words of the contract. */
export const check = <Schema extends z.ZodType>(schema: Schema, draft: Draft<Schema>): Checked<Schema> => {
  const result = schema.safeParse(draft, { reportInput: true })
  if (result.success) return { good: true, values: result.data }
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= remedyOf(issue)
  }
  return { good: false, errors }
}

const blanks = [undefined, null, '']

/** The fields that cannot be left blank; what 必須 marks. */
export const requiredNames = (schema: z.ZodObject): ReadonlySet<string> =>
  new Set(
    Object.entries(schema.shape)
      .filter(([, value]) => blanks.every((blank) => !(value as z.ZodType).safeParse(blank).success))
      .map(([name]) => name),
  )
