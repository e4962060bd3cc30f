import type { ChannelDelivery, ChannelDeliveryState, notificationChannel, QueryOf, WebhookType } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { descending, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDayRange, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { failureInWords, findStored, stateOf } from './store.ts'

type Row = {
  readonly delivery_id: number
  readonly created_at: Date
  readonly state: ChannelDeliveryState
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly duration_ms: number | null
  readonly alert_id: number | null
  readonly level: number | null
  readonly emergency: boolean | null
  readonly drill: boolean | null
  readonly is_test: boolean
  readonly event_type: WebhookType | null
  readonly is_replay: boolean
  readonly urgency: string | null
  readonly place: string | null
  readonly person: string | null
  readonly digest_count: number | null
  readonly step: number | null
  readonly attempts: number
  readonly sent_at: Date | null
  readonly next_try_at: Date
  readonly is_gone: boolean
}

const waits = (state: ChannelDeliveryState) => state === 'waiting' || state === 'retrying'

const asDelivery = (row: Row): ChannelDelivery => ({
  id: row.delivery_id,
  at: toJapanIso(row.created_at),
  state: row.state,
  status: row.status,
  reason: failureInWords(row.error),
  detail: row.answer,
  durationMs: row.duration_ms,
  alertId: row.alert_id,
  level: row.level,
  emergency: row.emergency ?? false,
  drill: row.drill ?? false,
  test: row.is_test,
  eventType: row.event_type,
  replay: row.is_replay,
  urgency: row.urgency,
  place: row.place,
  person: row.person,
  digestCount: row.digest_count,
  step: row.step,
  attempts: row.attempts,
  sentAt: toJapanIsoOrNull(row.sent_at),
  nextTryAt: waits(row.state) ? toJapanIso(row.next_try_at) : null,
  bodyGone: row.is_gone,
})

const at = sql.ref('d.created_at')
const orders: ListOrders = {
  resource: 'notificationChannel',
  keys: { at: { by: at, neverNull: true } },
  tieBreaker: descending(at, sql.ref('d.delivery_id')),
}

/**
 * One page of what was sent to a channel, the newest first, and how many match.
 * @throws Refusal 404 where the actor sees no channel of this number, 400 where the list has no such key to sort by
 */
export const findDeliveries = async (
  context: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  channelId: string,
  query: QueryOf<typeof notificationChannel.deliveries>,
): Promise<{ data: ChannelDelivery[]; count: number }> => {
  const { key } = await findStored(context, actor, channelId)
  const conditions = [sql`d.company_id = ${key.companyId}`, sql`d.channel_id = ${channelId}`]
  if (query.state !== undefined) conditions.push(sql`${stateOf} = ${query.state}`)
  if (query.from !== undefined) conditions.push(sql`d.created_at >= ${japanDayRange(query.from).from}`)
  if (query.to !== undefined) conditions.push(sql`d.created_at < ${japanDayRange(query.to).to}`)
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(context.db, orderOf(orders, query), page, {
    rows: (tail) => sql<Row>`
      select d.delivery_id, d.created_at, ${stateOf} as state, d.status, d.error, d.answer, d.duration_ms, d.alert_id, d.level,
             coalesce(d.message->>'emergency', d.message->'data'->>'emergency')::boolean as emergency,
             coalesce(d.message->>'drill', d.message->'data'->>'drill')::boolean as drill, d.is_test, d.event_type, d.is_replay,
             d.message->>'urgency' as urgency, coalesce(d.message->>'place', d.message->'data'->>'place') as place, d.message->>'person' as person, d.digest_count, d.step, d.attempts,
             d.sent_at, d.next_try_at, d.body_removed_at is not null as is_gone
        from channel_delivery d where ${matches} ${tail}`,
    count: sql<{ count: number }>`select count(*) as count from channel_delivery d where ${matches}`,
  })
  return { data: data.map(asDelivery), count }
}
