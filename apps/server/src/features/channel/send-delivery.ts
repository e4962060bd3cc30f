import type { ChannelFailure, ChannelType } from '@mimamori/contract'
import type { Config } from '../../platform/config/config.ts'
import { codeOf } from '../../platform/errors.ts'
import { ForbiddenAddressError, guardedFetch } from '../../platform/outside/guarded-fetch.ts'
import type { ChannelContent } from '../../shared/channels/channel-message.ts'
import { answerOnRecord, secretsOf } from './answer-on-record.ts'
import {
  type CallChannel,
  type ChannelAnswer,
  type ChannelOutcome,
  type ChannelPass,
  ChannelRefusal,
  type ChannelRequest,
  type ChannelSender,
  type ChannelTarget,
  type DeliveryFacts,
} from './senders/channel-sender.ts'
import { senderOf } from './senders/senders.ts'

/** How long a channel has to answer a request. */
const patienceMs = 10_000
const longestBody = 100_000

/** One attempt at a delivery, whatever its content is. */
type AttemptOf<Content> = {
  readonly target: ChannelTarget
  /** By which the passes are kept. */
  readonly channelId: string
  readonly content: Content
  readonly facts: Omit<DeliveryFacts, 'token'>
  /** Keys of the requests that an earlier attempt brought home. */
  readonly done: readonly string[]
  readonly now: Date
  readonly signal?: AbortSignal | undefined
}

/** One attempt at the delivery of a message. */
export type Attempt = AttemptOf<ChannelContent> & { readonly type: ChannelType }

/** What came of an attempt. */
export type AttemptResult = {
  readonly outcome: ChannelOutcome
  /** The HTTP status and the text of the last answer, as it may be kept; null where none came. */
  readonly status: number | null
  readonly answer: string | null
  readonly durationMs: number
  /** Keys of the requests that are done by now. */
  readonly done: readonly string[]
}

const failureOf = (error: unknown): ChannelOutcome => {
  // A token that no header takes.
  if (codeOf(error) === 'ERR_INVALID_CHAR') return { kind: 'refused', failure: 'unauthorized' }
  if (error instanceof ForbiddenAddressError || codeOf(error) === 'EPRIVATE') return { kind: 'refused', failure: 'forbiddenAddress' }
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
  return { kind: 'retry', failure: isLate ? 'timeout' : 'unreachable' }
}

/** True of what concerns one receiver of several, as a telephone that takes no SMS, and not their channel. */
const isOfReceiver = (outcome: ChannelOutcome) => ['badNumber', 'refused'].includes(failureIn(outcome) ?? '')

const notReached = (keys: readonly string[]) => `届いていない番号：${keys.join('、')}\n`

/** A pass is fetched again so long before it ends. */
const passMarginMs = 60_000

/** The passes that services gave, by channel; lost with the process, since they can be had again. */
export type Passes = Map<string, ChannelPass>

const callerOf =
  (hosts: readonly string[], signal: AbortSignal | undefined): CallChannel =>
  async ({ method, url, headers, body }) => {
    const patience = AbortSignal.timeout(patienceMs)
    const response = await guardedFetch(hosts, url, {
      method,
      headers: { ...headers },
      body,
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
    })
    return { status: response.status, headers: response.headers, body: (await response.text()).slice(0, longestBody) }
  }

type Pass = { readonly token: string; readonly isKept: boolean }

const passOf = async (
  sender: Pick<ChannelSender, 'authorise'>,
  { channelId, target, now }: Omit<AttemptOf<unknown>, 'content'>,
  call: CallChannel,
  passes: Passes,
): Promise<Pass> => {
  if (sender.authorise === undefined) return { token: '', isKept: false }
  const held = passes.get(channelId)
  if (held !== undefined && held.expiresAt.getTime() - passMarginMs > now.getTime()) return { token: held.token, isKept: true }
  const pass = await sender.authorise(target, call, now)
  passes.set(channelId, pass)
  return { token: pass.token, isKept: false }
}

/** Of a channel that lacks what it needs to be called. */
export const incomplete: AttemptResult = {
  outcome: { kind: 'refused', failure: 'incomplete' },
  status: null,
  answer: null,
  durationMs: 0,
  done: [],
}

/**
 * Brings one delivery to its channel: the requests of its message one after another. One that is refused, as of a telephone number
 * that is none, holds none of the others back, and fails the delivery only where none was taken; one that is to be tried again does,
 * since the service is busy or away. Every address passes `guardedFetch`; none takes longer than ten seconds.
 */
export const attemptBy = async <Content>(
  sender: ChannelSender<Content>,
  { channelHosts }: Pick<Config, 'channelHosts'>,
  attempt: AttemptOf<Content>,
  passes: Passes,
): Promise<AttemptResult> => {
  const began = performance.now()
  const send = callerOf(channelHosts, attempt.signal)
  const requested: Omit<ChannelRequest, 'key'>[] = []
  const call: CallChannel = (request) => {
    requested.push(request)
    return send(request)
  }
  const done = [...attempt.done]
  let last: { readonly status: number; readonly body: string } | undefined
  const resultOf = (outcome: ChannelOutcome): AttemptResult => ({
    outcome,
    status: last?.status ?? null,
    answer: last === undefined ? null : answerOnRecord(last.body, secretsOf(attempt.target, requested)),
    durationMs: Math.round(performance.now() - began),
    done,
  })
  const sendAll = async (token: string): Promise<ChannelOutcome> => {
    const requests = sender.requestsOf(attempt.content, attempt.target, { ...attempt.facts, token })
    const refusals: { readonly key: string; readonly outcome: ChannelOutcome; readonly answer: ChannelAnswer }[] = []
    for (const request of requests.filter(({ key }) => !done.includes(key))) {
      const answer = await call(request)
      last = answer
      const outcome = sender.outcomeOf(answer, attempt.now)
      if (outcome.kind === 'retry') return outcome
      if (outcome.kind === 'sent') done.push(request.key)
      else refusals.push({ key: request.key, outcome, answer })
    }
    const [refusal] = refusals
    if (refusal === undefined) return { kind: 'sent' }
    last = refusal.answer
    if (done.length === 0 || !refusals.every(({ outcome }) => isOfReceiver(outcome))) return refusal.outcome
    last = { ...last, body: `${notReached(refusals.map(({ key }) => key))}${last.body}` }
    return { kind: 'sent' }
  }
  try {
    const { token, isKept } = await passOf(sender, attempt, call, passes)
    const outcome = await sendAll(token)
    // A pass that was kept may have ended early.
    if (!isKept || failureIn(outcome) !== 'unauthorized') return resultOf(outcome)
    passes.delete(attempt.channelId)
    return resultOf(await sendAll((await passOf(sender, attempt, call, passes)).token))
  } catch (error) {
    if (error instanceof ChannelRefusal) {
      // What should have been a pass may hold one.
      last = error.answer.status < 300 ? { ...error.answer, body: '' } : error.answer
      return resultOf(error.outcome)
    }
    return resultOf(failureOf(error))
  }
}

/** Brings one delivery of a message to its channel, by the sender of the channel's type. */
export const attemptDelivery = async (config: Pick<Config, 'channelHosts'>, attempt: Attempt, passes: Passes): Promise<AttemptResult> => {
  const sender = senderOf(attempt.type)
  return sender === undefined ? incomplete : attemptBy(sender, config, attempt, passes)
}

/** The failure of an outcome; null of one that was taken. */
export const failureIn = (outcome: ChannelOutcome): ChannelFailure | null => (outcome.kind === 'sent' ? null : outcome.failure)
