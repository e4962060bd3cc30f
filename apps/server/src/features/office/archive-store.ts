import { type ArchivePreview, mostSerialsElsewhere } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { EndReason } from '../../shared/accounts/end-sessions.ts'
import type { AlertKey, OfficeKey } from '../../shared/organisation/keys.ts'
import { isWornHeard } from '../../shared/monitoring/last-heard/heard-within.ts'
import { isEmergencyOrReport } from '../../shared/monitoring/emergency-kinds.ts'

type Elsewhere = Pick<ArchivePreview, 'devicesElsewhere' | 'serialsElsewhere'>
type Counts = Omit<ArchivePreview, 'officeId' | 'officeName' | 'baseCode' | 'archivedAt' | 'reopenUntil' | keyof Elsewhere>

/** SQL: an alert (alias `a`) is an emergency or a report that nobody has closed; only a person closes one. */
const isToBeClosed = sql<boolean>`(${isEmergencyOrReport} and not a.drill and a.handling <> 'closed' and not a.withdrawn)`

/** SQL: an alert (alias `a`) that is closed with its office: nobody has closed it, or its condition continues. */
const isUnfinished = sql<boolean>`((a.handling <> 'closed' or a.ended_at is null) and not a.withdrawn and not ${isToBeClosed})`

/** SQL: an open wear (aliases `w`, `u`, `d`) of an office, by its wearer or by its device. */
const wornAt = ({ companyId, officeId }: OfficeKey) => sql<boolean>`
  w.company_id = ${companyId} and u.company_id = ${companyId} and d.company_id = ${companyId} and w.worn_to is null
  and ${officeId} in (u.office_id, d.office_id)`

const worn = sql`
  wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
         join device d on d.company_id = w.company_id and d.device_id = w.device_id`

/** Counts what archiving an office releases, stops and closes. An alarm that its device may still cancel is an emergency that nobody has closed. */
export const countReleased = async (db: Db, office: OfficeKey, now: Date): Promise<Counts> => {
  const { companyId, officeId } = office
  const isAt = (alias: string) => sql`${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.office_id`)} = ${officeId}`
  const linksOf = (kind: string) => sql`
           (select count(*) from office_link l where ${isAt('l')} and l.kind = ${kind} and l.revoked_at is null and (l.ends_at is null or l.ends_at > ${now}))`
  const isHeard = isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), now)
  const { rows } = await sql<Counts>`
    select (select count(*) from app_user u where ${isAt('u')} and u.deleted_at is null) as people,
           (select count(*) from device d where ${isAt('d')}) as devices,
           (select count(*) from ${worn} where ${wornAt(office)}) as worn,
           (select count(*) from app_user u join worker_state ws on ws.company_id = ${companyId} and ws.user_id = u.user_id
             where ${isAt('u')} and u.deleted_at is null and ${isHeard}) as heard,
           (select count(*) from ingest_key k where ${isAt('k')} and k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now})) as keys,
           ${linksOf('wallboard')} as "wallboardLinks", ${linksOf('poster')} as "posterLinks", ${linksOf('morningCheck')} as "morningCheckLinks",
           (select count(*) from report_schedule s where ${isAt('s')} and s.enabled)
             + (select count(*) from drill_schedule s where ${isAt('s')} and s.weekday is not null) as schedules,
           (select count(*) from alert a where ${isAt('a')} and ${isUnfinished}) as alerts,
           (select count(*) from alert a where ${isAt('a')} and ${isToBeClosed})
             + (select count(*) from device_alarm d left join app_user u on u.company_id = ${companyId} and u.user_id = d.user_id and u.deleted_at is null
                 where d.company_id = ${companyId} and d.state = 'pending' and coalesce(u.office_id, d.office_id) = ${officeId}) as emergencies`.execute(
    db,
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('counting answers one row')
  return counts
}

/** The tags and belts of an office whose serial another open office of its company has, too: reopening makes both of them usable. */
export const findElsewhere = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Elsewhere> => {
  const { rows } = await sql<TableRow<'device', 'serial'>>`
    select d.serial from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt')
       and exists (
         select from device e join office o on o.company_id = ${companyId} and o.office_id = e.office_id and o.archived_at is null
          where e.company_id = ${companyId} and e.office_id <> ${officeId} and e.kind = d.kind and e.serial = d.serial)
     order by d.serial`.execute(db)
  return { devicesElsewhere: rows.length, serialsElsewhere: rows.slice(0, mostSerialsElsewhere).map(({ serial }) => serial) }
}

/**
 * Takes the devices of a locked office out of the ingestion: what it holds of them in memory is no longer valid. The states of
 * devices and people are locked first, as the ingestion locks them, so that no batch is judged meanwhile. A batch makes the states that
 * are missing, which refers to the people's rows: those are locked instead.
 */
export const releaseDevices = async (db: Db, { companyId, officeId }: OfficeKey): Promise<void> => {
  await sql`
    select from device_state s
     where s.company_id = ${companyId}
       and s.device_id in (select d.device_id from device d where d.company_id = ${companyId} and d.office_id = ${officeId})
     order by s.device_id for update`.execute(db)
  await sql`
    select from app_user u
     where u.company_id = ${companyId} and u.office_id = ${officeId}
       and not exists (select from worker_state ws where ws.company_id = ${companyId} and ws.user_id = u.user_id)
     order by u.user_id for update`.execute(db)
  await sql`
    select from worker_state ws
     where ws.company_id = ${companyId}
       and ws.user_id in (select u.user_id from app_user u where u.company_id = ${companyId} and u.office_id = ${officeId})
     order by ws.user_id for update`.execute(db)
  await sql`update device d set version = d.version + 1 where d.company_id = ${companyId} and d.office_id = ${officeId}`.execute(db)
}

/** The open wears of an office. */
export const findWorn = async (db: Db, office: OfficeKey): Promise<number[]> => {
  const { rows } = await sql<TableRow<'wear', 'wear_id'>>`
    select w.wear_id from ${worn} where ${wornAt(office)} order by w.wear_id`.execute(db)
  return rows.map(({ wear_id: wearId }) => wearId)
}

/** The alerts that are closed with the office, locked. */
export const lockUnfinished = async (db: Db, { companyId, officeId }: OfficeKey): Promise<AlertKey[]> => {
  const { rows } = await sql<AlertKey>`
    select a.company_id as "companyId", a.alert_id as "alertId" from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and ${isUnfinished}
     order by a.alert_id for no key update`.execute(db)
  return rows
}

const reason: EndReason = 'officeArchived'

/** Ends the sessions of everybody whose account belongs to the office, and the sign-ins under way. */
export const endSessionsOf = async (db: Db, { companyId, officeId }: OfficeKey, at: Date): Promise<void> => {
  const ofOffice = (alias: string) => sql`
    ${sql.ref(`${alias}.company_id`)} = ${companyId}
    and ${sql.ref(`${alias}.user_id`)} in (select u.user_id from app_user u where u.company_id = ${companyId} and u.office_id = ${officeId})`
  await sql`update session s set ended_at = ${at}, ended_reason = ${reason} where ${ofOffice('s')} and s.ended_at is null`.execute(db)
  for (const table of ['sign_in_ticket', 'sign_in_code']) await sql`delete from ${sql.table(table)} t where ${ofOffice('t')}`.execute(db)
}

/** Archives a locked office from a time on, or opens it again (null). */
export const writeArchived = async (db: Db, { companyId, officeId }: OfficeKey, archivedAt: Date | null): Promise<void> => {
  await sql`
    update office o set archived_at = ${archivedAt}, version = o.version + 1
     where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
}
