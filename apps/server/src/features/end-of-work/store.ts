import { isWorkerRole } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { isMeasured, isWatched } from '../../shared/monitoring/workers/shown.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { officeColumns, personColumns, type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

const groupColumns: ScopeColumns = { company: 'g.company_id', office: 'g.office_id', group: 'g.group_id', user: null }

const firstOf = async (db: Db, query: RawBuilder<OfficeKey>): Promise<OfficeKey | undefined> => (await query.execute(db)).rows[0]

/** The office of a measured person in scope. */
export const findPersonsOffice = (db: Db, actor: Actor, userId: number): Promise<OfficeKey | undefined> =>
  firstOf(
    db,
    sql`select u.company_id as "companyId", u.office_id as "officeId" from app_user u
         where u.user_id = ${userId} and ${isMeasured} and ${withinScope(actor, personColumns)}`,
  )

/** The office of a group in scope. */
export const findGroupsOffice = (db: Db, actor: Actor, groupId: number): Promise<OfficeKey | undefined> =>
  firstOf(
    db,
    sql`select g.company_id as "companyId", g.office_id as "officeId" from work_group g
         where g.group_id = ${groupId} and ${withinScope(actor, groupColumns)}`,
  )

/** An office in the scope of an administrator; a leader's is their group, whatever else they see of the office. */
export const findWholeOffice = async (db: Db, actor: Actor, officeId: number): Promise<OfficeKey | undefined> =>
  isWorkerRole(actor.role)
    ? undefined
    : firstOf(
        db,
        sql`select o.company_id as "companyId", o.office_id as "officeId" from office o
             where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`,
      )

/** The people of an office who wear a vital device: all of them, a group's, or one. */
export const findWearers = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  only: { readonly userId?: number | undefined; readonly groupId?: number | undefined },
): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id
      from app_user u
      join wear w on w.company_id = u.company_id and w.user_id = u.user_id and w.slot = 'vital' and w.worn_to is null
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatched}
       and (${only.userId ?? null}::int is null or u.user_id = ${only.userId ?? null})
       and (${only.groupId ?? null}::int is null or u.group_id = ${only.groupId ?? null})
     order by u.user_id`.execute(db)
  return rows.map(({ user_id: userId }) => userId)
}

/** The gateways of an office, and its watchers and barometers that were heard before. */
export const findSiteDevices = async (db: Db, { companyId, officeId }: OfficeKey): Promise<number[]> => {
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.installation_status = 1
       and (d.kind = 'gateway' or (d.kind in ('heat', 'barometer') and exists (
         select from device_state s where s.company_id = ${companyId} and s.device_id = d.device_id and s.heard_at is not null)))
     order by d.device_id`.execute(db)
  return rows.map(({ device_id: deviceId }) => deviceId)
}
