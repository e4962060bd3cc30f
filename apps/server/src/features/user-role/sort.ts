import { roles, type userSortKeys } from '@mimamori/contract'
import { sql } from 'kysely'
import { providerId } from '../../shared/organisation/keys.ts'
import { isLockedOut } from './account-lockout.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import { ascending, japanese, type ListOrders, type SortKey } from '../../platform/database/list-order.ts'

const deviceWornAs = (slot: 'vital' | 'belt') => ({
  by: sql`d.serial`,
  join: sql`
    left join wear w on w.company_id = u.company_id and w.user_id = u.user_id and w.worn_to is null and w.slot = ${sql.lit(slot)}
    left join device d on d.company_id = w.company_id and d.device_id = w.device_id`,
})

const furigana = japanese('u.furigana')
const userId = sql.ref('u.user_id')
const byRole = { by: sql`array_position(${roles}::text[], u.role)`, neverNull: true } as const

const keysAt = (now: Date, tenant: TenantFilter) =>
  ({
    userName: { by: sql.ref('u.login_key'), neverNull: true },
    // By how it is read, not by its characters.
    fullName: { by: furigana, neverNull: true, tieBreaker: [userId] },
    companyName: {
      by: japanese('c.name'),
      join: sql`left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}`,
    },
    officeName: { by: japanese('o.name'), join: sql`left join office o on o.company_id = u.company_id and o.office_id = u.office_id` },
    groupName: { by: japanese('g.name'), join: sql`left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id` },
    role: byRole,
    roleJp: byRole,
    workerCode: japanese('u.worker_code'),
    email: sql.ref('u.email'),
    phoneNumber: sql.ref('u.phone_number'),
    isLockedOut: { by: isLockedOut(now, tenant), neverNull: true },
    affiliation1: japanese('u.affiliation1'),
    dateOfBirth: sql.ref('u.date_of_birth'),
    gender: sql.ref('u.gender'),
    meditagId: deviceWornAs('vital'),
    safetyBeltId: deviceWornAs('belt'),
  }) satisfies Record<(typeof userSortKeys)[number], SortKey>

/** The orders of people (alias `u`), by the locks that hold at the moment. */
export const userOrders = (now: Date, tenant: TenantFilter): ListOrders => ({
  resource: 'user',
  keys: keysAt(now, tenant),
  tieBreaker: ascending(furigana, userId),
})
