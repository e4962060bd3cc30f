import { type AnswerOf, type BodyOf, message, mostReplayed, replayDays, type webhook } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { Requester } from '../../../platform/audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import { lockChannel } from '../change.ts'
import type { StoredChannel } from '../store.ts'
import { countReplay, queueReplay } from './replay-events.ts'
import { mostFormer, rotated } from './signing-secret.ts'

/** Locks a webhook. @throws Refusal 404 where the actor sees none of this number, 400 where it is another channel */
const lockWebhook = async (trx: Db, context: Context, requester: Requester, channelId: string): Promise<StoredChannel> => {
  const stored = await lockChannel(trx, context, requester, channelId)
  if (stored.channel.type !== 'webhook') throw badRequest(message('webhookOnly'))
  return stored
}

const entryOf = (context: Context, { actor, address }: Requester, { key, channel }: StoredChannel) => ({
  at: context.clock(),
  actor,
  address,
  resource: 'notificationChannel',
  resourceId: key.channelId,
  companyId: key.companyId,
  officeId: channel.officeId,
})

/**
 * Gives a webhook a new secret, on record; the one before signs beside it for a day, also where that is changed again meanwhile.
 * @throws Refusal 404, 400 where it is no webhook or was given too many within a day
 */
export const rotateSecret = (context: Context, requester: Requester, channelId: string): Promise<AnswerOf<typeof webhook.rotate>> =>
  context.db.transaction().execute(async (trx) => {
    const stored = await lockWebhook(trx, context, requester, channelId)
    const { companyId } = stored.key
    const signing = await trx
      .selectFrom('notification_channel as n')
      .select(['n.sealed_signing', 'n.sealed_former_signing', 'n.former_signs_until'])
      .where('n.company_id', '=', companyId)
      .where('n.channel_id', '=', channelId)
      .executeTakeFirstOrThrow()
    const given = rotated(context.config, stored.key, signing, context.clock())
    if (given === undefined) throw badRequest(message('webhookRotatedOften', { count: mostFormer }))
    await trx
      .updateTable('notification_channel as n')
      .set(given.columns)
      .where('n.company_id', '=', companyId)
      .where('n.channel_id', '=', channelId)
      .execute()
    await writeAudit(trx, { ...entryOf(context, requester, stored), action: 'renewSecret', after: { name: stored.channel.name } })
    return { id: channelId, secret: given.secret, formerUntil: toJapanIso(given.until) }
  })

/**
 * Sends what a webhook was sent within a time again, on record: what has ended of it, in order, under the numbers it had.
 * @throws Refusal 404, 400 where it is no webhook or switched off, and of too long ago or too much
 */
export const replayEvents = (
  context: Context,
  requester: Requester,
  channelId: string,
  { from, to }: BodyOf<typeof webhook.replay>,
): Promise<AnswerOf<typeof webhook.replay>> =>
  context.db.transaction().execute(async (trx) => {
    const stored = await lockWebhook(trx, context, requester, channelId)
    if (!stored.channel.isEnabled) throw badRequest(message('webhookOff'))
    const now = context.clock()
    const range = { from: new Date(from), to: new Date(to) }
    if (range.from.getTime() < now.getTime() - replayDays * dayMs) throw badRequest(message('webhookReplayTooOld', { days: replayDays }))
    const count = await countReplay(trx, stored.key, range)
    if (count > mostReplayed) throw badRequest(message('webhookReplayTooMany', { count, most: mostReplayed }))
    if (count > 0) await queueReplay(trx, stored.key, range, now)
    await writeAudit(trx, {
      ...entryOf(context, requester, stored),
      action: 'replayEvents',
      after: { name: stored.channel.name, from, to, count },
    })
    return { count }
  })
