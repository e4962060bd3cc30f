import type { Pool } from 'pg'
import { type ReachableCompanies, reachableCompanies, refuseWhileAway } from '../cluster-health/reachable-companies.ts'

/** Finds a row by its id alone. @param read among these companies; null for all */
type FindInCompany = <Row extends { readonly companyId: number }>(
  pool: Pool,
  id: string,
  read: (among: ReachableCompanies) => Promise<Row | undefined>,
) => Promise<Row | undefined>

/**
 * Makes a lookup of rows that never change company: that of a row which this process has found before needs only the node of its company.
 * The lookup throws DatabaseAwayError where the row may be one of a company that cannot be reached just now.
 */
export const createCompanyLookup = (): FindInCompany => {
  const knownByPool = new WeakMap<Pool, Map<string, number>>()
  return async (pool, id, read) => {
    const known = knownByPool.get(pool) ?? new Map<string, number>()
    knownByPool.set(pool, known)
    const companyId = known.get(id)
    const among: ReachableCompanies = companyId === undefined ? await reachableCompanies(pool) : [companyId]
    const row = await read(among)
    if (row !== undefined) known.set(id, row.companyId)
    else if (companyId === undefined) refuseWhileAway(among)
    return row
  }
}
