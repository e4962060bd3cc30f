import CheckOutlined from '@ant-design/icons/CheckOutlined'
import MinusOutlined from '@ant-design/icons/MinusOutlined'
import { useTranslation } from '../platform/texts.ts'
import styles from './password-rules.module.css'
import { TranslatedText } from './translated-text.tsx'

const rules = [
  { name: 'length', holds: (password: string) => password.length >= 8 },
  { name: 'lower', holds: (password: string) => /[a-z]/.test(password) },
  { name: 'upper', holds: (password: string) => /[A-Z]/.test(password) },
  { name: 'digit', holds: (password: string) => /[0-9]/.test(password) },
] as const

/** What a new password needs, ticked off while it is typed. */
export const PasswordRules = ({ password }: { readonly password: string }) => {
  const { t } = useTranslation()
  return (
    <ul className={styles['rules']}>
      {rules.map(({ name, holds }) => {
        const met = holds(password)
        return (
          <li key={name} data-met={met}>
            {met ? <CheckOutlined aria-hidden="true" /> : <MinusOutlined aria-hidden="true" />}
            <TranslatedText name={`signIn.rule.${name}`} />
            <span className="visually-hidden">{t(met ? 'signIn.rule.met' : 'signIn.rule.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
