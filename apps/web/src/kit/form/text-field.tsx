// Not from 'antd', which brings every sort of input along to the login page.
import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { PhoneLink } from '../phone-link.tsx'
import { Field, type FieldProps } from './field.tsx'

/** The fields of a schema that hold text. */
export type TextName<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema> & string]: HoldsText<z.input<Schema>[Name]> extends true ? Name : never
}[keyof z.input<Schema> & string]
// A preprocessed field takes anything.
type HoldsText<Input> = unknown extends Input ? true : Extract<Input, string> extends never ? false : true

type TextFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly placeholder?: string
  /** `username`, `tel`, `email` …: what the browser may fill in. */
  readonly autoComplete?: string
  /** Which keys a phone shows. */
  readonly inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'decimal'
  readonly size?: 'large'
  /** A time of day, as the device lets people choose one. */
  readonly type?: 'time'
  /** IDs and codes: a typeface that distinguishes 1 from l and 0 from O. */
  readonly face?: 'id'
  /** Why the field cannot be changed here; said below it in place of the hint. */
  readonly locked?: ReactNode
  /** Shown inside, at the end. */
  readonly suffix?: ReactNode
}

/** A field's value as an input takes it. */
export const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The value where the form is read only. */
const inWords = (value: string, isPhone: boolean, isId: boolean): ReactNode => {
  if (value !== '' && isPhone) return <PhoneLink phone={value} />
  return isId ? <span className="id">{value}</span> : value
}

/** A line of text. */
export const TextField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: TextFieldProps<Schema, Name>) => {
  const { form, name, hint, face, locked, autoComplete = 'off', ...input } = props
  const value = text(form.draft[name])
  return (
    <Field
      form={form}
      name={name}
      hint={locked ?? hint}
      fixed={locked !== undefined}
      said={inWords(value, props.inputMode === 'tel', face === 'id')}
    >
      {(control) => (
        <Input
          {...control}
          {...input}
          className={face === 'id' ? 'id' : ''}
          autoComplete={autoComplete}
          {...(face === 'id' && { autoCapitalize: 'none', spellCheck: false })}
          disabled={locked !== undefined}
          value={value}
          onChange={(event) => form.set(name, event.target.value as never)}
        />
      )}
    </Field>
  )
}
