import { readDay } from '@mimamori/contract/day'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState, type SyntheticEvent } from 'react'
import type { z } from 'zod'
import { CalendarInput } from '../calendar-input.tsx'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { text, type TextName } from './text-field.tsx'

dayjs.extend(customParseFormat)

type DateFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly placeholder?: string
  /** The first day that the calendar offers (YYYY-MM-DD); what is typed is for the server to judge. */
  readonly earliest?: string
}

const wire = 'YYYY-MM-DD'
/**
 * How the picker reads a day while it is typed; the first is how it shows. Only whole days: of `1985/2/1` the next digit
 * may follow, and the picker would have written over it by then. Other spellings are read when the field is left.
 */
const whole = ['YYYY/MM/DD', wire, 'YYYYMMDD']

// Strict: 1985-02-30 is no day, and must not become the 2nd of March.
const isDay = (value: string) => dayjs(value, wire, true).isValid()

/**
 * A day: typed as people write it, eras too, or chosen from a calendar. What was typed and is no day stays in sight and
 * in the draft, where the schema refuses it.
 */
export const DateField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: DateFieldProps<Schema, Name>) => {
  const { form, name, hint, earliest, placeholder = '例 2026/07/20' } = props
  const value = text(form.draft[name])
  const [shown, setShown] = useState('')
  // A new value would make the picker write over the text that the person still has to mend.
  if (shown !== value && (value === '' || isDay(value))) setShown(value)
  const set = (day: string | null) => form.set(name, day as never)
  const take = (event: SyntheticEvent<HTMLElement>) => {
    const typedText = (event.target as HTMLInputElement).value.trim()
    set(typedText === '' ? null : readDay(typedText))
  }
  return (
    <Field form={form} name={name} hint={hint} said={value.replaceAll('-', '/')}>
      {(control) => (
        <CalendarInput
          {...control}
          className={styles['date'] ?? ''}
          format={whole}
          placeholder={placeholder}
          preserveInvalidOnBlur
          {...(earliest !== undefined && { minDate: dayjs(earliest, wire) })}
          value={shown === '' ? null : dayjs(shown, wire)}
          onChange={(day) => set(day === null ? null : dayjs(day).format(wire))}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(event)
          }}
        />
      )}
    </Field>
  )
}
