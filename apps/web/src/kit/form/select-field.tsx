import { Select } from 'antd'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'

export type Choice<Value extends string | number> = { readonly value: Value; readonly label: string }

/** The fields of a schema that hold one of several values. */
export type ChoiceName<Schema extends z.ZodObject> = keyof z.input<Schema> & string

type SelectFieldProps<Schema extends z.ZodObject, Name extends ChoiceName<Schema>> = FieldProps<Schema, Name> & {
  /** Undefined while they are on their way. */
  readonly choices: readonly Choice<string | number>[] | undefined
  /** What an empty field means, where it means something. */
  readonly placeholder?: string
  /** Why nothing can be chosen yet. */
  readonly locked?: string
  /** What follows from a choice, beside the field's own value. */
  readonly onChoose?: (chosen: string | number | undefined) => void
}

/** One of several values, found by typing a part of it. */
export const SelectField = <Schema extends z.ZodObject, Name extends ChoiceName<Schema>>(props: SelectFieldProps<Schema, Name>) => {
  const { form, name, hint, choices, locked, placeholder, onChoose } = props
  const value = form.draft[name] as string | number | null | undefined
  const choose = (chosen: string | number | undefined) => {
    form.set(name, (chosen ?? null) as never)
    onChoose?.(chosen)
  }
  return (
    <Field form={form} name={name} hint={hint} said={choices?.find((choice) => choice.value === value)?.label ?? placeholder}>
      {(control) => (
        <Select
          {...control}
          style={{ width: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={!form.required.has(name) && locked === undefined}
          disabled={locked !== undefined}
          loading={choices === undefined && locked === undefined}
          placeholder={locked ?? placeholder ?? '選んでください'}
          value={value ?? null}
          options={[...(choices ?? [])]}
          onChange={choose}
          notFoundContent="該当する候補はありません"
        />
      )}
    </Field>
  )
}
