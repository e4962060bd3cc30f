import { parseRole, type Role } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** Ids of rows to read: what was announced, or what changed from a position on. */
export type Ids = { readonly userIds: readonly number[]; readonly alertIds: readonly number[]; readonly deviceIds: readonly number[] }

/** Everything changed by a transaction of this number or a later one. */
export const findChangedSince = async (db: Db, position: bigint): Promise<Ids> => {
  const since = sql`${String(position)}::xid8`
  const [workers, alerts, devices] = await Promise.all([
    sql<{ id: number }>`select ws.user_id as id from worker_state ws where ws.changed_in >= ${since}`.execute(db),
    sql<{ id: number }>`select a.alert_id as id from alert a where a.changed_in >= ${since}`.execute(db),
    sql<{ id: number }>`select s.device_id as id from device_state s where s.changed_in >= ${since}`.execute(db),
  ])
  const ids = ({ rows }: { rows: { id: number }[] }) => rows.map((row) => row.id)
  return { userIds: ids(workers), alertIds: ids(alerts), deviceIds: ids(devices) }
}

export type DeviceRow = {
  readonly device_id: number
  readonly kind: string
  readonly serial: string
  readonly last_at: Date | null
  readonly company_id: number
  readonly office_id: number
  /** The group of whoever wears it. */
  readonly wearer_group_id: number | null
  readonly is_worn: boolean
  readonly changed_in: string
}

export const readDevices = async (db: Db, deviceIds: readonly number[]): Promise<DeviceRow[]> => {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<DeviceRow>`
    select d.device_id, d.kind, d.serial, s.last_at, o.company_id, d.office_id, u.group_id as wearer_group_id,
           d.kind in ('vital', 'belt') as is_worn, s.changed_in
      from device d
      join device_state s on s.device_id = d.device_id
      join office o on o.office_id = d.office_id
      left join wear w on w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.user_id = w.user_id
     where d.device_id = any(${deviceIds}::int[])`.execute(db)
  return rows
}

export type Received = { readonly company_id: number; readonly office_id: number; readonly last_at: Date }

/** When each office was last heard. */
export const findLastReceived = async (db: Db): Promise<Received[]> => {
  const { rows } = await sql<Received>`
    select o.company_id, o.office_id, max(heard.last_at) as last_at
      from (select d.office_id, s.last_at from device_state s join device d on d.device_id = s.device_id
            union all
            select u.office_id, ws.last_at from worker_state ws join app_user u on u.user_id = ws.user_id) heard
      join office o on o.office_id = heard.office_id
     where heard.last_at is not null
     group by o.company_id, o.office_id`.execute(db)
  return rows
}

export type Standing = {
  readonly role: Role
  readonly companyId: number | null
  readonly officeId: number | null
  readonly groupId: number | null
}

type SessionRow = { session_id: string; role: string; company_id: number | null; office_id: number | null; group_id: number | null }

/** Which of these sessions are still valid, and with which role. A locked account's open sessions stay valid, as for calls. */
export const findStandings = async (db: Db, sessionIds: readonly string[], now: Date): Promise<Map<string, Standing>> => {
  const { rows } = await sql<SessionRow>`
    select s.session_id, u.role, u.company_id, u.office_id, u.group_id
      from session s join app_user u on u.user_id = s.user_id
     where s.session_id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${now} and u.deleted_at is null`.execute(db)
  const standings = new Map<string, Standing>()
  for (const row of rows) {
    const role = parseRole(row.role)
    if (role !== undefined)
      standings.set(row.session_id, { role, companyId: row.company_id, officeId: row.office_id, groupId: row.group_id })
  }
  return standings
}
