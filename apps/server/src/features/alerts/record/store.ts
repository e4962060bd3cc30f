import type { AlertEvent, AlertKind } from '@mimamori/contract'
import { sql } from 'kysely'
import { isInScope } from '../episodes/read.ts'
import type { Reason } from '../../../shared/monitoring/reasons/reason-text.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'

/** The episode of a record, as far as its readings and its history depend on it. */
export type Subject = {
  readonly company_id: number
  readonly office_id: number
  readonly alert_id: number
  readonly kind: AlertKind
  /** What it rests on: the kind of its reason. */
  readonly cause: string
  readonly user_id: number | null
  readonly device_id: number | null
  /** Of site heat: the lowest reference value of the people there, °C. */
  readonly heat_limit: number | null
  readonly started_at: Date
  readonly called_at: Date | null
  readonly ended_at: Date | null
  readonly furigana: string | null
  readonly date_of_birth: string | null
  readonly withdrew_consent: boolean
  /** The account was deleted, and the birth date with it. */
  readonly profile_gone: boolean
  readonly public_station: string | null
}

/** The episode in scope, whether or not its person has gone; undefined where there is none the actor may see. */
export const findSubject = async (db: Db, actor: Actor, alertId: number): Promise<Subject | undefined> => {
  const { rows } = await sql<Subject>`
    select a.company_id, a.office_id, a.alert_id, a.kind, a.cause, a.user_id, a.device_id, (a.reason->>'limit')::float8 as heat_limit,
           a.started_at, a.called_at, a.ended_at, u.furigana, u.date_of_birth, u.consent_withdrawn_at is not null as withdrew_consent,
           coalesce(u.deleted_at is not null and u.date_of_birth is null, false) as profile_gone, o.public_wbgt_station as public_station
      from alert a
      left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
      left join office o on o.company_id = a.company_id and o.office_id = a.office_id
     where a.alert_id = ${alertId} and ${isInScope(actor)}`.execute(db)
  return rows[0]
}

export type HistoryRow = {
  readonly at: Date
  readonly event: AlertEvent
  readonly level: number | null
  readonly reason: Reason | null
  readonly heart_rate: number | null
  readonly excess: number | null
  readonly wbgt: number | null
  readonly user_id: number | null
  readonly user_name: string | null
  readonly note: string | null
}

/** What happened to an episode, in order. */
export const findHistory = async (db: Db, { companyId, alertId }: AlertKey): Promise<HistoryRow[]> => {
  const { rows } = await sql<HistoryRow>`
    select e.at, e.event, e.level, e.reason, e.heart_rate, e.excess, e.wbgt, e.user_id, e.user_name, e.note from alert_event e
     where e.company_id = ${companyId} and e.alert_id = ${alertId} order by e.at, e.event_id`.execute(db)
  return rows
}
