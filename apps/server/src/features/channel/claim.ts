import { sql } from 'kysely'
import type { ChannelType } from '@mimamori/contract'
import type { Context, Db } from '../../platform/context.ts'
import type { ChannelEvent } from '../../shared/channels/channel-event.ts'
import type { ChannelContent } from '../../shared/channels/channel-message.ts'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import { isEmergency } from '../../shared/monitoring/emergency-kinds.ts'
import type { ChannelKey } from './store.ts'

// No delivery waits longer: what says so was written before the clock was set back.
const longestWaitMs = 30 * 3_600_000
const minuteMs = 60_000
/** So many that wait are looked at for one digest. */
const mostWaiting = 300

const waits = sql`d.sent_at is null and d.failed_at is null and d.message is not null`

const isDue = (now: Date) => sql`
  ${waits} and (d.next_try_at <= ${now} or d.next_try_at > ${new Date(now.getTime() + longestWaitMs)})`

/** SQL: the first event of each alert that waits for a channel; what is sent again waits for what is sent again alone. */
const firstEvents = ({ companyId, channelId }: ChannelKey) => sql`
    select distinct on (e.alert_id, e.is_replay) e.alert_id, e.is_replay, e.delivery_id, e.next_try_at
      from channel_delivery e
     where e.company_id = ${companyId} and e.channel_id = ${channelId} and e.event_type is not null and e.alert_id is not null
       and e.sent_at is null and e.failed_at is null and e.message is not null
     order by e.alert_id, e.is_replay, e.delivery_id`

/** Which channels are looked for: those that work, or those whose last attempt failed; without some that are busy. */
type Wanted = {
  readonly isFailing: boolean
  readonly exceptChannels: readonly string[]
  readonly exceptCompanies: readonly number[]
  readonly limit: number
}

/**
 * Channels for which something is due, those with something urgent first, and those that are only sent something again last. Of events all
 * are counted here, also those behind an earlier one (`findWaiting`): to look for those would cost more with each that waits. One whose service asked to be left alone has nothing due.
 */
export const findDueChannels = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  now: Date,
  { isFailing, exceptChannels, exceptCompanies, limit }: Wanted,
): Promise<ChannelKey[]> => {
  if (limit <= 0) return []
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<ChannelKey>`
    select d.company_id as "companyId", d.channel_id as "channelId"
      from channel_delivery d
      join notification_channel n on n.company_id = d.company_id and n.channel_id = d.channel_id
     where ${isDue(now)} and n.is_enabled and (n.paused_until is null or n.paused_until <= ${now})
       and (n.failures > 0) = ${isFailing} and d.channel_id <> all(${exceptChannels}::text[])
       and d.company_id <> all(${exceptCompanies}::int[]) and ${isReached('d')}
     group by d.company_id, d.channel_id
     order by bool_or(d.urgent and not d.is_replay) desc, bool_and(d.is_replay), min(d.next_try_at), d.channel_id
     limit ${limit}`.execute(db)
  return rows
}

/** A delivery that is due, as far as it decides what goes out next. */
export type WaitingDelivery = {
  readonly delivery_id: number
  readonly created_at: Date
  readonly urgent: boolean
  readonly is_event: boolean
  readonly drill: boolean
}

/**
 * What is due for a channel: the urgent first, then the oldest, and after it what is sent again. No event of an alert leaves before the
 * earlier ones.
 */
export const findWaiting = async (db: Db, { companyId, channelId }: ChannelKey, now: Date): Promise<WaitingDelivery[]> => {
  const { rows } = await sql<WaitingDelivery>`
    select d.delivery_id, d.created_at, d.urgent, d.event_type is not null as is_event, coalesce((d.message->>'drill')::boolean, false) as drill
      from channel_delivery d
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and ${isDue(now)}
       and (d.event_type is null or d.alert_id is null
            or d.delivery_id in (select f.delivery_id from (${firstEvents({ companyId, channelId })}) f))
     order by d.is_replay, d.urgent desc, d.created_at, d.delivery_id limit ${mostWaiting}`.execute(db)
  return rows
}

/** How many ordinary messages a channel was sent within the last minute, and when its last digest went out. */
export type SentLately = { readonly singles: number; readonly digestAt: Date | null }

/** What a channel was sent lately, as far as it decides whether a digest is due. */
export const sentLately = async (db: Db, { companyId, channelId }: ChannelKey, now: Date): Promise<SentLately> => {
  const { rows } = await sql<SentLately>`
    select count(*) filter (where d.digest_count is null and d.sent_at > ${new Date(now.getTime() - minuteMs)})::int as singles,
           max(d.sent_at) filter (where d.digest_count is not null) as "digestAt"
      from channel_delivery d
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.sent_at > ${new Date(now.getTime() - 2 * minuteMs)}
       and not d.urgent and not d.is_test and d.event_type is null`.execute(db)
  return rows[0] ?? { singles: 0, digestAt: null }
}

/** A delivery that this process sends now, with its channel. */
export type ClaimedDelivery = {
  readonly delivery_id: number
  readonly created_at: Date
  readonly content: ChannelContent | ChannelEvent
  readonly attempts: number
  readonly delivered_to: readonly string[]
  readonly is_event: boolean
  /** Of an event. */
  readonly webhook_id: string | null
  readonly alert_id: number | null
  /** Nobody needs it any more. */
  readonly superseded: boolean
}

/** A later one says it as well, somebody has answered, or later readings have taken back what happened. Events are sent whatever followed. */
const superseded = (companyId: number) => sql<boolean>`
  (d.occasion is not null and exists (
    select from alert a
     where a.company_id = ${companyId} and a.alert_id = d.alert_id
       and (a.withdrawn
            or (d.occasion = 'raised' and not ${isEmergency} and d.level > coalesce(a.peak_level, d.level))
            or (d.occasion = 'escalated' and (a.handling <> 'open' or a.ended_at is not null or exists (
                  select from channel_delivery l
                   where l.company_id = ${companyId} and l.channel_id = d.channel_id and l.alert_id = d.alert_id
                     and l.occasion = 'escalated' and l.delivery_id > d.delivery_id and l.failed_at is null))))))`

/** Claims deliveries until `until`: if this process dies, another one takes them over. Those claimed meanwhile are left out. */
export const claimDeliveries = async (
  db: Db,
  { companyId, channelId }: ChannelKey,
  deliveryIds: readonly number[],
  now: Date,
  until: Date,
): Promise<ClaimedDelivery[]> => {
  const { rows } = await sql<ClaimedDelivery>`
    update channel_delivery d set attempts = least(d.attempts + 1, 30000), next_try_at = ${until}
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.delivery_id = any(${deliveryIds}::bigint[]) and ${isDue(now)}
    returning d.delivery_id, d.created_at, d.message as content, d.attempts, d.delivered_to, d.event_type is not null as is_event, d.webhook_id,
              d.alert_id, ${superseded(companyId)} as superseded`.execute(db)
  return rows.toSorted((one, other) => one.delivery_id - other.delivery_id)
}

/** Keeps deliveries that are being sent from other processes until `until`. */
export const renewClaim = async (db: Db, companyId: number, deliveryIds: readonly number[], until: Date): Promise<void> => {
  await sql`
    update channel_delivery d set next_try_at = ${until}
     where d.company_id = ${companyId} and d.delivery_id = any(${deliveryIds}::bigint[]) and ${waits}`.execute(db)
}

/** Has the ordinary messages of a channel wait until then, unless they wait longer. */
export const holdOrdinary = async (db: Db, { companyId, channelId }: ChannelKey, until: Date): Promise<void> => {
  await sql`
    update channel_delivery d set next_try_at = ${until}
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and not d.urgent and d.next_try_at < ${until} and ${waits}`.execute(
    db,
  )
}

/** Has the later events of an alert wait as long as one that failed: until then nothing looks at them. */
export const holdLaterEvents = async (db: Db, companyId: number, deliveryIds: readonly number[], until: Date): Promise<void> => {
  await sql`
    update channel_delivery d set next_try_at = greatest(d.next_try_at, ${until}::timestamptz)
      from channel_delivery f
     where f.company_id = ${companyId} and f.delivery_id = any(${deliveryIds}::bigint[]) and f.alert_id is not null
       and d.company_id = ${companyId} and d.channel_id = f.channel_id and d.alert_id = f.alert_id and d.is_replay = f.is_replay
       and d.event_type is not null and d.delivery_id > f.delivery_id and ${waits}`.execute(db)
}

/** Has events wait as long as the earlier one of their alert that is not due: until then nothing looks at them. */
export const holdBehindEarlier = async (db: Db, key: ChannelKey): Promise<void> => {
  const { companyId, channelId } = key
  await sql`
    update channel_delivery d set next_try_at = f.next_try_at
      from (${firstEvents(key)}) f
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.alert_id = f.alert_id and d.is_replay = f.is_replay
       and d.event_type is not null and d.delivery_id > f.delivery_id and d.next_try_at <> f.next_try_at and ${waits}`.execute(db)
}

/** A channel as it is called: read at each attempt, so that a change of it counts at once. */
export type CalledChannel = {
  readonly type: ChannelType
  readonly settings: unknown
  readonly sealed_url: Buffer | null
  readonly sealed_secrets: Buffer | null
  readonly with_names: boolean
}

/** Undefined where it was deleted or switched off meanwhile. */
export const readCalled = async (db: Db, { companyId, channelId }: ChannelKey): Promise<CalledChannel | undefined> => {
  const { rows } = await sql<CalledChannel>`
    select n.type, n.settings, n.sealed_url, n.sealed_secrets, n.with_names from notification_channel n
     where n.company_id = ${companyId} and n.channel_id = ${channelId} and n.is_enabled`.execute(db)
  return rows[0]
}
