import CheckOutlined from '@ant-design/icons/CheckOutlined'
import MinusOutlined from '@ant-design/icons/MinusOutlined'
import styles from './password-rules.module.css'

const rules = [
  { text: '8文字以上', holds: (password: string) => password.length >= 8 },
  { text: '半角の英小文字', holds: (password: string) => /[a-z]/.test(password) },
  { text: '半角の英大文字', holds: (password: string) => /[A-Z]/.test(password) },
  { text: '半角の数字', holds: (password: string) => /[0-9]/.test(password) },
] as const

/** What a new password needs, ticked off while it is typed. */
export const PasswordRules = ({ password }: { readonly password: string }) => (
  <ul className={styles['rules']}>
    {rules.map(({ text, holds }) => {
      const met = holds(password)
      return (
        <li key={text} data-met={met}>
          {met ? <CheckOutlined aria-hidden="true" /> : <MinusOutlined aria-hidden="true" />}
          {text}
          <span className="visually-hidden">{met ? '：満たしています' : '：まだです'}</span>
        </li>
      )
    })}
  </ul>
)
