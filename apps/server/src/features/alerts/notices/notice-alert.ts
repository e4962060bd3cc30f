import { gapLimitMs } from '@mimamori/heat/gap'
import type { AlertKind, AlertSourceKind, Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

/**
 * An episode as notices show it: its place and person, what is known of them now, and whom to call. The reason of the notice
 * and what was measured are in the event of the notice (`NoticeEvent`).
 */
export type NoticeAlert = {
  readonly company_id: number
  readonly alert_id: number
  readonly office_id: number
  readonly group_id: number | null
  readonly user_id: number | null
  readonly device_id: number | null
  readonly kind: AlertKind
  readonly source: AlertSourceKind
  readonly drill: boolean
  readonly handling: Handling
  readonly ended_at: Date | null
  readonly withdrawn: boolean
  readonly late: boolean
  readonly full_name: string | null
  readonly date_of_birth: string | null
  readonly phone_number: string | null
  readonly base_name: string
  readonly group_name: string | null
  readonly location_name: string | null
  /** Its current level; the notice may be about an earlier one. */
  readonly level: number | null
  readonly peak_level: number | null
  readonly wbgt_point: string | null
  readonly started_at: Date
  readonly called_at: Date | null
  /** Of the device that it is about, of a person's condition that of the vital device they wear; 0 to 5. */
  readonly battery: number | null
  /** Of a belt: that of its second part. */
  readonly slave_battery: number | null
  readonly signal: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly leader_name: string | null
  readonly leader_phone: string | null
  /** The alert addresses of the person's group. */
  readonly group_emails: readonly string[]
}

/** Episodes of one company by their numbers. A position is that of now: none that is older than a gap, which rescuers would go to. */
export const readNoticeAlerts = async (
  db: Db,
  companyId: number,
  alertIds: readonly AlertKey['alertId'][],
  now: Date,
): Promise<Map<number, NoticeAlert>> => {
  const { rows } = await sql<NoticeAlert>`
    select a.company_id, a.alert_id, a.office_id, a.group_id, a.user_id, a.device_id, a.kind, a.source, a.drill, a.handling, a.ended_at,
           a.withdrawn, a.late, a.full_name, u.date_of_birth, u.phone_number, a.base_name, a.group_name, a.location_name, a.level, a.peak_level, a.wbgt_point,
           a.started_at, a.called_at, case when of_device then ds.battery else ws.battery end as battery,
           case when of_device then ds.slave_battery end as slave_battery, case when of_device then ds.signal else ws.signal end as signal, place.latitude, place.longitude,
           leader.full_name as leader_name, leader.phone_number as leader_phone, coalesce(g.emails, '{}') as group_emails
      from alert a
      left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
      left join worker_state ws on ws.company_id = a.company_id and ws.user_id = a.user_id
      left join device_state ds on ds.company_id = ${companyId} and ds.device_id = a.device_id
     cross join lateral (select a.kind = 'belt' or a.user_id is null as of_device) subject
      left join lateral (
        select r.latitude, r.longitude from reading r
         where r.company_id = ${companyId} and r.user_id = a.user_id and r.at > ${new Date(now.getTime() - gapLimitMs(null))} and r.at <= ${now}
           and r.latitude is not null and r.longitude is not null
         order by r.at desc limit 1) place on true
      left join lateral (
        select l.full_name, l.phone_number from app_user l
         where l.company_id = ${companyId} and l.group_id = a.group_id and l.group_role = 1 and l.deleted_at is null
         order by l.user_id limit 1) leader on true
      left join lateral (
        select array_agg(e.email order by e.email) as emails from group_email e
         where e.company_id = ${companyId} and e.group_id = a.group_id) g on true
     where a.company_id = ${companyId} and a.alert_id = any(${alertIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.alert_id, row]))
}
