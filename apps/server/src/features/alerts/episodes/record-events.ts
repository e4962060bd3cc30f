import { type AlertKind, alertKindNames, type Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { type CalledAgain, callAgain } from './call-again.ts'
import type { EpisodeValues } from './episode-log.ts'
import { queueNotices } from '../notices/due.ts'
import { traceparentsOfAlerts } from '../notices/trace-subjects.ts'
import { queueAlertEvents } from '../../../shared/channels/queue-events.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** What happened to one episode: a line of its history. */
export type EpisodeEvent = AlertKey & {
  /** The office whose consoles read the episode again. */
  readonly officeId: number
  readonly at: Date
  readonly event:
    | 'opened'
    | 'raised'
    /** Reported once more. */
    | 'reported'
    /** The person says how they are since. */
    | 'answered'
    | 'lowered'
    | 'ended'
    | 'handedOver'
    | 'corrected'
    | 'withdrawn'
    /** The device takes its alarm back. */
    | 'cancelled'
    | 'noted'
    | 'reopened'
    | Exclude<Handling, 'open'>
  readonly level?: number | null
  /**
   * Why it is so and what was measured at that moment. Left out, what the episode says now is what held then; of an end nothing
   * is known.
   */
  readonly values?: EpisodeValues | undefined
  /** Who did it, where it was a person: the name stays with the history. */
  readonly userId?: number
  readonly userName?: string
  readonly note?: string | null
}

/**
 * Every change of episodes ends here, in its own transaction: writes their history, notes what people are to be notified of, queues
 * what webhooks are sent, and announces them to their offices. No writer of episodes can forget mail, push, webhooks and escalation,
 * which start here.
 */
export const recordEvents = async (db: Db, happened: readonly EpisodeEvent[]): Promise<void> => {
  if (happened.length === 0) return
  for (const [companyId, own] of Map.groupBy(happened, (event) => event.companyId)) await recordOfCompany(db, companyId, own)
}

/** A line as the statement below reads it; `as_now`: with the level and the values that the episode has now. */
const lineOf = ({ alertId, at, event, level, values, userId, userName, note }: EpisodeEvent, position: number) => ({
  position,
  alert_id: alertId,
  at: at.toISOString(),
  event,
  level: level ?? null,
  as_now: values === undefined && event !== 'ended',
  reason: values?.reason ?? null,
  heart_rate: values?.heartRate ?? null,
  excess: values?.excess ?? null,
  wbgt: values?.wbgt ?? null,
  user_id: userId ?? null,
  user_name: userName ?? null,
  note: note ?? null,
})

/** An event with its number, to which notices refer. */
type RecordedEvent = EpisodeEvent & { readonly eventId: number | null }

type StoredEvent = TableRow<'alert_event', 'event_id' | 'alert_id' | 'at' | 'event'>

/** Writes the lines in their order; the values of each stay as they were at its moment, whatever becomes of the episode. */
const writeHistory = async (db: Db, companyId: number, events: readonly EpisodeEvent[]): Promise<RecordedEvent[]> => {
  const { rows } = await sql<StoredEvent>`${prepared('write-history')}
    insert into alert_event (company_id, alert_id, at, event, level, reason, heart_rate, excess, wbgt, user_id, user_name, note)
    select ${companyId}::int, x.alert_id, x.at, x.event, coalesce(x.level, a.level), coalesce(x.reason, a.reason),
           coalesce(x.heart_rate, a.heart_rate), coalesce(x.excess, a.excess), coalesce(x.wbgt, a.wbgt), x.user_id, x.user_name, x.note
      from json_to_recordset(${JSON.stringify(events.map(lineOf))}::json)
           as x (position int, alert_id int, at timestamptz, event text, level smallint, as_now boolean, reason jsonb, heart_rate real,
                 excess real, wbgt real, user_id int, user_name text, note text)
      left join alert a on x.as_now and a.company_id = ${companyId} and a.alert_id = x.alert_id
     order by x.position
    returning event_id, alert_id, at, event`.execute(db)
  const keyOf = (alertId: number, at: Date, event: string) => `${alertId}/${at.getTime()}/${event}`
  const ids = Map.groupBy(rows, ({ alert_id, at, event }) => keyOf(alert_id, at, event))
  return events.map((event) => ({ ...event, eventId: ids.get(keyOf(event.alertId, event.at, event.event))?.shift()?.event_id ?? null }))
}

const reopenedBecause: Record<CalledAgain['because'], (kind: AlertKind) => string> = {
  called: () => '確認のあとで、もう一度呼出がありました',
  alarmed: (kind) => `確認のあとで、機器の警報がもう一度ありました（${alertKindNames[kind]}）`,
  reported: () => '確認のあとで、もう一度申告がありました',
  worse: () => '確認のあとで悪化しました',
}

const recordOfCompany = async (db: Db, companyId: number, happened: readonly EpisodeEvent[]): Promise<void> => {
  const again = (await callAgain(db, companyId, happened)).map(({ because, kind, ...row }): EpisodeEvent => ({
    ...row,
    event: 'reopened',
    note: reopenedBecause[because](kind),
  }))
  const events = [...happened, ...again]
  const traceparents = await traceparentsOfAlerts(db, companyId, [...new Set(events.map(({ alertId }) => alertId))])
  await queueNotices(db, companyId, await writeHistory(db, companyId, events), traceparents)
  await queueAlertEvents(db, companyId, events, traceparents)
  const changes = [...Map.groupBy(events, ({ officeId }) => officeId).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    return { companyId, officeId: first.officeId, alertIds: [...new Set(own.map(({ alertId }) => alertId))] }
  })
  await announce(db, ...changes)
}
