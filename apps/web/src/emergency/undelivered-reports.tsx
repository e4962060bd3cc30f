import type { SelfState } from '@mimamori/contract/self-report'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { asksForHelp, ownReports, reportsHere, stateOf, useOwnReports, useUnreachable } from '../platform/action-queue/own-reports.ts'
import { serverNow, useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { useKeptReportContacts } from '../platform/report-contacts.ts'
import type { Contact } from './contacts.ts'
import styles from './not-delivered.module.css'
import { NotDelivered } from './not-delivered.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'

/** What is not acknowledged so long after it was sent has not arrived. Customer's figure. */
export const patienceMs = 5_000

/** The numbers to phone where a report does not arrive, as they are kept in this browser, in the language of the page. */
export const useReportContacts = (): Contact[] => {
  const { t } = useTranslation('texts')
  const { leader, sitePhone } = useKeptReportContacts()
  return [
    ...(leader === null ? [] : [{ name: t('own.callLeader', { name: leader.fullName.split(/\s/)[0] }), phone: leader.phone }]),
    ...(sitePhone === null ? [] : [{ name: t('own.callSite'), phone: sitePhone }]),
  ]
}

/** What a report says, in the language of the page. */
export const StateName = ({ state }: { readonly state: SelfState }) => <TranslatedText name={`selfReport.${state}`} />

const Pressed = ({ action }: { readonly action: StoredAction }) => {
  const { t } = useTranslation('texts')
  return (
    <p>
      <TranslatedText name="selfReport.pressedAt" values={{ time: clockOf(action.at), state: t(`selfReport.${stateOf(action)}`) }} />
    </p>
  )
}

const Refused = ({ action }: { readonly action: StoredAction }) => (
  <>
    <Pressed action={action} />
    <p>
      <TranslatedText name="selfReport.refused" values={{ reason: action.refusal ?? '' }} />
    </p>
    <Button size="large" onClick={() => void ownReports.remove(action.id)}>
      <TranslatedText name="selfReport.read" />
    </Button>
  </>
)

/**
 * The reports that could not be sent, or have been on their way longer than the patience; of one that a clock which was set back dates
 * in the future nobody knows how long.
 */
const useOverdue = (waiting: readonly StoredAction[]): StoredAction[] => {
  const unreachable = useUnreachable()
  // Renders again each second.
  useNow()
  const now = serverNow()
  return waiting.filter(({ id, at }) => {
    const elapsed = now - Date.parse(at)
    return unreachable.has(id) || elapsed >= patienceMs || elapsed < -patienceMs
  })
}

/**
 * On every screen of the person: their つらい or 助けて that the server has not acknowledged within five seconds, with whom to phone. It
 * stays until the server has.
 */
export const UndeliveredReports = () => {
  const { waiting, refused } = useOwnReports()
  const overdue = useOverdue(waiting.filter(asksForHelp))
  const unread = refused.filter(asksForHelp)
  const contacts = useReportContacts()
  const box = useRef<HTMLDivElement>(null)
  const isShown = overdue.length + unread.length > 0
  useEffect(() => {
    // The thumb is on a button further down.
    if (isShown) box.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={box} className={styles['undelivered']}>
      <NotDelivered contacts={contacts}>
        {overdue.map((action) => (
          <Pressed key={action.id} action={action} />
        ))}
        {overdue.length > 0 && (
          <p>
            <TranslatedText name="selfReport.sendsByItself" />
          </p>
        )}
        {unread.map((action) => (
          <Refused key={action.id} action={action} />
        ))}
      </NotDelivered>
    </div>
  )
}

/** The same where nobody is signed in, as after a session that ended meanwhile: it is sent at the next sign-in. */
export const UndeliveredHere = () => {
  const [waiting, setWaiting] = useState<readonly StoredAction[]>([])
  const contacts = useReportContacts()
  useEffect(() => {
    let isGone = false
    void reportsHere().then((found) => isGone || setWaiting(found))
    return () => {
      isGone = true
    }
  }, [])
  if (waiting.length === 0) return null
  return (
    <NotDelivered contacts={contacts}>
      {waiting.map((action) => (
        <Pressed key={action.id} action={action} />
      ))}
      <p>
        <TranslatedText name="selfReport.sendsAfterSignIn" />
      </p>
    </NotDelivered>
  )
}
