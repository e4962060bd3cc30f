import { Input } from 'antd'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'
import { text, type TextName } from './text-field.tsx'

type TextAreaFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly placeholder?: string
}

/** Several lines of text. */
export const TextAreaField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: TextAreaFieldProps<Schema, Name>) => {
  const { form, name, hint, placeholder } = props
  const value = text(form.draft[name])
  return (
    <Field form={form} name={name} hint={hint} said={value}>
      {(control) => (
        <Input.TextArea
          {...control}
          autoSize={{ minRows: 4, maxRows: 14 }}
          placeholder={placeholder ?? ''}
          value={value}
          onChange={(event) => form.set(name, event.target.value as never)}
        />
      )}
    </Field>
  )
}
