import { endpoints } from '@mimamori/contract/endpoints'
import type { BodyIn } from '@mimamori/contract/endpoint'
import type { ConfirmationMeans } from '@mimamori/contract/own-data'
import { screens } from '@mimamori/contract/screens'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { mayLeave } from '../kit/use-sign-out.ts'
import { call, sessionStore } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { findServer, leaveForProvider } from '../platform/identity-provider.ts'
import { endSession } from '../platform/log-out.ts'
import { signByPasskey } from '../platform/passkey.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './my-data.module.css'
import { Phrase } from '../kit/phrase.tsx'

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
        <TranslatedText name={`myData.${means}`} />
      </label>
      <Input id={id} size="large" {...controls[means]} value={text} onChange={(event) => setText(event.target.value)} />
      <Button type="primary" size="large" htmlType="submit" className={styles['wide'] ?? ''} loading={pending}>
        <TranslatedText name="myData.confirm" />
      </Button>
    </form>
  )
}

/**
 * Signs the person out, and leads to their company's provider, which asks them to sign in again, and then back to this screen.
 * @throws UnreachableError where the server cannot be reached: the session stays
 */
const signInAgain = async (username: string): Promise<void> => {
  await findServer()
  if (!(await mayLeave())) return
  sessionStore.rememberPath(screens.myData.path)
  endSession()
  leaveForProvider({ username, again: '1' })
}

type ConfirmFormProps = { readonly means: readonly ConfirmationMeans[]; readonly onConfirmed: () => void; readonly onCancel: () => void }

/** Asks the person of the session once more to show who they are, by what they have. */
export const ConfirmForm = ({ means, onConfirmed, onCancel }: ConfirmFormProps) => {
  const { userName } = useViewer()
  const typed = means.filter(isTyped)
  const [chosen = typed[0], choose] = useState<Typed>()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(errorLines(error)[0]?.text ?? null)
    } finally {
      setPending(false)
    }
  }
  const send = (find: () => Promise<Act>) =>
    attempt(async () => {
      await call(endpoints.ownData.confirm, { body: await find() })
      onConfirmed()
    })
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
      {failure !== null && (
        <Banner kind="failure">
          <Phrase text={failure} />
        </Banner>
      )}
      {chosen !== undefined && <TypedForm means={chosen} pending={pending} onSend={(act) => send(() => Promise.resolve(act))} />}
      {typed
        .filter((other) => other !== chosen)
        .map((other) => (
          <Button key={other} type="link" size="large" onClick={() => choose(other)}>
            <TranslatedText name={`myData.${other}`} />
          </Button>
        ))}
      {means.includes('passkey') && (
        <Button size="large" className={styles['wide'] ?? ''} disabled={pending} onClick={() => void send(byPasskey)}>
          <TranslatedText name="myData.passkey" />
        </Button>
      )}
      {means.includes('signIn') && (
        <>
          <p>
            <TranslatedText name="myData.signInAgainWhy" />
          </p>
          <Button
            size="large"
            className={styles['wide'] ?? ''}
            disabled={pending}
            onClick={() => void attempt(() => signInAgain(userName))}
          >
            <TranslatedText name="myData.signInAgain" />
          </Button>
        </>
      )}
      <Button type="text" size="large" disabled={pending} onClick={onCancel}>
        <TranslatedText name="myData.cancel" />
      </Button>
    </section>
  )
}
