import type { ChannelFailure, ChannelSecrets, ChannelSettings } from '@mimamori/contract'
import type { ChannelContent } from '../../../shared/channels/channel-message.ts'

/** A channel as its sender needs it, secrets opened. */
export type ChannelTarget = {
  /** Null where the channel is called at the provider's own address. */
  readonly url: string | null
  readonly settings: ChannelSettings
  readonly secrets: ChannelSecrets
}

/** A request as it goes out. */
export type ChannelRequest = {
  /** Distinguishes the requests of one message, so that one that was taken is not sent again with the others; '' of the only one. */
  readonly key: string
  readonly method: 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer to a request, its body as text of at most 100,000 characters. */
export type ChannelAnswer = { readonly status: number; readonly headers: Headers; readonly body: string }

/** What an answer means. `retryAfterMs`: the service asked to be left alone for so long. */
export type ChannelOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'retry'; readonly failure: ChannelFailure; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'refused'; readonly failure: ChannelFailure }

/** Calls a service at its address, guarded as every address of a channel is. @throws what the network says */
export type CallChannel = (request: Omit<ChannelRequest, 'key'>) => Promise<ChannelAnswer>

/** A pass that some services want before they take messages, and until when it is good. */
export type ChannelPass = { readonly token: string; readonly expiresAt: Date }

/** What a sender knows of the delivery beside what it says. */
export type DeliveryFacts = {
  /** The same at each attempt, and of no other delivery. */
  readonly deliveryId: string
  readonly at: Date
  /** Of `authorise`; empty without it, and in a preview. */
  readonly token: string
}

/** How messages reach a service of one type. Each lives in a file of its own and is named in `senders.ts`. */
export type ChannelSender<Content = ChannelContent> = {
  /** Fetches a pass, which is kept until it ends or is refused. @throws ChannelRefusal where the service gives none */
  readonly authorise?: (target: ChannelTarget, call: CallChannel, now: Date) => Promise<ChannelPass>
  /** The requests of one delivery, one as a rule, to the letter of the service's documentation. */
  readonly requestsOf: (content: Content, target: ChannelTarget, facts: DeliveryFacts) => ChannelRequest[]
  /** What an answer means; `readAnswer` where the status alone says it. */
  readonly outcomeOf: (answer: ChannelAnswer, now: Date) => ChannelOutcome
}

/** A service that gives no pass, and why. */
export class ChannelRefusal extends Error {
  override readonly name = 'ChannelRefusal'
  readonly outcome: Exclude<ChannelOutcome, { kind: 'sent' }>
  readonly answer: ChannelAnswer
  constructor(outcome: Exclude<ChannelOutcome, { kind: 'sent' }>, answer: ChannelAnswer) {
    super(outcome.failure)
    this.outcome = outcome
    this.answer = answer
  }
}
