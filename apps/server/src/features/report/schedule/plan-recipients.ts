import { addressKey, type Role, type ScheduleRole } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Reach } from './reach.ts'

/** Whom a plan is for: each address once, and people who get it as a notice too. */
export type PlanRecipients = {
  /** Who sees the whole site. */
  readonly site: readonly string[]
  /** Leaders and sub-leaders by their group. */
  readonly groups: ReadonlyMap<number, readonly string[]>
  readonly outside: readonly string[]
  readonly readers: readonly PlanReader[]
}

/** Somebody with one of the schedule's roles. */
export type PlanReader = { readonly userId: number; readonly email: string | null; readonly groupId: number | null }

type Account = PlanReader & { readonly role: Role }

/** Accounts of the site that may read its plan: those with one of the roles, and leaders whose address is among those given. */
const findAccounts = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { roles, addresses }: { readonly roles: readonly ScheduleRole[]; readonly addresses: readonly string[] },
): Promise<Account[]> => {
  const { rows } = await sql<Account>`
    select u.user_id as "userId", nullif(u.email, '') as email, u.role,
           case when u.role = 'HeadquartersAdmin' then null else u.group_id end as "groupId"
      from app_user u
     where u.company_id = ${companyId} and u.office_id = ${officeId} and u.deleted_at is null and u.disabled_at is null
       and (u.role = any(${roles}::text[])
            or (u.role in ('GroupLeader', 'GroupSubLeader') and lower(u.email) = any(${addresses.map(addressKey)}::text[])))
       and (u.role = 'HeadquartersAdmin' or u.group_id is not null)
     order by u.user_id`.execute(db)
  return rows
}

/** Each address once, as written first, without those of `others`. */
const distinct = (addresses: readonly string[], others: readonly string[] = []): string[] => {
  const known = new Set(others.map(addressKey))
  return addresses.filter((address) => {
    const isNew = !known.has(addressKey(address))
    known.add(addressKey(address))
    return isNew
  })
}

type Scheduled = OfficeKey & { readonly roles: readonly ScheduleRole[]; readonly reach: Reach }

/**
 * Whom a schedule's plan goes to now. Who gets the site's plan gets none of a group, and who gets either none without names. An address
 * that leaders of several groups share gets the plan of each.
 */
export const findPlanRecipients = async (db: Db, { roles, reach, ...site }: Scheduled): Promise<PlanRecipients> => {
  const given = reach.addresses.map(({ address }) => address)
  const accounts = await findAccounts(db, site, { roles, addresses: given })
  const emailsOf = (own: readonly Account[]) => own.flatMap(({ email }) => email ?? [])
  const inside = reach.addresses.flatMap((one) => (one.inside ? [one.address] : []))
  const ofSite = distinct([...inside, ...emailsOf(accounts.filter(({ groupId }) => groupId === null))])
  const groups = new Map<number, readonly string[]>()
  for (const [groupId, own] of Map.groupBy(accounts, (account) => account.groupId)) {
    const addresses = distinct(groupId === null ? [] : emailsOf(own), ofSite)
    if (groupId !== null && addresses.length > 0) groups.set(groupId, addresses)
  }
  const readers = accounts.filter(({ role }) => roles.some((one) => one === role))
  return { site: ofSite, groups, outside: distinct(given, [...ofSite, ...[...groups.values()].flat()]), readers }
}
