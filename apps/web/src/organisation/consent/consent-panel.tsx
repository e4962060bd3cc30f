import type { OwnConsent } from '@mimamori/contract/own-data'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../kit/banner.tsx'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { TranslatedText } from '../../kit/translated-text.tsx'
import { useOnline } from '../../kit/use-online.ts'
import { AnswerError, UnreachableError } from '../../platform/call-error.ts'
import { dayIn } from '../../platform/local-format.ts'
import { currentLanguage } from '../../platform/texts.ts'
import { ConsentText } from './consent-text.tsx'
import styles from './consent.module.css'
import { useConsent, useSetConsent } from './use-consent.ts'

/** What is on record of the consent, with its day and version. */
const Recorded = ({ consent }: { readonly consent: OwnConsent }) => {
  const { state, givenAt, givenVersion, withdrawnAt } = consent
  const date = (instant: string | null) => (instant === null ? '' : dayIn(currentLanguage(), instant))
  if (state === 'none') return <TranslatedText name="consent.none" />
  if (state === 'withdrawn') return <TranslatedText name="consent.withdrawn" values={{ date: date(withdrawnAt) }} />
  if (givenVersion === null) return <TranslatedText name="consent.givenPaper" values={{ date: date(givenAt) }} />
  return <TranslatedText name="consent.given" values={{ date: date(givenAt), version: givenVersion }} />
}

type WithdrawalProps = { readonly pending: boolean; readonly onWithdraw: () => void; readonly onKeep: () => void }

/** Asks before consent is withdrawn, and says what stops and what stays. */
const Withdrawal = ({ pending, onWithdraw, onKeep }: WithdrawalProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles['withdrawal']}>
      <h3 ref={heading} tabIndex={-1}>
        <TranslatedText name="consent.withdrawTitle" />
      </h3>
      {(['consent.withdrawStops', 'consent.withdrawStays', 'consent.withdrawDevice'] as const).map((name) => (
        <p key={name}>
          <TranslatedText name={name} />
        </p>
      ))}
      <div className={styles['buttons']}>
        <Button size="large" danger loading={pending} onClick={onWithdraw}>
          <TranslatedText name="consent.withdrawConfirm" />
        </Button>
        <Button size="large" type="primary" disabled={pending} onClick={onKeep}>
          <TranslatedText name="consent.keep" />
        </Button>
      </div>
    </section>
  )
}

/** Why an act did not reach the server, or was refused. */
const Failure = ({ error }: { readonly error: Error }) => {
  if (error instanceof UnreachableError)
    return (
      <Banner kind="failure">
        <TranslatedText name="consent.needsNetwork" />
      </Banner>
    )
  const isChanged = error instanceof AnswerError && error.status === 409
  return <Banner kind="failure">{isChanged ? <TranslatedText name="consent.changed" /> : error.message}</Banner>
}

const Decision = ({ consent }: { readonly consent: OwnConsent }) => {
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useSetConsent()
  const set = (given: boolean) => mutate({ version: consent.version, given }, { onSuccess: () => setAsking(false) })
  const isGiven = consent.state === 'given'
  return (
    <div className={styles['decision']}>
      {error !== null && <Failure error={error} />}
      {!isOnline && error === null && (
        <Banner kind="prompt">
          <TranslatedText name="consent.needsNetwork" />
        </Banner>
      )}
      {isAsking ? (
        <Withdrawal
          pending={isPending}
          onWithdraw={() => set(false)}
          onKeep={() => {
            reset()
            setAsking(false)
          }}
        />
      ) : (
        <div className={styles['buttons']}>
          {(!isGiven || consent.isDue) && (
            <Button type="primary" size="large" loading={isPending} disabled={!isOnline} onClick={() => set(true)}>
              <TranslatedText name={consent.state === 'withdrawn' ? 'consent.giveAgain' : 'consent.give'} />
            </Button>
          )}
          {isGiven && (
            <Button size="large" disabled={isPending || !isOnline} onClick={() => setAsking(true)}>
              <TranslatedText name="consent.withdraw" />
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** One's own consent: the text, what is on record, and the decision. Nothing is decided without a network. */
export const ConsentPanel = () => {
  const result = useConsent()
  const { data: consent } = result
  if (consent === undefined) return <NoAnswerYet result={result} />
  return (
    <div className={styles['panel']}>
      <p className={styles['state']} role="status">
        <Recorded consent={consent} />
      </p>
      {consent.isDue && (
        <p>
          <TranslatedText name={consent.state === 'given' ? 'consent.askAgain' : 'consent.ask'} />
        </p>
      )}
      <ConsentText consent={consent} />
      <Decision consent={consent} />
    </div>
  )
}
