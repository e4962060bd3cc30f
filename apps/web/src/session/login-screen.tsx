import { message } from '@mimamori/contract/messages'
import { Credentials, session } from '@mimamori/contract/session'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { PasswordField } from '../kit/form/password-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId, useForm } from '../kit/form/use-form.ts'
import { call, sessionStore } from '../platform/api.ts'
import { BrandMark, copyright, productName } from '../platform/brand.tsx'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { visited } from '../platform/visited.ts'
import { loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'
import { SsoForm } from './sso-form.tsx'
import { useSsoAnswer } from './use-sso-answer.ts'

const promptOf = (isComingBack: boolean, atProvider: boolean): string => {
  if (isComingBack) return '会社の認証を確かめています。'
  return atProvider
    ? '会社コードを入力すると、会社の認証サービスに移ります。わからないときは、ログインIDを入力してください。'
    : 'ログインIDとパスワードを入力してください。'
}

/** The way in. A failure replaces the prompt. */
export const LoginScreen = () => {
  const router = useRouter()
  const ended = useLocation({ select: ({ state }) => state.sessionEnded === true })
  const [failure, setFailure] = useState(ended ? message('sessionEnded') : null)
  const [atProvider, setAtProvider] = useState(false)
  const isComingBack = useSsoAnswer(setFailure)
  const choose = (there: boolean) => {
    setFailure(null)
    setAtProvider(there)
  }

  useEffect(() => {
    // Nothing of the person before may be seen by the next.
    queryClient.clear()
    visited.forget()
    document.getElementById(controlId('login', 'username'))?.focus()
  }, [])

  const form = useForm('login', {
    schema: Credentials,
    resource: 'session',
    initial: { username: '', password: '' },
    onSubmit: async (body) => {
      setFailure(null)
      try {
        const { token, refreshToken, isLockedOut } = await call(session.login, { body })
        if (isLockedOut || token === null || refreshToken === null) {
          setFailure(message('signInLocked'))
          return {}
        }
        sessionStore.save({ token, refreshToken })
        await router.invalidate()
      } catch (error) {
        setFailure(loginFailure(error))
        // Only what was typed can be mended at the fields; which of the two is wrong is nobody's to know.
        return error instanceof AnswerError && error.status === 401 ? { username: '', password: '' } : {}
      }
    },
  })

  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <h1 className={styles['brand']}>
          <BrandMark size={36} />
          {productName}
        </h1>
        <p className={styles['motto']}>現場の暑さと作業者の体調</p>
        <div className={styles['banner']}>
          {failure === null ? (
            <Banner kind="prompt">{promptOf(isComingBack, atProvider)}</Banner>
          ) : (
            <Banner kind="failure">{failure}</Banner>
          )}
        </div>
        {atProvider ? (
          <SsoForm onBack={() => choose(false)} />
        ) : (
          <form noValidate onSubmit={(event) => void form.submit(event)}>
            <TextField form={form} name="username" size="large" face="id" autoComplete="username" />
            <PasswordField form={form} name="password" size="large" autoComplete="current-password" />
            <Button type="primary" htmlType="submit" size="large" block loading={form.submitting || isComingBack}>
              ログイン
            </Button>
            <Button type="link" block onClick={() => choose(true)}>
              シングルサインオンを使う
            </Button>
          </form>
        )}
        <p className={styles['help']}>パスワードを忘れたときや、ロックされたときは、拠点または契約の管理者に連絡してください。</p>
      </main>
      <footer className={styles['footer']}>{copyright}</footer>
    </div>
  )
}
