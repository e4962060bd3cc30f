import { sql } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { type ChannelEvent, webhookBodyOf } from '../../../shared/channels/channel-event.ts'
import { openSecrets } from '../channel-secrets.ts'
import { attemptBy, type AttemptResult, incomplete } from '../send-delivery.ts'
import type { ChannelSender } from '../senders/channel-sender.ts'
import type { ChannelKey } from '../store.ts'
import { signedRequest } from './signed-request.ts'
import { openSigning } from './signing-secret.ts'
import { webhookOutcome } from './webhook-outcome.ts'

/** One event for one webhook. */
export type EventAttempt = {
  readonly key: ChannelKey
  readonly alertId: number | null
  readonly webhookId: string
  readonly event: ChannelEvent
  readonly signal?: AbortSignal | undefined
}

type Row = {
  readonly with_names: boolean
  readonly sealed_url: Buffer | null
  readonly sealed_secrets: Buffer | null
  readonly sealed_signing: Buffer | null
  readonly sealed_former_signing: Buffer | null
  readonly former_signs_until: Date | null
  readonly full_name: string | null
}

/** What of a webhook an event leaves with, and whom its alert is about, as they are now. */
const readWebhook = async (
  { db }: Pick<Context, 'db'>,
  { key: { companyId, channelId }, alertId }: EventAttempt,
): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select n.with_names, n.sealed_url, n.sealed_secrets, n.sealed_signing, n.sealed_former_signing, n.former_signs_until, a.full_name
      from notification_channel n
      left join alert a on a.company_id = ${companyId} and a.alert_id = ${alertId ?? 0}
     where n.company_id = ${companyId} and n.channel_id = ${channelId} and n.type = 'webhook'`.execute(db)
  return rows[0]
}

/** Sends an event to its webhook, signed as it leaves: by two secrets for a day after a change. */
export const attemptEvent = async (context: Pick<Context, 'db' | 'config' | 'clock'>, attempt: EventAttempt): Promise<AttemptResult> => {
  const { config, clock } = context
  const { key, webhookId, event, signal } = attempt
  const webhook = await readWebhook(context, attempt)
  const url = webhook === undefined ? undefined : openSecrets(config, key, webhook)?.url
  const now = clock()
  const secrets = webhook === undefined ? [] : openSigning(config, key, webhook, now)
  if (webhook === undefined || url == null || secrets.length === 0) return incomplete
  const body = JSON.stringify(webhookBodyOf(event, webhook.with_names ? webhook.full_name : null))
  const sender: ChannelSender<string> = {
    requestsOf: (content, _, { deliveryId, at }) => [signedRequest({ url, webhookId: deliveryId, body: content, secrets, now: at })],
    outcomeOf: webhookOutcome,
  }
  const target = { url, settings: {}, secrets: {} }
  const facts = { deliveryId: webhookId, at: now }
  return attemptBy(sender, config, { target, channelId: key.channelId, content: body, facts, done: [], now, signal }, new Map())
}
