import { Radio } from 'antd'
import type { z } from 'zod'
import { GroupField, type FieldProps } from './field.tsx'
import type { Choice, ChoiceName } from './select-field.tsx'
import styles from './field.module.css'

type RadioFieldProps<Schema extends z.ZodObject, Name extends ChoiceName<Schema>> = FieldProps<Schema, Name> & {
  readonly choices: readonly Choice<string | number>[]
  /** What follows from a choice, beside the field's own value. */
  readonly onChoose?: (value: string | number) => void
}

/** One of a few values, all in sight. */
export const RadioField = <Schema extends z.ZodObject, Name extends ChoiceName<Schema>>(props: RadioFieldProps<Schema, Name>) => {
  const { form, name, hint, choices, onChoose } = props
  const value = form.draft[name] as string | number | null | undefined
  return (
    <GroupField form={form} name={name} hint={hint} said={choices.find((choice) => choice.value === value)?.label}>
      {({ id, status }) => (
        <div className={styles['choices']} data-status={status}>
          {choices.map((choice, index) => (
            <Radio
              key={choice.value}
              // The first one takes the focus if the field has a fault.
              {...(index === 0 && { id })}
              name={id}
              checked={choice.value === value}
              onChange={() => {
                form.set(name, choice.value as never)
                onChoose?.(choice.value)
              }}
            >
              {choice.label}
            </Radio>
          ))}
        </div>
      )}
    </GroupField>
  )
}
