import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { text, type TextName } from './text-field.tsx'

dayjs.extend(customParseFormat)

type DateFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly placeholder?: string
}

const wire = 'YYYY-MM-DD'
/** How people type a day; the first is how it shows. */
const typed = ['YYYY/MM/DD', 'YYYY/M/D', wire, 'YYYY-M-D', 'YYYYMMDD']

/** A day: typed, or chosen from a calendar. */
export const DateField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: DateFieldProps<Schema, Name>) => {
  const { form, name, hint, placeholder = '例 2026/07/20' } = props
  const value = text(form.draft[name])
  return (
    <Field form={form} name={name} hint={hint} said={value.replaceAll('-', '/')}>
      {(control) => (
        <DatePicker
          {...control}
          className={styles['date'] ?? ''}
          format={typed}
          placeholder={placeholder}
          value={value === '' ? null : dayjs(value, wire)}
          onChange={(day) => form.set(name, (day === null ? null : dayjs(day).format(wire)) as never)}
        />
      )}
    </Field>
  )
}
