import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/http/route.ts'
import { companiesOf } from './keys.ts'

/**
 * SQL: a table, by its alias, is read of the companies alone that a request is about; `true` where it may be any. It widens and
 * narrows nothing where the rows are joined to ones that are in scope: named at each table and in each subquery, it lets a
 * cluster ask the nodes of these companies alone. Made once a request, and handed to every part of its query.
 */
export type TenantFilter = (alias: string) => RawBuilder<boolean>

const anyTenant: TenantFilter = () => sql<boolean>`true`

const columnOf = (alias: string) => sql.ref(`${alias}.company_id`)

/** The company as a constant: from it a cluster knows the one node to ask. */
const ofCompany =
  (companyId: number): TenantFilter =>
  (alias) =>
    sql<boolean>`${columnOf(alias)} = ${companyId}`

const ofCompanies =
  (companyIds: readonly number[]): TenantFilter =>
  (alias) =>
    sql<boolean>`${columnOf(alias)} = any(${companyIds}::int[])`

/** The actor's company; any for the service's administrators. */
export const tenantOf = ({ role, companyId }: Pick<Actor, 'role' | 'companyId'>): TenantFilter =>
  role === 'AdminUnitService' ? anyTenant : ofCompany(companyId)

/** The companies of rows that are known by their keys: a constant of one, a list of several. */
export const tenantsOf = (keys: readonly { readonly companyId: number }[]): TenantFilter => {
  const companyIds = companiesOf(keys)
  const [only, ...others] = companyIds
  return only !== undefined && others.length === 0 ? ofCompany(only) : ofCompanies(companyIds)
}

/** The companies of a list of numbers; any where there is none. */
export const tenantsAmong = (companyIds: readonly number[] | null): TenantFilter =>
  companyIds === null ? anyTenant : ofCompanies(companyIds)
