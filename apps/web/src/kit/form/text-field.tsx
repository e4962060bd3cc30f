import { Input } from 'antd'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'

/** The fields of a schema that hold text. */
export type TextName<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema> & string]: Extract<z.input<Schema>[Name], string> extends never ? never : Name
}[keyof z.input<Schema> & string]

type TextFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly placeholder?: string
  /** `username`, `tel`, `email` …: what the browser may fill in. */
  readonly autoComplete?: string
  /** Which keys a phone shows. */
  readonly inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'decimal'
  readonly size?: 'large'
  /** IDs and codes: a face that tells 1 from l and 0 from O. */
  readonly face?: 'id'
}

/** A field's value as an input takes it. */
export const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A line of text. */
export const TextField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: TextFieldProps<Schema, Name>) => {
  const { form, name, hint, face, autoComplete = 'off', ...input } = props
  return (
    <Field form={form} name={name} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...input}
          className={face === 'id' ? 'id' : ''}
          autoComplete={autoComplete}
          {...(face === 'id' && { autoCapitalize: 'none', spellCheck: false })}
          value={text(form.draft[name])}
          onChange={(event) => form.set(name, event.target.value as never)}
        />
      )}
    </Field>
  )
}
