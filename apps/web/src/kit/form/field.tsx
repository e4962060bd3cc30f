import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { FuriganaText } from '../furigana-text.tsx'
import styles from './field.module.css'
import { useFormMode } from './form-mode.ts'
import { FixedField } from './form-section.tsx'
import { controlId } from './control-id.ts'
import type { FormState } from './use-form.ts'
import { SvgIcon } from '../svg-icon.tsx'
import { Phrase } from '../phrase.tsx'

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

type Framed<Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string> = FieldProps<Schema, Name> & {
  /** The value in words, shown alone where the form is read only. */
  readonly said: ReactNode
  /** True where the value cannot be changed here, so that nothing is asked for. */
  readonly fixed?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** The line above a control: its label, and whether it must be filled. */
export const FieldHead = ({ required, children }: { readonly required: boolean; readonly children: ReactNode }) => {
  return (
    <div className={styles['head']}>
      {children}
      {required && (
        <span className={styles['required']} data-mark="required">
          <Phrase text="必須" />
        </span>
      )}
    </div>
  )
}

const Notes = ({ id, error, hint }: { readonly id: string; readonly error: string | undefined; readonly hint: ReactNode }) => {
  return (
    <div id={id} className={styles['note']}>
      {error !== undefined && error !== '' && (
        <p role="alert" className={styles['error']}>
          <SvgIcon icon={ExclamationCircleFilled} />
          <Phrase text={error} />
        </p>
      )}
      {/* The fault says what to do; a plain hint beside it would only say it twice. */}
      {typeof hint === 'string' ? error === undefined && <FuriganaText text={hint} /> : hint}
    </div>
  )
}

const controlOf = <Schema extends z.ZodObject>(form: FormState<Schema>, name: string, hint: ReactNode, fixed = false): ControlProps => {
  const id = controlId(form.id, name)
  const error = form.errors[name]
  return {
    id,
    status: error === undefined ? '' : 'error',
    'aria-invalid': error !== undefined,
    'aria-required': form.required.has(name) && !fixed,
    'aria-describedby': error !== undefined || hint !== undefined ? `${id}-note` : undefined,
  }
}

/** A label above a control; below it the fault and the hint. A fault without words only marks the control. */
export const Field = <Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string>(props: Framed<Schema, Name>) => {
  const { form, name, hint, said, fixed, children } = props
  const control = controlOf(form, name, hint, fixed)
  if (useFormMode() === 'view') return <FixedField label={form.labelOf(name)} value={said} />
  return (
    <div className={styles['field']}>
      <FieldHead required={control['aria-required']}>
        <label htmlFor={control.id}>
          <Phrase text={form.labelOf(name)} />
        </label>
      </FieldHead>
      {children(control)}
      <Notes id={`${control.id}-note`} error={form.errors[name]} hint={hint} />
    </div>
  )
}

/** The same around a set of controls: the label names the set, since a click on it must choose nothing. */
export const GroupField = <Schema extends z.ZodObject, Name extends keyof z.input<Schema> & string>(props: Framed<Schema, Name>) => {
  const { form, name, hint, said, children } = props
  const control = controlOf(form, name, hint)
  const labelId = `${control.id}-label`
  if (useFormMode() === 'view') return <FixedField label={form.labelOf(name)} value={said} />
  return (
    <div className={styles['field']} role="group" aria-labelledby={labelId} aria-describedby={control['aria-describedby']}>
      <FieldHead required={control['aria-required']}>
        <span id={labelId}>{form.labelOf(name)}</span>
      </FieldHead>
      {children(control)}
      <Notes id={`${control.id}-note`} error={form.errors[name]} hint={hint} />
    </div>
  )
}
