import { channelTypeNames, message } from '@mimamori/contract'
import { japanDayAndClock } from '../../platform/japan-time.ts'
import type { ChannelFigures } from '../../shared/operation/figures.ts'
import { type Assessment, gravest, unused, well } from './assessment.ts'
import { refusedInRowNeedsHand, waitingAttentionMs, waitingNeedsHandMs } from './thresholds.ts'

/** What waits to leave by one way. */
export type Queue = {
  /** Whether there is anything that sends at all. */
  readonly isOn: boolean
  readonly queued: number
  readonly oldestQueuedAt: Date | null
}

export type MailFacts = Queue & {
  /** Where mails leave, without what one signs in with; null where there is no server. */
  readonly server: string | null
  /** Within a day, of those that nobody was given. */
  readonly refused: number
  /** Of these, since the last that left. */
  readonly refusedInRow: number
  readonly lastSentAt: Date | null
  /** How often in a row the server was asked and did not answer, at five minutes' distance. */
  readonly unansweredTries: number
}

export type PushFacts = Queue & { readonly browsers: number }

type Judgement = Omit<Assessment, 'facts'>

const waitOf = ({ oldestQueuedAt }: Queue, now: Date): number => (oldestQueuedAt === null ? 0 : now.getTime() - oldestQueuedAt.getTime())

const waitingState = (waitMs: number): 'needsHand' | 'attention' | undefined =>
  waitMs >= waitingNeedsHandMs ? 'needsHand' : waitMs >= waitingAttentionMs ? 'attention' : undefined

const minutesOf = (ms: number) => Math.floor(ms / 60_000)

const judgementsOfMail = (facts: MailFacts, now: Date): (Judgement | undefined)[] => {
  const waitMs = waitOf(facts, now)
  const waiting = waitingState(waitMs)
  const action = message('mailAction')
  return [
    facts.unansweredTries > 0
      ? { state: facts.unansweredTries > 1 ? 'needsHand' : 'attention', meaning: message('mailUnreachable'), action }
      : undefined,
    waiting === undefined
      ? undefined
      : { state: waiting, meaning: message('mailWaits', { minutes: minutesOf(waitMs), count: facts.queued }), action },
    facts.refusedInRow >= refusedInRowNeedsHand
      ? {
          state: 'needsHand',
          meaning: message('mailRefusedInRow', { count: facts.refusedInRow }),
          action: message('mailRefusedAction'),
        }
      : undefined,
    facts.refused > 0
      ? { state: 'attention', meaning: message('mailRefused', { count: facts.refused }), action: message('mailRefusedAction') }
      : undefined,
  ]
}

/** Mails. Without a server none leaves, which is a choice: it is to be looked at only where mails wait for one. */
export const assessMail = (facts: MailFacts, now: Date): Assessment => {
  if (!facts.isOn) {
    if (facts.queued === 0) return { ...unused(message('mailUnused')), facts: [] }
    return {
      state: 'attention',
      meaning: message('mailWaitsForServer', { count: facts.queued }),
      action: message('mailServerAction'),
      facts: [],
    }
  }
  return {
    ...gravest<Judgement>(well(message('mailLeaves')), ...judgementsOfMail(facts, now)),
    facts: [
      ...(facts.server === null ? [] : [{ name: 'メールサーバー', value: facts.server }]),
      { name: '送信待ち', value: `${facts.queued}通` },
      ...(facts.oldestQueuedAt === null ? [] : [{ name: '最も古いもの', value: japanDayAndClock(facts.oldestQueuedAt) }]),
      { name: '最後に送れたのは', value: facts.lastSentAt === null ? '24時間以内にはありません' : japanDayAndClock(facts.lastSentAt) },
    ],
  }
}

/** Notices to browsers. */
export const assessPush = (facts: PushFacts, now: Date): Assessment => {
  const waitMs = waitOf(facts, now)
  const waiting = facts.isOn ? waitingState(waitMs) : undefined
  const judgement: Judgement =
    waiting === undefined
      ? facts.browsers === 0 || !facts.isOn
        ? unused(message('pushUnused'))
        : well(message('pushSent'))
      : {
          state: waiting,
          meaning: message('pushWaits', { minutes: minutesOf(waitMs), count: facts.queued }),
          action: message('pushAction'),
        }
  return {
    ...judgement,
    facts:
      judgement.state === 'unused'
        ? []
        : [
            { name: '受け取る端末', value: `${facts.browsers}台` },
            { name: '送信待ち', value: `${facts.queued}件` },
          ],
  }
}

/** Chats and webhooks by type. One that fails is its company's matter; all of a type are the service's. */
export const assessChannels = (types: readonly ChannelFigures[]): Assessment => {
  const used = types.filter(({ enabled }) => enabled > 0)
  const failing = used.filter(({ broken }) => broken > 0)
  const dead = failing.filter(({ enabled, broken }) => enabled > 1 && broken === enabled)
  const namesOf = (some: readonly ChannelFigures[]) => some.map(({ type }) => channelTypeNames[type]).join('、')
  const judgements: (Judgement | undefined)[] = [
    dead.length === 0
      ? undefined
      : { state: 'needsHand', meaning: message('channelsFailingAll', { type: namesOf(dead) }), action: message('channelsAllAction') },
    failing.length === 0
      ? undefined
      : { state: 'attention', meaning: message('channelsFailing', { types: namesOf(failing) }), action: message('channelsAction') },
  ]
  return {
    ...gravest<Judgement>(used.length === 0 ? unused(message('channelsUnused')) : well(message('channelsWell')), ...judgements),
    facts: used.map(({ type, enabled, broken }) => ({
      name: channelTypeNames[type],
      value: broken === 0 ? `${enabled}件` : `${enabled}件のうち${broken}件に届いていません`,
    })),
  }
}
