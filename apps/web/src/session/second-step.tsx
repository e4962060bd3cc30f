import { message } from '@mimamori/contract/messages'
import { FactorCode, type SecondFactorMethod } from '@mimamori/contract/second-factor'
import { session } from '@mimamori/contract/session'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { z } from 'zod'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { call } from '../platform/api.ts'
import { AnswerError, CallError } from '../platform/call-error.ts'
import type { Tokens } from '../platform/session-store.ts'
import { lockedWords, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'
import { signByPasskey } from '../platform/passkey.ts'
import { TranslatedText } from '../kit/translated-text.tsx'

/** A sign-in whose first step is taken: by the password, or at the company's provider. */
export type Halfway = { readonly ticket: string; readonly methods: readonly SecondFactorMethod[] }

const passkeyButton = 'second-step-passkey'

const Typed = z.object({ code: FactorCode })

type SecondStepProps = {
  readonly halfway: Halfway
  readonly onDone: (tokens: Tokens) => Promise<void>
  readonly onFailure: (words: string | null) => void
  /** Back to the first step, where the ticket is of no use any more or the person wants to. */
  readonly onBack: (words: string | null) => void
}

/** The second step: a code of the app, a recovery code, or a passkey. */
export const SecondStep = ({ halfway: { ticket, methods }, onDone, onFailure, onBack }: SecondStepProps) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const hasApp = methods.includes('totp')

  /** @returns whether what was shown was refused and may be shown again */
  const send = async (shown: { code: string } | { passkey: Record<string, unknown> }): Promise<boolean> => {
    onFailure(null)
    try {
      const { token, refreshToken, lockedUntil } = await call(session.secondFactor, { body: { ticket, ...shown } })
      if (token === null || refreshToken === null) onBack(lockedWords(lockedUntil))
      else await onDone({ token, refreshToken })
      return false
    } catch (error) {
      const words = error instanceof CallError ? error.message : loginFailure(error)
      if (words === message('secondStepOver')) onBack(words)
      else onFailure(words)
      return error instanceof AnswerError && error.status === 401
    }
  }
  const sendPasskey = async () => {
    setAsking(true)
    onFailure(null)
    try {
      const { request } = await call(session.passkeyRequest, { body: { ticket } })
      await send({ passkey: { ...(await signByPasskey(request)) } })
    } catch (error) {
      onFailure(error instanceof CallError ? error.message : message('E008'))
    } finally {
      setAsking(false)
    }
  }
  const form = useForm('second-step', {
    schema: Typed,
    resource: 'session',
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      if (!(await send({ code }))) return {}
      // A wrong code is of no use any more: the next one takes its place.
      const field = document.getElementById(controlId('second-step', 'code'))
      if (field instanceof HTMLInputElement) field.select()
      return { code: '' }
    },
  })
  useEffect(() => document.getElementById(hasApp ? controlId('second-step', 'code') : passkeyButton)?.focus(), [hasApp])

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      {methods.includes('passkey') && (
        <Button
          id={passkeyButton}
          type={hasApp ? 'default' : 'primary'}
          size="large"
          block
          className={styles['first'] ?? ''}
          loading={asking}
          onClick={() => void sendPasskey()}
        >
          <TranslatedText name="signIn.withPasskey" />
        </Button>
      )}
      <TextField
        form={form}
        name="code"
        size="large"
        autoComplete="one-time-code"
        hint={t(hasApp ? 'signIn.codeOfApp' : 'signIn.codeOfRecovery', { furigana: 'keep' })}
      />
      <Button
        type={hasApp ? 'primary' : 'default'}
        htmlType="submit"
        size="large"
        block
        className={styles['last'] ?? ''}
        loading={form.submitting}
      >
        <TranslatedText name="signIn.confirm" />
      </Button>
      <Button type="link" block onClick={() => onBack(null)}>
        <TranslatedText name="signIn.startAgain" />
      </Button>
    </form>
  )
}
