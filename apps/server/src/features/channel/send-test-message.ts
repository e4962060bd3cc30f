import { randomUUID } from 'node:crypto'
import type { ChannelTestResult } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { tooManyRequests } from '../../platform/errors.ts'
import type { ChannelEvent } from '../../shared/channels/channel-event.ts'
import type { ChannelMessage } from '../../shared/channels/channel-message.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { openSecrets } from './channel-secrets.ts'
import { sampleMessage } from './sample-message.ts'
import { attemptDelivery, failureIn } from './send-delivery.ts'
import { failureInWords, findStored, type StoredChannel } from './store.ts'
import { attemptEvent } from './webhook/attempt-event.ts'
import { sampleEvent } from './webhook/sample-event.ts'

/** Trials of a company a minute: more would search a network by what they answer. Project choice, decisions/0150. */
const mostTrialsAMinute = 10

/** @throws Refusal 429 */
const refuseHurry = async (trx: Db, companyId: number, now: Date): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel_delivery d
     where d.company_id = ${companyId} and d.is_test and d.created_at > ${new Date(now.getTime() - 60_000)}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= mostTrialsAMinute) throw tooManyRequests(60)
}

/** Stores a trial, taken by this call alone: the job leaves it. @returns its number */
const store = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { key, channel }: StoredChannel,
  message: ChannelMessage | ChannelEvent,
  webhookId: string | null,
): Promise<number> => {
  const now = clock()
  const { delivery_id } = await db
    .insertInto('channel_delivery')
    .values({
      company_id: key.companyId,
      channel_id: key.channelId,
      office_id: channel.officeId,
      created_at: now,
      is_test: true,
      message: JSON.stringify(message),
      webhook_id: webhookId,
      event_type: message.form === 'event' ? message.type : null,
      attempts: 1,
      next_try_at: now,
      failed_at: now,
      error: 'unreachable',
    })
    .returning('channel_delivery.delivery_id')
    .executeTakeFirstOrThrow()
  return delivery_id
}

/**
 * Sends a channel one message now, marked as a trial, on record, and answers what became of it. A channel that takes it is well again.
 * @throws Refusal 404 where the actor sees no channel of this number, 403 where its site is archived,
 * 429 from the eleventh of its company within a minute on
 */
export const testChannel = async (context: Context, requester: Requester, channelId: string): Promise<ChannelTestResult> => {
  const { db, config, clock } = context
  const stored = await findStored(context, requester.actor, channelId)
  const { key, channel } = stored
  const isWebhook = channel.type === 'webhook'
  const message = sampleMessage('condition', { ...channel, test: true, publicUrl: config.publicUrl, now: clock() })
  const event = sampleEvent('condition', { ...channel, now: clock() })
  const webhookId = `test_${randomUUID()}`
  const deliveryId = await db.transaction().execute(async (trx) => {
    await refuseHurry(trx, key.companyId, clock())
    await writeAudit(trx, {
      at: clock(),
      actor: requester.actor,
      address: requester.address,
      action: 'test',
      resource: 'notificationChannel',
      resourceId: channelId,
      companyId: key.companyId,
      officeId: channel.officeId,
      after: { name: channel.name },
    })
    return store({ db: trx, clock }, stored, isWebhook ? event : message, isWebhook ? webhookId : null)
  })
  const opened = openSecrets(config, key, stored.sealed)
  const result = isWebhook
    ? await attemptEvent(context, { key, alertId: null, webhookId, event })
    : await attemptDelivery(
        config,
        {
          type: channel.type,
          target: { url: opened?.url ?? null, settings: channel.settings, secrets: opened?.secrets ?? {} },
          channelId,
          content: message,
          facts: { deliveryId: String(deliveryId), at: clock() },
          done: [],
          now: clock(),
        },
        new Map(),
      )
  const { outcome, status, answer, durationMs } = result
  const isSent = outcome.kind === 'sent'
  const failure = failureIn(outcome)
  const now = clock()
  await sql`
    update channel_delivery d
       set sent_at = ${isSent ? now : null}, failed_at = ${isSent ? null : now}, status = ${status}, answer = ${answer}, error = ${failure},
           duration_ms = ${durationMs}
     where d.company_id = ${key.companyId} and d.delivery_id = ${deliveryId}`.execute(db)
  if (isSent)
    await sql`
      update notification_channel n set failures = 0, failing_since = null, failure = null, failure_told_at = null, paused_until = null
       where n.company_id = ${key.companyId} and n.channel_id = ${channelId} and n.failures > 0`.execute(db)
  return { state: isSent ? 'sent' : 'failed', status, reason: failureInWords(failure), detail: answer, durationMs }
}
