import type { z } from 'zod'
import type { FormState } from './use-form.ts'

/** Demands that a form's schema has some fields: `props & Needs<Schema, 'name'>` is nothing where it lacks one. */
export type Needs<Schema extends z.ZodObject, Names extends string> = Names extends keyof z.input<Schema> ? unknown : never

/** A form seen as one over some of its fields, for a part that several forms share. Together with `Needs`. */
export const partOf = <Part extends z.ZodObject>(form: { readonly id: string }): FormState<Part> => form as FormState<Part>
