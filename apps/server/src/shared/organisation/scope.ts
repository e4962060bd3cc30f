import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../platform/http/route.ts'
import { providerId } from './keys.ts'

/** The columns that say which company, office, group and person a row belongs to; null where the table has none. */
export type ScopeColumns = {
  readonly company: string
  readonly office: string
  readonly group: string | null
  readonly user: string | null
}

/** The person table under the alias `u`. */
export const personColumns: ScopeColumns = { company: 'u.company_id', office: 'u.office_id', group: 'u.group_id', user: 'u.user_id' }

/** The office table under the alias `o`. */
export const officeColumns: ScopeColumns = { company: 'o.company_id', office: 'o.office_id', group: null, user: null }

/** The device table under the alias `d`. */
export const deviceColumns: ScopeColumns = { company: 'd.company_id', office: 'd.office_id', group: null, user: null }

/** The map table under the alias `m`. */
export const siteMapColumns: ScopeColumns = { company: 'm.company_id', office: 'm.office_id', group: null, user: null }

const never = sql<boolean>`false`

/** What of an actor decides their scope. */
type ScopedActor = Pick<Actor, 'role' | 'userId' | 'companyId' | 'officeId' | 'groupId' | 'readKey'>

/** The offices that an actor is of: of a read key all that it reads. Null for who is of a whole company, or of none. */
export const officesOf = ({ officeId, readKey }: Pick<Actor, 'officeId' | 'readKey'>): readonly number[] | null =>
  readKey?.officeIds ?? (officeId === null ? null : [officeId])

/**
 * The condition that limits a query to what the actor may see; it belongs into every query that reads a tenant's rows.
 * A leader without a group, and a worker, see themselves.
 */
export const withinScope = (actor: ScopedActor, columns: ScopeColumns): RawBuilder<boolean> => {
  // The company is named whatever else is: every index of a customer's table begins with it.
  const equals = (column: string, value: number | null) =>
    value === null ? never : sql<boolean>`(${sql.ref(columns.company)} = ${actor.companyId} and ${sql.ref(column)} = ${value})`
  if (actor.readKey !== undefined)
    return sql<boolean>`(${sql.ref(columns.company)} = ${actor.companyId} and ${sql.ref(columns.office)} = any(${actor.readKey.officeIds}::int[]))`
  switch (actor.role) {
    case 'AdminUnitService':
      return sql<boolean>`true`
    case 'AdminUnitContract':
      return sql<boolean>`${sql.ref(columns.company)} = ${actor.companyId}`
    case 'HeadquartersAdmin':
      return equals(columns.office, actor.officeId)
    case 'GroupLeader':
    case 'GroupSubLeader':
      if (columns.group === null) return equals(columns.office, actor.officeId)
      if (actor.groupId === null) return columns.user === null ? never : equals(columns.user, actor.userId)
      return equals(columns.group, actor.groupId)
    case 'User':
      return columns.user === null ? equals(columns.office, actor.officeId) : equals(columns.user, actor.userId)
    default:
      actor.role satisfies never
      return never
  }
}

/**
 * The companies (alias `c`) that the actor may see: customers that are not deleted, and of those all for the service's
 * administrators, their own for everybody else.
 */
export const customersOf = ({ role, companyId }: Pick<Actor, 'role' | 'companyId'>): RawBuilder<boolean> =>
  role === 'AdminUnitService'
    ? sql<boolean>`(c.deleted_at is null and c.company_id <> ${providerId})`
    : sql<boolean>`(c.deleted_at is null and c.company_id = ${companyId})`

/** The actor's own company; for the service's administrators, who know an office or group by its number alone, the one it is of. */
const companyCondition = ({ role, companyId }: Pick<Actor, 'role' | 'companyId'>, looked: RawBuilder<unknown>) =>
  role === 'AdminUnitService' ? sql`(${looked})` : sql`${companyId}`

type ByCompany<Column extends 'office' | 'group'> = { readonly company: string } & { readonly [name in Column]: string }

/** True for what is of an office known by its number alone. The company is named, since every index begins with it. */
export const ofOffice = (actor: Pick<Actor, 'role' | 'companyId'>, { company, office }: ByCompany<'office'>, officeId: number) =>
  sql<boolean>`(
    ${sql.ref(company)} = ${companyCondition(actor, sql`select k.company_id from office k where k.office_id = ${officeId}`)}
    and ${sql.ref(office)} = ${officeId})`

/** The same of a group. */
export const ofGroup = (actor: Pick<Actor, 'role' | 'companyId'>, { company, group }: ByCompany<'group'>, groupId: number) =>
  sql<boolean>`(
    ${sql.ref(company)} = ${companyCondition(actor, sql`select k.company_id from work_group k where k.group_id = ${groupId}`)}
    and ${sql.ref(group)} = ${groupId})`

/** The same of several offices. */
export const ofOffices = (
  { role, companyId }: Pick<Actor, 'role' | 'companyId'>,
  { company, office }: ByCompany<'office'>,
  officeIds: readonly number[],
): RawBuilder<boolean> =>
  role === 'AdminUnitService'
    ? sql<boolean>`(${sql.ref(company)}, ${sql.ref(office)}) in (
        select k.company_id, k.office_id from office k where k.office_id = any(${officeIds}::int[]))`
    : sql<boolean>`(${sql.ref(company)} = ${companyId} and ${sql.ref(office)} = any(${officeIds}::int[]))`
