import { endpoints } from '@mimamori/contract/endpoints'
import type { BodyIn } from '@mimamori/contract/endpoint'
import type { ConfirmationMeans } from '@mimamori/contract/own-data'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../kit/banner.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { useSignOut } from '../kit/use-sign-out.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { signByPasskey } from '../platform/passkey.ts'
import { usePhrase } from '../platform/phrases.ts'
import styles from './my-data.module.css'

type Act = BodyIn<typeof endpoints.ownData.confirm>
type Typed = 'password' | 'pin' | 'code'

const isTyped = (means: ConfirmationMeans): means is Typed => means === 'password' || means === 'pin' || means === 'code'

const controls = {
  password: { autoComplete: 'current-password', inputMode: undefined, type: 'password' },
  pin: { autoComplete: 'one-time-code', inputMode: 'numeric', type: 'password' },
  code: { autoComplete: 'one-time-code', inputMode: 'numeric', type: 'text' },
} as const

type TypedFormProps = { readonly means: Typed; readonly pending: boolean; readonly onSend: (act: Act) => Promise<void> }

const TypedForm = ({ means, pending, onSend }: TypedFormProps) => {
  const { t } = useTranslation('texts')
  const id = useId()
  const [text, setText] = useState('')
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => field.current?.querySelector('input')?.focus(), [means])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (text === '' || pending) return
    await onSend({ [means]: text })
    setText('')
    field.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={field} noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className={styles['label']}>
        {t(`myData.${means}`)}
      </label>
      <Input id={id} size="large" {...controls[means]} value={text} onChange={(event) => setText(event.target.value)} />
      <Button type="primary" size="large" htmlType="submit" className={styles['wide'] ?? ''} loading={pending}>
        {t('myData.confirm')}
      </Button>
    </form>
  )
}

type ConfirmFormProps = { readonly means: readonly ConfirmationMeans[]; readonly onConfirmed: () => void; readonly onCancel: () => void }

/** Asks the person of the session once more to show who they are, by what they have. */
export const ConfirmForm = ({ means, onConfirmed, onCancel }: ConfirmFormProps) => {
  const { t } = useTranslation('texts')
  const phrase = usePhrase()
  const signOut = useSignOut()
  const typed = means.filter(isTyped)
  const [chosen = typed[0], choose] = useState<Typed>()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (find: () => Promise<Act>) => {
    setPending(true)
    setFailure(null)
    try {
      await call(endpoints.ownData.confirm, { body: await find() })
      onConfirmed()
    } catch (error) {
      setFailure(errorLines(error)[0]?.text ?? null)
    } finally {
      setPending(false)
    }
  }
  const byPasskey = async (): Promise<Act> => {
    const { request } = await call(endpoints.ownData.confirmationPasskey)
    return { passkey: { ...(await signByPasskey(request)) } }
  }
  return (
    <section className={styles['confirm']}>
      <h3>
        <TranslatedText name="myData.confirmTitle" />
      </h3>
      <p>
        <TranslatedText name="myData.confirmWhy" />
      </p>
      {failure !== null && <Banner kind="failure">{phrase(failure)}</Banner>}
      {chosen !== undefined && <TypedForm means={chosen} pending={pending} onSend={(act) => send(() => Promise.resolve(act))} />}
      {typed
        .filter((other) => other !== chosen)
        .map((other) => (
          <Button key={other} type="link" size="large" onClick={() => choose(other)}>
            {t(`myData.${other}`)}
          </Button>
        ))}
      {means.includes('passkey') && (
        <Button size="large" className={styles['wide'] ?? ''} disabled={pending} onClick={() => void send(byPasskey)}>
          {t('myData.passkey')}
        </Button>
      )}
      {means.includes('signIn') && (
        <>
          <p>
            <TranslatedText name="myData.signInAgainWhy" />
          </p>
          <Button size="large" className={styles['wide'] ?? ''} onClick={signOut}>
            {t('myData.signInAgain')}
          </Button>
        </>
      )}
      <Button type="text" size="large" disabled={pending} onClick={onCancel}>
        {t('myData.cancel')}
      </Button>
    </section>
  )
}
