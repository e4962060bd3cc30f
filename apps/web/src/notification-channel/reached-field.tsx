import { smsFormats } from '@mimamori/contract/channel-fields'
import type { NotificationChannel } from '@mimamori/contract/notification-channel'
import { Button, Input } from 'antd'
import { useRef } from 'react'
import { Field } from '../kit/form/field.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { text } from '../kit/form/text-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { type ChannelForm, type ChannelVariant, isStored, type ReachedField } from './channel-draft.ts'
import { guides } from './channel-guides.tsx'
import styles from './stored-field.module.css'

const formats = smsFormats.map((value) => ({ value, label: { form: 'フォーム（x-www-form-urlencoded）', json: 'JSON' }[value] }))
const longTexts: readonly ReachedField[] = ['privateKey', 'template', 'numbers']
const secretFields: readonly ReachedField[] = ['url', 'token', 'clientSecret', 'privateKey']

type Props = {
  readonly form: FormState<typeof ChannelForm>
  readonly variant: ChannelVariant
  readonly name: ReachedField
  /** Undefined of a channel that is being made. */
  readonly stored?: NotificationChannel
}

/** One value by which a channel is reached. What is secret of a stored one is masked, and can be entered again. */
export const ReachedValue = ({ form, variant, name, stored }: Props) => {
  const { label, placeholder = '', hint } = guides[variant].fields[name] ?? {}
  const again = useRef(false)
  if (name === 'format') return <RadioField form={form} name={name} choices={formats} />
  const labelled = label === undefined ? form : { ...form, labelOf: (of: string) => (of === name ? label : form.labelOf(of)) }
  const value = form.draft[name]
  const isKept = value === null && isStored(stored, name)
  const title = labelled.labelOf(name)
  return (
    <Field form={labelled} name={name} hint={isKept ? undefined : hint} said="">
      {(control) => {
        if (isKept)
          return (
            <div className={styles['stored']}>
              <span className={styles['value']}>{name === 'url' ? stored?.url : '••••••••'}</span>
              <Button
                id={control.id}
                type="link"
                size="small"
                aria-label={`${title}を入れ直す`}
                onClick={() => {
                  again.current = true
                  form.set(name, '')
                }}
              >
                入れ直す
              </Button>
            </div>
          )
        const input = {
          ...control,
          autoFocus: again.current,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          className: 'id',
          placeholder,
          value: text(value),
          'data-secret': secretFields.includes(name) ? 'true' : undefined,
          onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
        }
        const entry = longTexts.includes(name) ? <Input.TextArea {...input} autoSize={{ minRows: 2, maxRows: 8 }} /> : <Input {...input} />
        if (!isStored(stored, name)) return entry
        return (
          <div className={styles['typed']}>
            <div>{entry}</div>
            <Button
              type="text"
              aria-label={`${title}を元に戻す`}
              onClick={() => {
                form.set(name, null)
                requestAnimationFrame(() => document.getElementById(controlId(form.id, name))?.focus())
              }}
            >
              元に戻す
            </Button>
          </div>
        )
      }}
    </Field>
  )
}
