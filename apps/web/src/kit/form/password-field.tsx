import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { useTranslation } from '../../platform/texts.ts'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'
import { usePhrase } from '../../platform/phrases.ts'
import styles from './password-field.module.css'
import { text, type TextName } from './text-field.tsx'

type PasswordFieldProps<Schema extends z.ZodObject, Name extends TextName<Schema>> = FieldProps<Schema, Name> & {
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code'
  readonly size?: 'large'
  /** Which keys a phone shows. */
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
}

/** A password, which the person may look at. antd's own eye cannot be reached by the keyboard. */
export const PasswordField = <Schema extends z.ZodObject, Name extends TextName<Schema>>(props: PasswordFieldProps<Schema, Name>) => {
  const { form, name, hint, ...input } = props
  const [shown, setShown] = useState(false)
  const phrase = usePhrase()
  const { t } = useTranslation()
  return (
    <Field form={form} name={name} hint={hint} said={null}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type={shown ? 'text' : 'password'}
          value={text(form.draft[name])}
          onChange={(event) => form.set(name, event.target.value as never)}
          suffix={
            <Button
              type="text"
              size="small"
              className={styles['eye'] ?? ''}
              icon={shown ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
              aria-label={t('common.show', { label: phrase(form.labelOf(name)) })}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          }
        />
      )}
    </Field>
  )
}
