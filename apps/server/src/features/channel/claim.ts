import { sql } from 'kysely'
import type { ChannelType } from '@mimamori/contract'
import type { Context, Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { ChannelEvent } from '../../shared/channels/channel-event.ts'
import type { ChannelContent } from '../../shared/channels/channel-message.ts'
import { companiesOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import { isEmergency } from '../../shared/monitoring/emergency-kinds.ts'
import type { ChannelKey } from './store.ts'

// No delivery waits longer: what says so was written before the clock was set back.
const longestWaitMs = 30 * 3_600_000
// Nor does a service ask to be left alone for longer.
const longestPauseMs = 2 * 3_600_000
const minuteMs = 60_000
/** So many that are due are looked at: for one digest, or for the first event that none of its alert is before. */
const mostMessages = 300
const mostEvents = 30

// As the partial indexes have it.
const isOpen = sql`d.sent_at is null and d.failed_at is null`
const waits = sql`${isOpen} and d.message is not null`

const isDue = (now: Date) => sql`${waits} and d.next_try_at <= ${now}`

const isOfFuture = (now: Date) => sql`${isOpen} and d.next_try_at > ${new Date(now.getTime() + longestWaitMs)}`

/** Makes due what waits for a time that the clock was set back from. */
export const releaseAfterClockChange = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, now: Date): Promise<void> => {
  const { rows } = await companiesOf('channel_delivery', 'd', isOfFuture(now))(await reachedNow({ pool })).execute(db)
  for (const { companyId } of rows)
    await sql`update channel_delivery d set next_try_at = ${now} where d.company_id = ${companyId} and ${isOfFuture(now)}`.execute(db)
}

/** Which channels are looked for: those that work, or those whose last attempt failed; without some that are busy. */
type Wanted = {
  readonly isFailing: boolean
  readonly exceptChannels: readonly string[]
  readonly exceptCompanies: readonly number[]
  readonly limit: number
}

/** The order in which things leave, as the index `channel_delivery_next` has it: what is sent again last, of the rest the urgent first. */
const inTurn = sql`d.is_replay, d.urgent desc, d.next_try_at, d.delivery_id`

/**
 * Channels for which something is due, those with something urgent first, those that are only sent something again last. One whose
 * service asked to be left alone has nothing due. Of each channel one row is read, however many wait for it.
 */
export const findDueChannels = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  now: Date,
  { isFailing, exceptChannels, exceptCompanies, limit }: Wanted,
): Promise<ChannelKey[]> => {
  if (limit <= 0) return []
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<ChannelKey>`
    select c.company_id as "companyId", c.channel_id as "channelId"
      from (select n.company_id, n.channel_id, (
              select array[d.is_replay::int, (not d.urgent)::int, extract(epoch from d.next_try_at)] from channel_delivery d
               where d.company_id = n.company_id and d.channel_id = n.channel_id and ${isDue(now)} order by ${inTurn} limit 1) as turn
              from notification_channel n
             where n.is_enabled
               and (n.paused_until is null or n.paused_until <= ${now} or n.paused_until > ${new Date(now.getTime() + longestPauseMs)})
               and (n.failures > 0) = ${isFailing} and n.channel_id <> all(${exceptChannels}::text[])
               and n.company_id <> all(${exceptCompanies}::int[]) and ${isReached('n')}) c
     where c.turn is not null
     order by c.turn, c.channel_id
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
  readonly delivered_to: readonly string[]
}

type DueDelivery = WaitingDelivery & {
  /** Of an event of an alert, the first that waits: its own number where none is before it. */
  readonly first_id: number | null
}

const findDue = async (db: Db, { companyId, channelId }: ChannelKey, now: Date, most: number): Promise<DueDelivery[]> => {
  const { rows } = await sql<DueDelivery>`
    select d.delivery_id, d.created_at, d.urgent, d.event_type is not null as is_event, coalesce((d.message->>'drill')::boolean, false) as drill,
           d.delivered_to,
           case when d.event_type is not null and d.alert_id is not null then (
             select e.delivery_id from channel_delivery e
              where e.company_id = ${companyId} and e.channel_id = ${channelId} and e.alert_id = d.alert_id and e.is_replay = d.is_replay
                and e.event_type is not null and e.sent_at is null and e.failed_at is null
              order by e.delivery_id limit 1) end as first_id
      from channel_delivery d
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and ${isDue(now)}
     order by ${inTurn} limit ${most}`.execute(db)
  return rows
}

/**
 * Has the later events of alerts wait as long as these, which wait themselves: until then nothing looks at them, and then these come
 * before them. One after another: a planner without statistics would join all that waits with itself.
 */
export const holdLaterEvents = async (db: Db, { companyId, channelId }: ChannelKey, deliveryIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<TableRow<'channel_delivery', 'delivery_id' | 'alert_id' | 'is_replay' | 'next_try_at'>>`
    select d.delivery_id, d.alert_id, d.is_replay, d.next_try_at from channel_delivery d
     where d.company_id = ${companyId} and d.delivery_id = any(${deliveryIds}::bigint[]) and d.alert_id is not null`.execute(db)
  for (const { delivery_id: id, alert_id: alertId, is_replay: isReplay, next_try_at: until } of rows)
    await sql`
      update channel_delivery d set next_try_at = ${until}
       where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.alert_id = ${alertId} and d.is_replay = ${isReplay}
         and d.event_type is not null and d.delivery_id > ${id} and d.next_try_at < ${until} and ${waits}`.execute(db)
}

/**
 * What is due for a channel, the urgent first, then the oldest; what is sent again last. No event leaves before the earlier ones of its
 * alert: one that came while they wait is held as long as they are.
 */
export const findWaiting = async (db: Db, key: ChannelKey, now: Date, isWebhook: boolean): Promise<WaitingDelivery[]> => {
  const due = await findDue(db, key, now, isWebhook ? mostEvents : mostMessages)
  const dueIds = new Set(due.map(({ delivery_id: id }) => id))
  const notDue = due.flatMap(({ first_id: first }) => (first === null || dueIds.has(first) ? [] : [first]))
  if (notDue.length > 0) await holdLaterEvents(db, key, notDue)
  return due.filter(({ delivery_id, first_id }) => first_id === null || first_id === delivery_id)
}

/** How many ordinary messages a channel was sent within the last minute, and when its last digest went out. */
export type SentLately = { readonly singles: number; readonly digestAt: Date | null }

/** Until when the ordinary messages of a channel are held that were not tried yet; null where none is. */
export const readHeldUntil = async (db: Db, { companyId, channelId }: ChannelKey, now: Date): Promise<Date | null> => {
  const { rows } = await sql<{ until: Date | null }>`
    select min(d.next_try_at) as until from channel_delivery d
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and not d.urgent and not d.is_replay and d.event_type is null
       and d.attempts = 0 and d.next_try_at > ${now} and ${waits}`.execute(db)
  return rows[0]?.until ?? null
}

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
  readonly traceparent: string | null
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
              d.alert_id, d.traceparent, ${superseded(companyId)} as superseded`.execute(db)
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
