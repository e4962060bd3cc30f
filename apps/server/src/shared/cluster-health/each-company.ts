import { type RawBuilder, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Context } from '../../platform/context.ts'
import { isDatabaseAway, isNodeAway } from '../../platform/database/database-away.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { inTransaction } from '../../platform/database/recurring.ts'
import { type TenantFilter, tenantsAmong } from '../organisation/tenant-filter.ts'
import { reachableCompanies } from './reachable-companies.ts'
import { reasonOf } from '../../platform/errors.ts'

/** SQL for the companies that have work, in the column "companyId". */
type WithWork = (isReached: TenantFilter) => RawBuilder<{ readonly companyId: number }>

/** The companies of a query over all that can be reached just now: those on a lost node of a cluster cannot. */
export const reachedNow = async ({ pool }: Pick<Context, 'pool'>): Promise<TenantFilter> => tenantsAmong(await reachableCompanies(pool))

/**
 * Does a piece of work for each company, in a transaction of its own: on a cluster it is one node's matter. What fails for one
 * keeps no other waiting; one whose node is away by now has its turn once that is back.
 * @throws the first failure, once all have had their turn
 */
export const eachOf = async <Own extends { readonly companyId: number }>(
  { log }: Pick<Context, 'log'>,
  client: PoolClient,
  companies: readonly Own[],
  work: (own: Own) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const own of companies) {
    const { companyId } = own
    try {
      await inTransaction(client, () => work(own))
    } catch (error) {
      if (isDatabaseAway(error) && !isNodeAway(error)) throw error
      if (isNodeAway(error)) log.warn({ companyId, reason: reasonOf(error) }, 'a node of the cluster is away')
      else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** The same for each company that has some work. */
export const eachCompany = async (
  context: Pick<Context, 'pool' | 'log'>,
  client: PoolClient,
  withWork: WithWork,
  work: (companyId: number) => Promise<void>,
): Promise<void> => {
  const { rows } = await withWork(await reachedNow(context)).execute(onClient(client))
  await eachOf(context, client, rows, ({ companyId }) => work(companyId))
}

/** SQL for the companies of a table's rows that fulfil a condition. */
export const companiesOf =
  (table: string, alias: string, where: RawBuilder<unknown>): WithWork =>
  (isReached) => {
    const companyId = sql.ref(`${alias}.company_id`)
    return sql`
      select distinct ${companyId} as "companyId" from ${sql.table(table)} as ${sql.ref(alias)}
       where ${where} and ${isReached(alias)} order by 1`
  }
