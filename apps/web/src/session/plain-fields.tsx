import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined'
import type { Credentials } from '@mimamori/contract/session'
import { useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { Field } from '../kit/form/field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { usePhrase } from '../platform/phrases.ts'
import styles from './plain-fields.module.css'

type Props = { readonly form: FormState<typeof Credentials> }

/** The login ID. The browser's own inputs, drawn as antd draws its: who is not signed in loads nothing of antd. */
export const LoginIdField = ({ form }: Props) => (
  <Field form={form} name="username" said={null}>
    {({ status: _, ...control }) => (
      <input
        {...control}
        className={`${styles['input']} id`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.draft.username ?? ''}
        onChange={(event) => form.set('username', event.target.value)}
      />
    )}
  </Field>
)

/** The password, which the person may look at. */
export const LoginPasswordField = ({ form }: Props) => {
  const [shown, setShown] = useState(false)
  const phrase = usePhrase()
  const { t } = useTranslation()
  return (
    <Field form={form} name="password" said={null}>
      {({ status: _, ...control }) => (
        <span className={styles['box']}>
          <input
            {...control}
            className={styles['inside']}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            value={form.draft.password ?? ''}
            onChange={(event) => form.set('password', event.target.value)}
          />
          <PlainButton
            kind="text"
            className={styles['eye'] ?? ''}
            aria-label={t('common.show', { label: phrase(form.labelOf('password')) })}
            aria-pressed={shown}
            // The focus stays in the field, and a phone's keyboard open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
          >
            <SvgIcon icon={shown ? EyeOutlined : EyeInvisibleOutlined} />
          </PlainButton>
        </span>
      )}
    </Field>
  )
}
