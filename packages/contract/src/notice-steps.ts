import type { AlertRecord } from './alert-record.ts'
import { destinationStateNames, receiverOf, wayOf } from './notice-words.ts'
import { mailStateNames } from './outbox-mail.ts'

type Notice = AlertRecord['told'][number]

/** A line of the record that says who was notified; `at` in the form of answers. */
export type NoticeStep = { readonly at: string; readonly title: string; readonly detail: string }

const occasionTitles: Record<Notice['occasion'], string> = {
  opened: '知らせた',
  raised: '悪化を知らせた',
  called: '呼び出しを知らせた',
  escalated: '再通知した',
  late: '後着を知らせた',
}

type Targets = ReadonlySet<string | null>

/** Whom the step of a notice is for: a role, a place of the rota, or a channel outside. */
const targetOf = (notice: Notice): string | null => notice.rota ?? notice.role ?? (notice.destination === null ? null : receiverOf(notice))

/**
 * Whether a notice counts as sent. A mail that still waits does, unless the record says that the step reached nobody it is for.
 */
const isReached = (notice: Notice, missed: Targets): boolean => {
  const { channel, mail, destination } = notice
  if (destination !== null) return destination.state === 'sent'
  if (channel !== 'mail' || mail === null) return channel !== 'none'
  switch (mail.state) {
    case 'sent':
    case 'refused':
      return true
    case 'waiting':
    case 'retrying':
      return !missed.has(targetOf(notice))
    case 'failed':
    case 'superseded':
      return false
    default:
      return mail.state satisfies never
  }
}

const unreachedWords = (receiver: string, notice: Notice): string => {
  const { mail, destination } = notice
  if (destination !== null)
    return destination.type === null
      ? `${receiver}（${destinationStateNames[destination.state]}）`
      : `${receiver}（${wayOf(notice)}、${destinationStateNames[destination.state]}）`
  if (mail?.state === 'superseded') return `${receiver}へのメールは不要になり送っていません`
  if (mail === null || mail.state === 'failed') return `${receiver}には届いていません（メール）`
  return `${receiver}にはまだ届いていません（メール${mailStateNames[mail.state]}）`
}

/** Who was notified and how, then who was not, each once. */
const receiversInWords = (notices: readonly Notice[]): string => {
  const none = notices.filter(({ channel }) => channel === 'none')
  const missed: Targets = new Set(none.map(targetOf))
  const receivers = [...Map.groupBy(notices, receiverOf)].map(([receiver, own]) => {
    const reached = own.filter((notice) => isReached(notice, missed))
    return { receiver, reached, unreached: own.filter((notice) => notice.channel !== 'none' && !reached.includes(notice)) }
  })
  const notified = receivers.filter(({ reached }) => reached.length > 0)
  const notReached = receivers.filter(({ reached }) => reached.length === 0)
  const named: Targets = new Set(notices.filter(({ channel }) => channel !== 'none').map(targetOf))
  const empty = none.filter((notice) => !named.has(targetOf(notice)))
  return [
    ...notified.map(({ receiver, reached }) => `${receiver}（${[...new Set(reached.map(wayOf))].join('・')}）`),
    ...notReached.flatMap(({ receiver, unreached }) => unreached.slice(-1).map((notice) => unreachedWords(receiver, notice))),
    ...new Set(
      empty.map(
        (notice) => `${receiverOf(notice)}には${notice.destination === null ? '届く相手がいません' : destinationStateNames.passed}`,
      ),
    ),
  ].join('、')
}

const lineOf = (title: string, notices: readonly Notice[]): NoticeStep[] => {
  const [first] = notices
  return first === undefined ? [] : [{ at: first.at, title, detail: receiversInWords(notices) }]
}

/** The lines of one moment; repeated notices of earlier steps are one line, with the addresses of the site. */
const momentSteps = (notices: readonly Notice[], stepsBefore: ReadonlySet<number>): NoticeStep[] => {
  const isRound = notices.some(({ step }) => step !== null && stepsBefore.has(step))
  const isAgain = ({ occasion, step }: Notice) => isRound && occasion === 'escalated' && (step === null || stepsBefore.has(step))
  const firstTime = Map.groupBy(
    notices.filter((notice) => !isAgain(notice)),
    ({ occasion, step }) => (step === null ? occasionTitles[occasion] : `${occasionTitles[occasion]}（${step}回目）`),
  )
  return [...[...firstTime].flatMap(([title, own]) => lineOf(title, own)), ...lineOf('もう一度知らせた', notices.filter(isAgain))]
}

/** Who was notified, a line for each moment, occasion and step. `notices` is in order of time. */
export const noticeSteps = (notices: readonly Notice[]): NoticeStep[] => {
  const stepsBefore = new Set<number>()
  return [...Map.groupBy(notices, ({ at }) => at.slice(0, 16)).values()].flatMap((own) => {
    const lines = momentSteps(own, stepsBefore)
    for (const { step } of own) if (step !== null) stepsBefore.add(step)
    return lines
  })
}
