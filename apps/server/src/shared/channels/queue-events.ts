import { randomUUID } from 'node:crypto'
import {
  type AlertKind,
  type Ending,
  type Handling,
  isEmergencyKind,
  type Outcome,
  type WebhookAlert,
  type WebhookPlan,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { announceWork } from '../announcements/announce.ts'
import type { AlertKey, OfficeKey } from '../organisation/keys.ts'
import { alertEventTypeOf } from './alert-event-type.ts'
import type { ChannelEvent } from './channel-event.ts'
import { alwaysGoesOut, isChosen, isOfPlace, type ListedChannel, readChannels } from './read-channels.ts'

/** Something that happened to an alert. */
type Happening = Pick<AlertKey, 'alertId'> & { readonly at: Date; readonly event: string; readonly level?: number | null }

/** The webhooks of a company that are switched on. */
const readWebhooks = async (db: Db, companyId: number): Promise<ListedChannel[]> =>
  (await readChannels(db, companyId)).filter(({ type }) => type === 'webhook')

type Snapshot = {
  readonly alert_id: number
  readonly kind: AlertKind
  readonly level: number | null
  readonly peak_level: number | null
  readonly drill: boolean
  readonly late: boolean
  readonly withdrawn: boolean
  readonly office_id: number
  readonly base_code: string
  readonly base_name: string
  readonly location_name: string | null
  readonly group_id: number | null
  readonly group_name: string | null
  readonly user_id: number | null
  readonly worker_code: string | null
  readonly device_kind: NonNullable<WebhookAlert['device']>['kind'] | null
  readonly serial: string | null
  readonly handling: Handling
  readonly outcome: Outcome | null
  readonly started_at: Date
  readonly called_at: Date | null
  readonly ended_at: Date | null
  readonly ending: Ending | null
}

/** Alerts of a company as the transaction has them by now. */
const readSnapshots = async (db: Db, companyId: number, alertIds: readonly number[]): Promise<Map<number, Snapshot>> => {
  const { rows } = await sql<Snapshot>`
    select a.alert_id, a.kind, a.level, a.peak_level, a.drill, a.late, a.withdrawn, a.office_id, o.base_code, a.base_name, a.location_name,
           a.group_id, a.group_name, a.user_id, u.worker_code, d.kind as device_kind, d.serial, a.handling, a.outcome, a.started_at,
           a.called_at, a.ended_at, a.ending
      from alert a
      join office o on o.company_id = ${companyId} and o.office_id = a.office_id
      left join app_user u on u.company_id = ${companyId} and u.user_id = a.user_id
      left join device d on d.company_id = ${companyId} and d.device_id = a.device_id
     where a.company_id = ${companyId} and a.alert_id = any(${alertIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.alert_id, row]))
}

const alertOf = (alert: Snapshot, level: number | null): Omit<WebhookAlert, 'worker'> => ({
  alertId: alert.alert_id,
  kind: alert.kind,
  level: level ?? alert.level,
  peakLevel: alert.peak_level,
  emergency: isEmergencyKind(alert.kind),
  drill: alert.drill,
  late: alert.late,
  withdrawn: alert.withdrawn,
  site: { id: alert.office_id, code: alert.base_code, name: alert.base_name },
  place: alert.location_name,
  group: alert.group_name === null ? null : { id: alert.group_id, name: alert.group_name },
  device: alert.device_kind === null || alert.serial === null ? null : { kind: alert.device_kind, serialNumber: alert.serial },
  handling: alert.handling,
  outcome: alert.outcome,
  openedAt: toJapanIso(alert.started_at),
  calledAt: toJapanIsoOrNull(alert.called_at),
  endedAt: toJapanIsoOrNull(alert.ended_at),
  ending: alert.ending,
})

type Queued = {
  readonly channelId: string
  readonly officeId: number
  readonly alertId: number | null
  readonly at: Date
  readonly level: number | null
  readonly urgent: boolean
  readonly webhookId: string
  readonly content: ChannelEvent
  readonly traceparent: string | null
}

const queue = async (db: Db, companyId: number, events: readonly Queued[]): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ channelId, officeId, alertId, at, level, urgent, webhookId, content, traceparent }, position) => ({
    position,
    channel_id: channelId,
    office_id: officeId,
    alert_id: alertId,
    at: at.toISOString(),
    level,
    urgent,
    webhook_id: webhookId,
    event_type: content.type,
    message: content,
    traceparent,
  }))
  // The clock of a device may be ahead by a minute: what came of it is due now.
  await sql`
    insert into channel_delivery (company_id, channel_id, office_id, alert_id, created_at, next_try_at, level, urgent, webhook_id, event_type, message,
                                  traceparent)
    select ${companyId}::int, x.channel_id, x.office_id, x.alert_id, x.at, least(x.at, now()), x.level, x.urgent, x.webhook_id, x.event_type, x.message,
           x.traceparent
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as x (position int, channel_id text, office_id int, alert_id int, at timestamptz, level smallint, urgent boolean,
                 webhook_id text, event_type text, message jsonb, traceparent text)
     order by x.position`.execute(db)
  await announceWork(db, companyId, 'deliveries')
}

/** The number of an event: the same to each channel, at each attempt and in each replay. */
const newEventId = () => `evt_${randomUUID()}`

/** An alarm that its device took back in time, and what late readings showed not to have happened, opens nowhere. */
const isSent = (event: string, { withdrawn }: Snapshot) => !withdrawn || event === 'withdrawn'

/**
 * Queues what happened to alerts for the webhooks of the company that are set to be sent it, in the transaction of the events: they
 * are committed with it or not at all. One look-up of the company's webhooks where it has none. Neither suppression nor digests
 * nor hours apply: these are events, not notices. An alert's highest level so far decides, so that a channel that was sent its beginning is
 * sent its end.
 */
export const queueAlertEvents = async (
  db: Db,
  companyId: number,
  happenings: readonly Happening[],
  traceparents: ReadonlyMap<number, string>,
): Promise<void> => {
  const webhooks = await readWebhooks(db, companyId)
  if (webhooks.length === 0) return
  const alerts = await readSnapshots(db, companyId, [...new Set(happenings.map(({ alertId }) => alertId))])
  const events = happenings.flatMap(({ alertId, at, event, level = null }): Queued[] => {
    const alert = alerts.get(alertId)
    if (alert === undefined || !isSent(event, alert)) return []
    const type = alertEventTypeOf(event, { kind: alert.kind, endedAt: alert.ended_at, ending: alert.ending })
    if (type === undefined) return []
    const urgent = alwaysGoesOut(alert.kind)
    const webhookId = newEventId()
    const content: ChannelEvent = {
      form: 'event',
      type,
      timestamp: toJapanIso(at),
      data: alertOf(alert, level),
      workerCode: alert.worker_code,
      isOfPerson: alert.user_id !== null,
    }
    const concern = { kind: alert.kind, officeId: alert.office_id, level: alert.kind === 'belt' ? 3 : (alert.peak_level ?? 0) }
    const chosen = webhooks.filter((webhook) => isChosen(webhook, concern))
    return chosen.map((webhook) => ({
      channelId: webhook.channel_id,
      officeId: alert.office_id,
      alertId,
      at,
      level: content.data.level,
      urgent,
      webhookId,
      content,
      traceparent: traceparents.get(alertId) ?? null,
    }))
  })
  await queue(db, companyId, events)
}

/**
 * The same of the plan of a site's day, in the transaction that keeps it. It goes to every webhook of the site, level and kinds are
 * about alerts.
 */
export const queuePlanEvent = async (db: Db, { companyId, officeId }: OfficeKey, plan: WebhookPlan, at: Date): Promise<void> => {
  const webhooks = (await readWebhooks(db, companyId)).filter((webhook) => isOfPlace(webhook, officeId))
  const webhookId = newEventId()
  const content: ChannelEvent = { form: 'event', type: 'plan.issued', timestamp: plan.issuedAt, data: plan }
  await queue(
    db,
    companyId,
    webhooks.map(({ channel_id: channelId }) => ({
      channelId,
      officeId,
      alertId: null,
      at,
      level: null,
      urgent: false,
      webhookId,
      content,
      traceparent: null,
    })),
  )
}
