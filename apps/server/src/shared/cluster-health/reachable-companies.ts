import type { Pool } from 'pg'
import { DatabaseAwayError } from '../../platform/database/database-away.ts'

/** The companies whose rows can be reached; null where all can, as on one server always. */
export type ReachableCompanies = readonly number[] | null

const checkEveryMs = 2_000
// A host without power answers nothing: it is away as well, and nobody waits for it as long as a cluster is set to.
const patienceMs = 1_500

type CachedCompanies = { readonly until: number; readonly atHand: Promise<ReachableCompanies> }

const knownBy = new WeakMap<Pool, CachedCompanies>()

const presence = `select to_regclass('pg_dist_node') is not null as is_cluster`

const companiesOnLivingNodes = `
  with away as materialized (
    select n.groupid from pg_dist_node n
     where n.noderole = 'primary' and n.isactive and n.shouldhaveshards and not citus_check_connection_to_node(n.nodename, n.nodeport))
  select c.company_id, p.groupid in (select a.groupid from away a) as is_away
    from company c join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('office', c.company_id)
   where exists (select from away)`

const look = async (pool: Pool): Promise<ReachableCompanies> => {
  const client = await pool.connect()
  try {
    await client.query(`set citus.node_connection_timeout to ${patienceMs}`)
    const { rows } = await client.query<{ company_id: number; is_away: boolean }>(companiesOnLivingNodes)
    await client.query('reset citus.node_connection_timeout')
    client.release()
    return rows.length === 0 ? null : rows.filter(({ is_away: isAway }) => !isAway).map(({ company_id: companyId }) => companyId)
  } catch (error) {
    client.release(true)
    throw error
  }
}

const lookFirst = async (pool: Pool): Promise<CachedCompanies> => {
  const { rows } = await pool.query<{ is_cluster: boolean }>(presence)
  return rows[0]?.is_cluster === true ? lookAgain(pool) : { until: Number.POSITIVE_INFINITY, atHand: Promise.resolve(null) }
}

const lookAgain = (pool: Pool): CachedCompanies => ({ until: performance.now() + checkEveryMs, atHand: look(pool) })

/**
 * The companies whose nodes answer, as of two seconds ago at most; null where all do, and on one server. What asks several
 * companies at once names these (`reachedNow`), so that a lost node costs its own companies and no others.
 */
export const reachableCompanies = async (pool: Pool): Promise<ReachableCompanies> => {
  const before = knownBy.get(pool)
  const known = before === undefined ? await lookFirst(pool) : before.until > performance.now() ? before : lookAgain(pool)
  knownBy.set(pool, known)
  try {
    return await known.atHand
  } catch (error) {
    knownBy.delete(pool)
    throw error
  }
}

/** @throws DatabaseAwayError where what was not found among all companies may belong to one that cannot be reached */
export const refuseWhileAway = (atHand: ReachableCompanies): void => {
  if (atHand !== null) throw new DatabaseAwayError('a node of the cluster is away, and with it what may have been meant')
}
