import type { Language } from '@mimamori/contract/language'
import { gateIdleSeconds } from '@mimamori/contract/gate-check'
import { handOutCodeOf } from '@mimamori/contract/card-code'
import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTextsIn } from '../organisation/checks/use-texts-in.ts'
import type { GivenAnswers } from '../organisation/checks/check-form.tsx'
import { AnswerError, UnreachableError } from '../platform/call-error.ts'
import { noteUnsent, unsentNumber } from '../platform/action-queue/unsent-answers.ts'
import { serverNow, setServerTime, useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { Look } from '../platform/look.tsx'
import { AnswerStep, type Holder } from './answer-step.tsx'
import { gateCalls, gateQueue } from './gate-calls.ts'
import { gateLinkOf } from './gate-pass.ts'
import styles from './gate-screen.module.css'
import { ScanStep } from './scan-step.tsx'
import { useIdle } from './use-idle.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const tryAgainMs = 20_000

type Words = { readonly key: ParseKeys; readonly isBad: boolean }

/** Looks again each minute: questions may change, and the next day begins. What was known stays without a network. */
const useSite = (link: string) => {
  const calls = useMemo(() => gateCalls(link), [link])
  const site = useQuery({
    queryKey: ['gate', link],
    queryFn: async () => {
      const answer = await calls.site()
      setServerTime(Date.parse(answer.now))
      return answer
    },
    refetchInterval: minuteMs,
    staleTime: minuteMs,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return { calls, site }
}

const useQueue = (link: string) => {
  const queue = useMemo(() => gateQueue(link), [link])
  useEffect(() => {
    const flush = () => void queue.flush()
    flush()
    addEventListener('online', flush)
    const timer = setInterval(flush, tryAgainMs)
    return () => {
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [queue])
  return queue
}

const wordsOfFailure = (error: unknown): Words => {
  if (!(error instanceof AnswerError)) return { key: 'check.gate.failed', isBad: true }
  if (error.status === 404) return { key: 'check.gate.unknown', isBad: true }
  if (error.status === 401) return { key: 'check.gate.refusedLink', isBad: true }
  return { key: error.status === 429 ? 'check.gate.wait' : 'check.gate.failed', isBad: true }
}

/** True for what reads like a worker's card, where nobody can be asked whose it is. */
const looksLikeCard = (text: string): boolean => /^MMC[A-Z2-9]{14}$/.test(handOutCodeOf(text))

const Message = ({ children }: { readonly children: string }) => (
  <p role="status" className={styles['message']}>
    {children}
  </p>
)

/** What is shown until the questions are known. */
const wordsBefore = (error: Error | null): ParseKeys => {
  if (error instanceof AnswerError && error.status === 401) return 'check.gate.refusedLink'
  return error === null ? 'check.gate.loading' : 'check.gate.notOpen'
}

/** When the working day ends. Without a network what is known may be of a day before. @param nextAt when the day after it began */
const dayEnd = (nextAt: string): string => {
  const late = serverNow() - Date.parse(nextAt)
  return new Date(Date.parse(nextAt) + Math.max(0, Math.floor(late / dayMs) + 1) * dayMs).toISOString()
}

/** How many answers could not be sent lately. Whose they were is not known any more. */
const Unsent = () => {
  const t = useTextsIn('ja')
  useNow()
  const number = unsentNumber(serverNow())
  return number === 0 ? null : <p className={styles['unsent']}>{t('check.gate.lost', { number })}</p>
}

const Gate = ({ link }: { readonly link: string }) => {
  const { calls, site } = useSite(link)
  const queue = useQueue(link)
  const [language, setLanguage] = useState<Language>('ja')
  const [holder, setHolder] = useState<Holder>()
  const [words, setWords] = useState<Words>()
  const [isLooking, setLooking] = useState(false)
  const t = useTextsIn(language)
  useNow(minuteMs)
  const start = (next?: Words) => {
    setHolder(undefined)
    setWords(next)
    setLanguage('ja')
  }
  useIdle(holder !== undefined || words !== undefined, gateIdleSeconds, () => start())
  const shown = useRef(holder)
  useEffect(() => {
    shown.current = holder
  })
  const { data } = site
  if (data === undefined) return <Message>{t(wordsBefore(site.failureReason))}</Message>
  if (data.questions.length === 0) return <Message>{t('check.gate.off')}</Message>
  const isClosed = serverNow() >= Date.parse(data.closesAt)
  const read = async (card: string) => {
    if (isLooking) return
    setLooking(true)
    setWords(undefined)
    try {
      const { fullName, furigana, language: own } = await calls.person(card)
      setLanguage(own ?? 'ja')
      setHolder({ card, name: { fullName, furigana } })
    } catch (error) {
      if (error instanceof UnreachableError && looksLikeCard(card)) setHolder({ card: handOutCodeOf(card), name: undefined })
      else setWords(error instanceof UnreachableError ? { key: 'check.gate.unreadable', isBad: true } : wordsOfFailure(error))
    } finally {
      setLooking(false)
    }
  }
  const send = async (answers: GivenAnswers | undefined) => {
    if (holder === undefined) return
    // It may last until the next person's form is open, which stays as it is.
    const finish = (next: Words) => {
      if (shown.current === holder) start(next)
      // The queue counts those of a link that was revoked.
      else if (next.isBad && next.key !== 'check.gate.refusedLink') noteUnsent(1, serverNow())
    }
    try {
      const state = await queue.send(holder.card, answers, dayEnd(data.nextAt))
      finish({ key: state === 'sent' ? 'check.gate.thanks' : 'check.gate.kept', isBad: false })
    } catch (error) {
      finish(wordsOfFailure(error))
    }
  }
  if (isClosed && holder === undefined) return <Message>{t('check.gate.closed')}</Message>
  return (
    <>
      <header className={styles['head']}>
        <h1>{t('check.title')}</h1>
        <span>
          {data.officeName}　〜{clockOf(data.closesAt)}
        </span>
      </header>
      {holder === undefined ? (
        <ScanStep
          t={t}
          words={words === undefined ? undefined : t(words.key)}
          isBad={words?.isBad === true}
          isLooking={isLooking}
          onCard={(card) => void read(card)}
        />
      ) : (
        <AnswerStep
          key={holder.card}
          holder={holder}
          questions={data.questions}
          language={language}
          onLanguage={setLanguage}
          onSend={send}
          onLeave={() => start()}
        />
      )}
    </>
  )
}

/** /gate-check#link: the morning check on a tablet at the gate, one person after another. */
export const GateCheckScreen = () => {
  const link = gateLinkOf(location.hash)
  const t = useTextsIn('ja')
  return (
    <Look>
      <main className={styles['gate']}>
        {link === undefined ? <Message>{t('check.gate.refusedLink')}</Message> : <Gate link={link} />}
        <Unsent />
      </main>
    </Look>
  )
}
