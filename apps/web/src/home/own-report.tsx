import CheckOutlined from '@ant-design/icons/CheckOutlined'
import MehOutlined from '@ant-design/icons/MehOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { lateReportMinutes, type SelfAnswer, type SelfState } from '@mimamori/contract/self-report'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { CallButton } from '../emergency/call-button.tsx'
import { NotDelivered } from '../emergency/not-delivered.tsx'
import { StateName, usePageAccount, useReportContacts } from '../emergency/undelivered-reports.tsx'
import { FuriganaText } from '../kit/furigana-text.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { asksForHelp, report, stateOf, useDelivered, useOwnReports } from '../platform/action-queue/own-reports.ts'
import { clockOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { keepReportContacts } from '../platform/report-contacts.ts'
import styles from './own-report.module.css'

const isLate = ({ at, receivedAt }: SelfAnswer) => Date.parse(receivedAt) - Date.parse(at) > lateReportMinutes * 60_000

/** What the person said last, and whom to phone; the numbers are kept for when no server answers. */
const useLastReport = (account: string | undefined): SelfAnswer | undefined => {
  const { data } = useQuery({ ...queryOf(endpoints.selfReport.last, {}), refetchInterval: 60_000 })
  useEffect(() => {
    if (data !== undefined && account !== undefined) keepReportContacts(account, { leader: data.leader, sitePhone: data.sitePhone })
  }, [data, account])
  return data?.answer ?? undefined
}

/** Says that a report arrived, with both times where it was late, and what to do until somebody comes. */
const Delivered = ({ answer }: { readonly answer: SelfAnswer }) => {
  const { t } = useTranslation()
  const { state, at, receivedAt } = answer
  const name = t(`selfReport.${state}`, { furigana: 'keep' })
  return (
    <p className={styles['delivered']}>
      <CheckOutlined aria-hidden />
      <span>
        {isLate(answer) ? (
          <TranslatedText name="selfReport.deliveredLate" values={{ state: name, done: clockOf(at), received: clockOf(receivedAt) }} />
        ) : (
          <TranslatedText name="selfReport.delivered" values={{ state: name }} />
        )}
        {state !== 'well' && (
          <>
            {' '}
            <TranslatedText name={state === 'help' ? 'selfReport.nextHelp' : 'selfReport.nextUnwell'} />{' '}
            <TranslatedText name="selfReport.mistaken" values={{ state: t('selfReport.well', { furigana: 'keep' }) }} />
          </>
        )}
      </span>
    </p>
  )
}

type ButtonProps = {
  readonly state: SelfState
  readonly isSending: boolean
  /** Nobody has acknowledged it yet; it is sent again by itself. */
  readonly isWaiting: boolean
  readonly send: (state: SelfState) => void
  readonly icon: ReactNode
  readonly isFilled?: boolean
  readonly note?: ReactNode
}

/** Sends by one tap, without a question: nobody who faints answers one (decisions/0133). A second tap on the same is not another. */
const StateButton = ({ state, isSending, isWaiting, send, icon, isFilled = false, note }: ButtonProps) => (
  <button
    type="button"
    className={styles['button']}
    data-state={state}
    data-filled={isFilled}
    aria-busy={isSending}
    onClick={() => send(state)}
  >
    {icon}
    <span className={styles['words']}>
      <strong>
        <StateName state={state} />
      </strong>
      {isSending ? (
        <small>
          <TranslatedText name="selfReport.sending" />
        </small>
      ) : isWaiting ? (
        <small>
          <TranslatedText name="selfReport.notSentYet" />
        </small>
      ) : (
        note !== undefined && <small>{note}</small>
      )}
    </span>
  </button>
)

type Props = {
  /** An emergency of the person is open: the button is filled only then. */
  readonly isEmergency: boolean
}

/** How the worker feels, said by one tap: 大丈夫, つらい, 助けて; and the telephone of their leader. */
export const OwnReport = ({ isEmergency }: Props) => {
  const accounts = usePageAccount()
  const last = useLastReport(accounts[0])
  const delivered = useDelivered()
  const { waiting } = useOwnReports()
  const [sending, setSending] = useState<SelfState>()
  const [isFailed, setFailed] = useState(false)
  const titleId = useId()
  const { t } = useTranslation()
  const contacts = useReportContacts(accounts)
  const send = (state: SelfState) => {
    if (sending === state) return
    setSending(state)
    setFailed(false)
    report(state)
      // Nobody is signed in here any more, or a fault of ours: a person who asks for help phones.
      .catch(() => setFailed(state !== 'well'))
      .finally(() => setSending((now) => (now === state ? undefined : now)))
  }
  const unsentWell = sending === undefined && waiting.some((action) => !asksForHelp(action))
  const progressOf = (state: SelfState) => ({
    isSending: sending === state,
    isWaiting: waiting.some((action) => stateOf(action) === state),
  })
  return (
    <section className={styles['report']} aria-labelledby={titleId}>
      <header className={styles['header']}>
        <h2 id={titleId}>
          <TranslatedText name="selfReport.question" />
        </h2>
        {unsentWell ? (
          <span>
            <TranslatedText name="selfReport.notSentYet" />
          </span>
        ) : (
          last !== undefined && (
            <span>
              <TranslatedText
                name="selfReport.last"
                values={{ time: clockOf(last.at), state: t(`selfReport.${last.state}`, { furigana: 'keep' }) }}
              />
            </span>
          )
        )}
      </header>
      <div className={styles['pair']}>
        <StateButton state="well" {...progressOf('well')} send={send} icon={<CheckOutlined aria-hidden />} />
        <StateButton state="unwell" {...progressOf('unwell')} send={send} icon={<MehOutlined aria-hidden />} />
      </div>
      <StateButton
        state="help"
        {...progressOf('help')}
        send={send}
        isFilled={isEmergency}
        icon={<LevelMark grade="emergency" size={44} decorative />}
        note={<TranslatedText name="selfReport.helpGoesTo" />}
      />
      {isFailed && <NotDelivered contacts={contacts} />}
      {/* Always there: a screen reader reads out what comes into it. */}
      <div role="status" className={styles['outcome']}>
        {delivered !== undefined && <Delivered answer={delivered} />}
      </div>
      {contacts.map(({ name, phone }) => (
        <CallButton key={phone} phone={phone} className={styles['phone'] ?? ''}>
          <FuriganaText text={name} />
        </CallButton>
      ))}
      <CallButton phone="119" className={styles['phone'] ?? ''}>
        <TranslatedText name="own.callAmbulance" />
      </CallButton>
    </section>
  )
}
