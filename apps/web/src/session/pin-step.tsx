import { Pin, pinDigits } from '@mimamori/contract/pin'
import { sharedIdleMinutes, workerCard } from '@mimamori/contract/worker-card'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { Button } from 'antd'
import Checkbox from 'antd/es/checkbox'
import { useEffect, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { z } from 'zod'
import { PasswordField } from '../kit/form/password-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import type { Tokens } from '../platform/session-store.ts'
import { noteShared, noteTouch, wasShared } from '../platform/shared-device.ts'
import { cardFailure } from './card-failure.ts'
import styles from './card-sign-in.module.css'
import { lockedWords } from './login-failure.ts'
import { TranslatedText } from '../kit/translated-text.tsx'

/** A card that was read, and whether its PIN is to be chosen or typed. */
export type ReadCard = { readonly card: string; readonly pin: 'open' | 'set' }

type PinStepProps = {
  readonly read: ReadCard
  readonly onDone: (tokens: Tokens) => Promise<void>
  readonly onFailure: (words: string | null) => void
  /** Back to the card, which may be another one. */
  readonly onBack: (words: string | null) => void
}

const Typed = z.object({ pin: Pin })
const Chosen = z
  .object({ pin: Pin, confirmPin: Pin })
  .refine((given) => given.pin === given.confirmPin, { path: ['confirmPin'], params: { rule: 'confirmPin' }, when: () => true })

type Answer = AnswerOf<typeof workerCard.signIn>

/** Sends a PIN and goes in. @returns whether another PIN may be tried */
const useSending =
  ({ onDone, onFailure, onBack }: PinStepProps, isShared: boolean) =>
  async (send: () => Promise<Answer>) => {
    onFailure(null)
    try {
      const { token, refreshToken, lockedUntil } = await send()
      if (token === null || refreshToken === null) return onBack(lockedWords(lockedUntil, Date.now(), 'pinLocked'))
      if (isShared) noteShared()
      noteTouch(Date.now())
      await onDone({ token, refreshToken })
    } catch (error) {
      const isOver = error instanceof AnswerError && error.status === 403
      if (isOver) onBack(cardFailure(error))
      else onFailure(cardFailure(error))
    }
  }

const SharedChoice = ({ isShared, onChange }: { readonly isShared: boolean; readonly onChange: (isShared: boolean) => void }) => {
  return (
    <div className={styles['shared']}>
      <Checkbox className={styles['choice'] ?? ''} checked={isShared} onChange={(event) => onChange(event.target.checked)}>
        <TranslatedText name="signIn.shared" />
      </Checkbox>
      <p className={styles['note']}>
        <TranslatedText name="signIn.sharedNote" values={{ minutes: sharedIdleMinutes }} />
      </p>
    </div>
  )
}

type StepFormProps = PinStepProps & { readonly isShared: boolean; readonly onShared: (isShared: boolean) => void }

const keys = { size: 'large', inputMode: 'numeric', maxLength: pinDigits, autoComplete: 'one-time-code' } as const

const TypedPin = ({ isShared, onShared, ...props }: StepFormProps) => {
  const { card } = props.read
  const send = useSending(props, isShared)
  const form = useForm('pin', {
    schema: Typed,
    resource: 'workerCard',
    initial: { pin: '' },
    onSubmit: async ({ pin }) => {
      await send(() => call(workerCard.signIn, { body: { card, pin, isShared } }))
      // A wrong PIN is of no use any more: the next one takes its place.
      const field = document.getElementById(controlId('pin', 'pin'))
      if (field instanceof HTMLInputElement) field.select()
      return {}
    },
  })
  useEffect(() => document.getElementById(controlId('pin', 'pin'))?.focus(), [])
  return (
    <form noValidate className={styles['step']} onSubmit={(event) => void form.submit(event)}>
      <PasswordField form={form} name="pin" {...keys} />
      <SharedChoice isShared={isShared} onChange={onShared} />
      <Button type="primary" htmlType="submit" size="large" block loading={form.submitting}>
        <TranslatedText name="signIn.signIn" />
      </Button>
      <Button type="link" block onClick={() => props.onBack(null)}>
        <TranslatedText name="signIn.otherCard" />
      </Button>
    </form>
  )
}

const ChosenPin = ({ isShared, onShared, ...props }: StepFormProps) => {
  const { card } = props.read
  const send = useSending(props, isShared)
  const { t } = useTranslation()
  const form = useForm('new-pin', {
    schema: Chosen,
    resource: 'workerCard',
    initial: { pin: '', confirmPin: '' },
    onSubmit: async ({ pin, confirmPin }) => {
      await send(() => call(workerCard.choosePin, { body: { card, pin, confirmPin, isShared } }))
      return {}
    },
  })
  useEffect(() => document.getElementById(controlId('new-pin', 'pin'))?.focus(), [])
  return (
    <form noValidate className={styles['step']} onSubmit={(event) => void form.submit(event)}>
      <PasswordField form={form} name="pin" {...keys} hint={t('signIn.pinHint', { furigana: 'keep' })} />
      <PasswordField form={form} name="confirmPin" {...keys} />
      <SharedChoice isShared={isShared} onChange={onShared} />
      <Button type="primary" htmlType="submit" size="large" block loading={form.submitting}>
        <TranslatedText name="signIn.choosePin" />
      </Button>
      <Button type="link" block onClick={() => props.onBack(null)}>
        <TranslatedText name="signIn.otherCard" />
      </Button>
    </form>
  )
}

/** The PIN of a card that was read: typed, or chosen on the first use. */
export const PinStep = (props: PinStepProps) => {
  const [isShared, setShared] = useState(wasShared)
  const Step = props.read.pin === 'set' ? TypedPin : ChosenPin
  return <Step {...props} isShared={isShared} onShared={setShared} />
}
