import type { ReactNode } from 'react'
import type { z } from 'zod'
import { TextField, type TextName } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { Tracked, type Track } from './tracked.tsx'

type NumberFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  readonly track: Track
  readonly name: TextName<Schema>
  readonly hint: ReactNode
  /** Why it cannot be changed now; undefined where it can. */
  readonly locked?: string | undefined
}

/** A number of a setting, typed as text: a wheel or an arrow key must not change it by accident. */
export const NumberField = <Schema extends z.ZodObject>({ form, track, name, hint, locked }: NumberFieldProps<Schema>) => (
  <Tracked track={track} name={name} hint={locked ?? hint}>
    {(fieldHint) => (
      <TextField form={form} name={name} inputMode="decimal" {...(locked === undefined ? { hint: fieldHint } : { locked: fieldHint })} />
    )}
  </Tracked>
)
