import { webhookHeaders } from '@mimamori/contract'
import { Webhook } from 'standardwebhooks'
import type { ChannelRequest } from '../senders/channel-sender.ts'

type Signed = {
  readonly url: string
  /** The number of the event. */
  readonly webhookId: string
  /** JSON, to the letter as it is signed. */
  readonly body: string
  /** Each signs, so that receivers that know either take it. */
  readonly secrets: readonly string[]
  /** When it is sent: receivers refuse what is older than five minutes. */
  readonly now: Date
}

/** A request as Standard Webhooks 1.0 wants it, signed by HMAC-SHA-256 (`v1`). */
export const signedRequest = ({ url, webhookId, body, secrets, now }: Signed): ChannelRequest => ({
  key: '',
  method: 'POST',
  url,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    [webhookHeaders.id]: webhookId,
    [webhookHeaders.timestamp]: String(Math.floor(now.getTime() / 1_000)),
    [webhookHeaders.signature]: secrets.map((secret) => new Webhook(secret).sign(webhookId, now, body)).join(' '),
  },
  body,
})
