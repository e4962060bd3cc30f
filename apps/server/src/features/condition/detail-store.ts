import type { StoredState } from '@mimamori/heat'
import { sql } from 'kysely'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import { heatLayerColumns, type HeatLayerRow } from '../../shared/organisation/heat-layers.ts'
import type { AlertKey, PersonKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'

type Range = { readonly from: Date; readonly to: Date }

export type Person = HeatLayerRow & {
  readonly user_id: number
  readonly full_name: string
  readonly furigana: string
  readonly affiliation1: string | null
  readonly date_of_birth: string | null
  readonly company_id: number
  readonly office_id: number
  readonly office_name: string
  readonly group_name: string | null
  readonly phone_number: string | null
  readonly leader_id: number | null
  readonly leader_name: string | null
  readonly leader_phone: string | null
  readonly withdrew_consent: boolean
  readonly judge: StoredState | null
}

/** A worker in scope with what their day is read against; undefined where there is none the actor may see. */
export const findPerson = async (db: Db, actor: Actor, userId: number): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`
    select u.user_id, u.full_name, u.furigana, u.phone_number, u.affiliation1, u.date_of_birth, u.company_id, u.office_id,
           o.name as office_name, g.name as group_name, leader.user_id as leader_id, leader.full_name as leader_name, leader.phone_number as leader_phone,
           ${sql.raw(heatLayerColumns)}, u.consent_withdrawn_at is not null as withdrew_consent, ws.judge
      from app_user u
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
      left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
      left join lateral (
        select l.user_id, l.full_name, l.phone_number from app_user l
         where l.company_id = u.company_id and ${tenantOf(actor)('l')} and l.group_id = u.group_id and l.group_role = 1 and l.deleted_at is null
         order by l.user_id limit 1) leader on true
     where u.user_id = ${userId} and ${isWorker} and ${withinScope(actor, personColumns)}`.execute(db)
  return rows[0]
}

/** The minutes in which a mail about the worker was written. */
export const findMailMinutes = async (db: Db, { companyId, userId }: PersonKey, { from, to }: Range): Promise<Date[]> => {
  const { rows } = await sql<{ minute: Date }>`
    select distinct date_trunc('minute', m.created_at) as minute
      from alert a join outbox_mail m on m.company_id = a.company_id and m.alert_id = a.alert_id
     where a.company_id = ${companyId} and a.user_id = ${userId} and m.created_at >= ${from} and m.created_at < ${to}
       and a.started_at < ${to} and (a.ended_at is null or a.ended_at >= ${from} or a.handled_at >= ${from})
     order by minute`.execute(db)
  return rows.map((row) => row.minute)
}

/** The worker's episodes that were open at any time in the range, newest first. */
export const findEpisodeKeys = async (db: Db, { companyId, userId }: PersonKey, { from, to }: Range): Promise<AlertKey[]> => {
  const { rows } = await sql<AlertKey>`
    select a.company_id as "companyId", a.alert_id as "alertId" from alert a
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.started_at < ${to} and (a.ended_at is null or a.ended_at >= ${from})
     order by a.started_at desc, a.alert_id desc`.execute(db)
  return rows
}
