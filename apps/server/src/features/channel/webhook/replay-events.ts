import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { ChannelKey } from '../store.ts'

/** Half-open: what happened at `to` is no part of it. */
export type ReplayRange = { readonly from: Date; readonly to: Date }

/** Deliveries (alias `d`) of a webhook's events in the range that have ended, and are not on their way again. */
const again = ({ companyId, channelId }: ChannelKey, { from, to }: ReplayRange) => sql<boolean>`
  d.company_id = ${companyId} and d.channel_id = ${channelId} and d.created_at >= ${from} and d.created_at < ${to}
  and d.event_type is not null and not d.is_replay and not d.is_test and d.message is not null and (d.sent_at is not null or d.failed_at is not null)
  and d.webhook_id not in (
    select r.webhook_id from channel_delivery r
     where r.company_id = ${companyId} and r.channel_id = ${channelId} and r.is_replay and r.webhook_id is not null
       and r.event_type is not null and r.sent_at is null and r.failed_at is null)`

/** How many events a replay of the range would send. */
export const countReplay = async (db: Db, key: ChannelKey, range: ReplayRange): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from channel_delivery d where ${again(key, range)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

type Replayed = TableRow<'channel_delivery', 'office_id' | 'alert_id' | 'level' | 'webhook_id' | 'event_type' | 'message'>

const atOnce = 1_000

/** Queues the events of the range again with the numbers they had, in their order. None is urgent: what happens now goes first. A cluster takes no insert from its own table. */
export const queueReplay = async (db: Db, key: ChannelKey, range: ReplayRange, now: Date): Promise<void> => {
  const { rows } = await sql<Replayed>`
    select d.office_id, d.alert_id, d.level, d.webhook_id, d.event_type, d.message from channel_delivery d
     where ${again(key, range)} order by d.delivery_id`.execute(db)
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce).map((row, position) => ({ ...row, position }))
    await sql`
      insert into channel_delivery (company_id, channel_id, office_id, alert_id, created_at, next_try_at, level, webhook_id, event_type,
        message, is_replay)
      select ${key.companyId}::int, ${key.channelId}::text, x.office_id, x.alert_id, ${now}::timestamptz, ${now}::timestamptz, x.level,
             x.webhook_id, x.event_type, x.message, true
        from json_to_recordset(${JSON.stringify(some)}::json)
             as x (position int, office_id int, alert_id int, level smallint, webhook_id text, event_type text, message jsonb)
       order by x.position`.execute(db)
  }
}
