import type { ChannelFailure } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { brokenFrom } from '../../shared/channels/read-channels.ts'
import { countNotices } from '../../shared/operation/notice-counter.ts'
import { holdLaterEvents, holdOrdinary } from './claim.ts'
import { notifyOfBroken } from './notify-of-broken.ts'
import type { AttemptResult } from './send-delivery.ts'
import { failureIn } from './send-delivery.ts'
import type { ChannelKey } from './store.ts'
import { switchOff } from './webhook/switch-off.ts'

/** What is written of deliveries. */
type Written = Pick<AttemptResult, 'status' | 'answer' | 'durationMs' | 'done'> & {
  readonly sentAt: Date | null
  readonly failedAt: Date | null
  readonly nextTryAt: Date
  readonly failure: ChannelFailure | null
  readonly digestCount: number | null
}

const write = async (db: Db, companyId: number, deliveryIds: readonly number[], written: Written): Promise<void> => {
  const { sentAt, failedAt, nextTryAt, failure, status, answer, durationMs, done, digestCount } = written
  await sql`
    update channel_delivery d
       set sent_at = ${sentAt}, failed_at = ${failedAt}, next_try_at = ${nextTryAt}, error = ${failure}, status = ${status}, answer = ${answer},
           duration_ms = ${durationMs}, delivered_to = ${done}::text[], digest_count = ${digestCount}
     where d.company_id = ${companyId} and d.delivery_id = any(${deliveryIds}::bigint[])`.execute(db)
}

/** Notes deliveries that are not sent any more: nobody needs them, or too much time has passed. */
export const giveUp = async (
  db: Db,
  companyId: number,
  deliveryIds: readonly number[],
  now: Date,
  reason: 'superseded' | 'tooOld',
): Promise<void> => {
  if (deliveryIds.length === 0) return
  await sql`
    update channel_delivery d
       set failed_at = ${now}, is_superseded = ${reason === 'superseded'}, error = ${reason === 'tooOld' ? 'tooOld' : null}
     where d.company_id = ${companyId} and d.delivery_id = any(${deliveryIds}::bigint[])`.execute(db)
  if (reason === 'tooOld') countNotices('channel', 'failed', deliveryIds.length)
}

const heal = (db: Db, { companyId, channelId }: ChannelKey) =>
  sql`
  update notification_channel n set failures = 0, failing_since = null, failure = null, paused_until = null
   where n.company_id = ${companyId} and n.channel_id = ${channelId} and (n.failures > 0 or n.paused_until is not null)`.execute(db)

/** A channel that works and fails by turns is reported this often at most. Project choice, decisions/0150. */
const reportEveryMs = 3_600_000

/** Counts a failure. @returns true where the channel is broken, nobody was notified since it last worked, nor within the last hour */
const countFailure = async (
  db: Db,
  { companyId, channelId }: ChannelKey,
  failure: ChannelFailure,
  now: Date,
  pausedUntil: Date | null,
): Promise<boolean> => {
  const { rows } = await sql<{ failures: number; failing_since: Date; failure_told_at: Date | null }>`
    update notification_channel n
       set failures = least(n.failures + 1, 1000000), failing_since = coalesce(n.failing_since, ${now}), failure = ${failure},
           paused_until = ${pausedUntil}
     where n.company_id = ${companyId} and n.channel_id = ${channelId}
    returning n.failures, n.failing_since, n.failure_told_at`.execute(db)
  const [row] = rows
  if (row === undefined || row.failures < brokenFrom) return false
  const { failing_since: since, failure_told_at: reportedAt } = row
  return reportedAt === null || (reportedAt < since && reportedAt.getTime() <= now.getTime() - reportEveryMs)
}

/** Deliveries of one attempt, and how long they wait where it failed; undefined where they are given up. */
export type Attempted = {
  readonly key: ChannelKey
  readonly deliveryIds: readonly number[]
  readonly result: AttemptResult
  readonly digestCount: number | null
  readonly waitMs: number | undefined
  /** An event holds back the later ones of its own alert alone. */
  readonly isEvent: boolean
}

/** A channel that fails is looked at again this often for what is not urgent, however long one message waits. */
const longestHoldMs = 60_000

/**
 * Notes what came of an attempt, on its deliveries and on its channel, in one transaction. Administrators are notified at the third
 * failure in a row, once until the channel works again, and once an hour at most.
 */
export const noteOutcome = async (
  context: Pick<Context, 'db' | 'clock' | 'config' | 'log'>,
  { key, deliveryIds, result, digestCount, waitMs, isEvent }: Attempted,
): Promise<void> => {
  const now = context.clock()
  const { outcome } = result
  const failure = failureIn(outcome)
  const isOver = failure !== null && (outcome.kind === 'refused' || waitMs === undefined)
  const pauseMs = outcome.kind === 'retry' ? outcome.retryAfterMs : undefined
  const nextMs = Math.max(waitMs ?? 0, pauseMs ?? 0)
  await context.db.transaction().execute(async (trx) => {
    // The channel first, as changes of it do: those that drop what waits would lock each other out otherwise.
    await sql`
      select from notification_channel n where n.company_id = ${key.companyId} and n.channel_id = ${key.channelId} for no key update`.execute(
      trx,
    )
    await write(trx, key.companyId, deliveryIds, {
      ...result,
      sentAt: failure === null ? now : null,
      failedAt: isOver ? now : null,
      nextTryAt: new Date(now.getTime() + (failure === null || isOver ? 0 : nextMs)),
      failure,
      digestCount: failure === null ? digestCount : null,
    })
    if (failure === null) {
      await heal(trx, key)
      return
    }
    const pausedUntil = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs)
    const isBroken = await countFailure(trx, key, failure, now, pausedUntil)
    if (isEvent && !isOver) await holdLaterEvents(trx, key, deliveryIds)
    if (outcome.kind === 'retry' && !isEvent) await holdOrdinary(trx, key, new Date(now.getTime() + Math.min(nextMs, longestHoldMs)))
    if (failure === 'gone') await switchOff(trx, key, now)
    if (isBroken || failure === 'gone') await notifyOfBroken({ ...context, db: trx }, key, now)
  })
  if (failure === null) countNotices('channel', 'sent', deliveryIds.length)
  if (isOver) countNotices('channel', 'failed', deliveryIds.length)
  if (failure !== null) context.log.warn({ ...key, failure, status: result.status }, 'a message to a channel was not delivered')
}
