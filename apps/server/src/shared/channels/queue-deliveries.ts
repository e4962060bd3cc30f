import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { ChannelMessage } from './channel-message.ts'

/** A message to one channel. */
export type OutgoingDelivery = {
  readonly channelId: string
  readonly officeId: number | null
  readonly alertId: number | null
  readonly at: Date
  /** The step of the escalation, from 1. */
  readonly step?: number | undefined
  /** It waits for no hours and no digest. */
  readonly urgent: boolean
  readonly message: ChannelMessage
  /** The trace that it belongs to. */
  readonly traceparent?: string | undefined
}

/**
 * Writes messages into the outbox of channels, from where a job of its own sends them. `db` is the transaction that they report
 * on, so that all are committed or none.
 * @returns their numbers, in the order given
 */
export const queueDeliveries = async (db: Db, companyId: number, deliveries: readonly OutgoingDelivery[]): Promise<number[]> => {
  if (deliveries.length === 0) return []
  const written = deliveries.map(({ channelId, officeId, alertId, at, step, urgent, message, traceparent }, position) => ({
    position,
    channel_id: channelId,
    office_id: officeId,
    alert_id: alertId,
    at: at.toISOString(),
    occasion: message.occasion,
    step: step ?? null,
    level: message.level,
    urgent,
    message,
    traceparent: traceparent ?? null,
  }))
  const { rows } = await sql<TableRow<'channel_delivery', 'delivery_id'>>`
    insert into channel_delivery (company_id, channel_id, office_id, alert_id, created_at, occasion, step, level, urgent, message, next_try_at, traceparent)
    select ${companyId}::int, x.channel_id, x.office_id, x.alert_id, x.at, x.occasion, x.step, x.level, x.urgent, x.message, x.at, x.traceparent
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
           as x (position int, channel_id text, office_id int, alert_id int, at timestamptz, occasion text, step smallint, level smallint,
                 urgent boolean, message jsonb, traceparent text)
     order by x.position
    returning delivery_id`.execute(db)
  return rows.map(({ delivery_id: id }) => id).toSorted((one, other) => one - other)
}
