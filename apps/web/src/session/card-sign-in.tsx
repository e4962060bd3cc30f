import { message } from '@mimamori/contract/messages'
import { CardText, workerCard } from '@mimamori/contract/worker-card'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { z } from 'zod'
import { TextField } from '../kit/form/text-field.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { useForm } from '../kit/form/use-form.ts'
import { useScanner } from '../organisation/scanning/use-scanner.ts'
import { call } from '../platform/api.ts'
import type { Tokens } from '../platform/session-store.ts'
import { cardFailure } from './card-failure.ts'
import styles from './card-sign-in.module.css'
import { PinStep, type ReadCard } from './pin-step.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'

const CameraView = lazy(() => import('../organisation/scanning/camera-view.tsx').then(({ CameraView: View }) => ({ default: View })))

const Typed = z.object({ card: CardText })

type CardSignInProps = {
  readonly onDone: (tokens: Tokens) => Promise<void>
  readonly onFailure: (words: string | null) => void
  /** Back to login ID and password. */
  readonly onBack: () => void
}

/** Signing in by a worker's card: it is held before the camera, read by a scanner, or its number typed; then the PIN. */
export const CardSignIn = ({ onDone, onFailure, onBack }: CardSignInProps) => {
  const [read, setRead] = useState<ReadCard>()
  const [isLooking, setLooking] = useState(false)
  const look = async (card: string): Promise<void> => {
    if (isLooking) return
    setLooking(true)
    onFailure(null)
    try {
      const { pin } = await call(workerCard.look, { body: { card } })
      if (pin === 'none') onFailure(message('pinNotOpen'))
      else setRead({ card, pin })
    } catch (error) {
      onFailure(cardFailure(error))
    } finally {
      setLooking(false)
    }
  }
  if (read !== undefined)
    return (
      <PinStep
        read={read}
        onDone={onDone}
        onFailure={onFailure}
        onBack={(words) => {
          onFailure(words)
          setRead(undefined)
        }}
      />
    )
  return <CardStep isLooking={isLooking} onCard={look} onBack={onBack} />
}

type CardStepProps = { readonly isLooking: boolean; readonly onCard: (card: string) => Promise<void>; readonly onBack: () => void }

const CardStep = ({ isLooking, onCard, onBack }: CardStepProps) => {
  const { t } = useTranslation()
  const form = useForm('card', {
    schema: Typed,
    resource: 'workerCard',
    initial: { card: '' },
    // A card is asked for again each time: nothing of it stays in the field.
    onSubmit: async ({ card }) => {
      await onCard(card)
      return {}
    },
  })
  useScanner((text) => void onCard(text))
  useEffect(() => {
    // On a phone the keyboard would cover the camera's picture.
    if (!window.isSecureContext) document.getElementById(controlId('card', 'card'))?.focus()
  }, [])
  return (
    <form noValidate className={styles['step']} onSubmit={(event) => void form.submit(event)}>
      {window.isSecureContext ? (
        <Suspense
          fallback={
            <p>
              <TranslatedText name="signIn.cameraOpening" />
            </p>
          }
        >
          <CameraView hint={t('signIn.cameraHint')} onCode={(text) => void onCard(text)} />
        </Suspense>
      ) : (
        <p className={styles['note']}>
          <TranslatedText name="signIn.cameraInsecure" />
        </p>
      )}
      <TextField form={form} name="card" size="large" face="id" hint={t('signIn.cardHint', { furigana: 'keep' })} />
      <Button type="primary" htmlType="submit" size="large" block loading={isLooking}>
        <TranslatedText name="signIn.next" />
      </Button>
      <Button type="link" block onClick={onBack}>
        <TranslatedText name="signIn.byPassword" />
      </Button>
    </form>
  )
}
