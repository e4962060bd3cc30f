import { message } from '@mimamori/contract/messages'
import type { SelfState } from '@mimamori/contract/self-report'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import {
  asksForHelp,
  isTooOld,
  ownReports,
  reportsHere,
  stateOf,
  useOwnReports,
  useUnreachable,
} from '../platform/action-queue/own-reports.ts'
import { sessionAccount } from '../platform/api.ts'
import { serverNow, useNow } from '../platform/clock.ts'
import { clockOf, dayAndClockOf, daysBetween } from '../platform/japan-time.ts'
import { usePhrase } from '../platform/phrases.ts'
import { useKeptReportContacts } from '../platform/report-contacts.ts'
import type { Contact } from './contacts.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './not-delivered.module.css'
import { NotDelivered } from './not-delivered.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'

/** What is not acknowledged so long after it was sent has not arrived. Customer's figure. */
export const patienceMs = 5_000

/**
 * The numbers to phone where a report of these accounts does not arrive, as they are kept in this browser, in the language of the page;
 * for `FuriganaText`.
 */
export const useReportContacts = (accounts: readonly string[]): Contact[] => {
  const { t } = useTranslation()
  const kept = useKeptReportContacts(accounts)
  const leaders = kept.flatMap(({ leader }) => leader ?? [])
  const all = [
    ...leaders.map(({ fullName, phone }) => ({ name: t('own.callLeader', { name: fullName.split(/\s/)[0], furigana: 'keep' }), phone })),
    ...kept.flatMap(({ sitePhone }) => (sitePhone === null ? [] : [{ name: t('own.callSite', { furigana: 'keep' }), phone: sitePhone }])),
  ]
  return [...new Map(all.map((contact) => [`${contact.name} ${contact.phone}`, contact])).values()]
}

/** The account of the person whose page this is, also after its session has ended. */
export const usePageAccount = (): readonly string[] => {
  const [account] = useState(sessionAccount)
  return account === undefined ? [] : [account]
}

/** What a report says, in the language of the page. */
export const StateName = ({ state }: { readonly state: SelfState }) => <TranslatedText name={`selfReport.${state}`} />

/** When it was pressed: with its day where that is not today. */
const pressedAt = (at: string, now: number) => (daysBetween(Date.parse(at), now) === 0 ? clockOf(at) : dayAndClockOf(Date.parse(at)))

const Pressed = ({ action }: { readonly action: StoredAction }) => {
  const { t } = useTranslation()
  return (
    <p>
      <TranslatedText
        name="selfReport.pressedAt"
        values={{ time: pressedAt(action.at, serverNow()), state: t(`selfReport.${stateOf(action)}`, { furigana: 'keep' }) }}
      />
    </p>
  )
}

type RefusedProps = { readonly action: StoredAction; readonly onRead: (action: StoredAction) => void }

/** One that is not sent any more, with why, until somebody has read it. */
const Refused = ({ action, onRead }: RefusedProps) => {
  const phrase = usePhrase()
  return (
    <>
      <Pressed action={action} />
      <p>
        <TranslatedText name="selfReport.refused" values={{ reason: phrase(action.refusal ?? message('doneTooLongAgo')) }} />
      </p>
      <PlainButton large onClick={() => onRead(action)}>
        <TranslatedText name={asksForHelp(action) ? 'selfReport.read' : 'common.seen'} />
      </PlainButton>
    </>
  )
}

const remove = (action: StoredAction) => void ownReports.remove(action.id)

/** 大丈夫 that the server refused: nobody needs to be phoned for it. */
const RefusedWell = ({ actions }: { readonly actions: readonly StoredAction[] }) =>
  actions.map((action) => (
    <section key={action.id} role="status" className={styles['quiet']}>
      <Refused action={action} onRead={remove} />
    </section>
  ))

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
  const contacts = useReportContacts(usePageAccount())
  const box = useRef<HTMLDivElement>(null)
  const isShown = overdue.length + unread.length > 0
  useEffect(() => {
    // The thumb is on a button further down.
    if (isShown) box.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  const refusedWell = <RefusedWell actions={refused.filter((action) => !asksForHelp(action))} />
  if (!isShown) return refusedWell
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
          <Refused key={action.id} action={action} onRead={remove} />
        ))}
      </NotDelivered>
      {refusedWell}
    </div>
  )
}

/**
 * The same where nobody is signed in, as after a session that ended meanwhile. What waits is sent at the next sign-in; what was refused or
 * is too old is not, and stays until somebody has read it.
 */
export const UndeliveredHere = () => {
  const [found, setFound] = useState<readonly StoredAction[]>([])
  const contacts = useReportContacts([...new Set(found.map(({ account }) => account))])
  useEffect(() => {
    let isGone = false
    void reportsHere().then((here) => isGone || setFound(here))
    return () => {
      isGone = true
    }
  }, [])
  const read = (action: StoredAction) => {
    setFound((here) => here.filter(({ id }) => id !== action.id))
    remove(action)
  }
  const isSentLater = (action: StoredAction) => action.refusal === null && !isTooOld(action)
  const waiting = found.filter(isSentLater)
  if (found.length === 0) return null
  return (
    <NotDelivered contacts={contacts}>
      {waiting.map((action) => (
        <Pressed key={action.id} action={action} />
      ))}
      {waiting.length > 0 && (
        <p>
          <TranslatedText name="selfReport.sendsAfterSignIn" />
        </p>
      )}
      {found.map((action) => !isSentLater(action) && <Refused key={action.id} action={action} onRead={read} />)}
    </NotDelivered>
  )
}
