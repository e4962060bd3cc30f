import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import styles from './field.module.css'
import { controlId, type FormState } from './use-form.ts'

/** What a control takes to belong to its field. */
export type ControlProps = {
  readonly id: string
  readonly status: 'error' | ''
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  readonly 'aria-describedby': string | undefined
}

export type FieldProps<Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string> = {
  readonly form: FormState<Schema>
  readonly name: Name
  /** What to enter, in note size below the control. */
  readonly hint?: ReactNode
}

/** A label above a control; below it the fault and the hint. A fault without words only marks the control. */
export const Field = <Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string>({
  form,
  name,
  hint,
  children,
}: FieldProps<Schema, Name> & { readonly children: (control: ControlProps) => ReactNode }) => {
  const id = controlId(form.id, name)
  const error = form.errors[name]
  const required = form.required.has(name)
  const noteId = `${id}-note`
  return (
    <div className={styles['field']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{form.labelOf(name)}</label>
        {required && (
          <span className={styles['required']} data-mark="required">
            必須
          </span>
        )}
      </div>
      {children({
        id,
        status: error === undefined ? '' : 'error',
        'aria-invalid': error !== undefined,
        'aria-required': required,
        'aria-describedby': error !== undefined || hint !== undefined ? noteId : undefined,
      })}
      <div id={noteId} className={styles['note']}>
        {error !== undefined && error !== '' && (
          <p role="alert" className={styles['error']}>
            <ExclamationCircleFilled aria-hidden="true" />
            {error}
          </p>
        )}
        {hint}
      </div>
    </div>
  )
}
