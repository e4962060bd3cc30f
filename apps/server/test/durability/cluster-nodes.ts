import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Pool } from 'pg'

/** How the operator takes a worker node away and brings it back: commands of a shell. */
export type Outage = { readonly kill: string; readonly start: string }

/** Runs a command of the operator's. @throws where it fails */
export const runCommand = async (command: string): Promise<void> => {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command}: ended with ${code}`)
}

/** The node that holds a company's rows, as host:port. */
export const nodeOf = async (pool: Pool, companyId: number): Promise<string> => {
  const { rows } = await pool.query<{ node: string }>(
    `select n.nodename || ':' || n.nodeport as node
       from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where p.shardid = get_shard_id_for_distribution_column('reading', $1::int)`,
    [companyId],
  )
  if (rows[0] === undefined) throw new Error(`no node holds company ${companyId}`)
  return rows[0].node
}

/** The worker nodes that do not answer the coordinator. */
export const lostNodes = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ node: string }>(
    `select n.nodename || ':' || n.nodeport as node from pg_dist_node n
      where n.noderole = 'primary' and n.shouldhaveshards and not citus_check_connection_to_node(n.nodename, n.nodeport)`,
  )
  return rows.map(({ node }) => node)
}

/** How many readings lie on each node. */
export const readingsByNode = async (pool: Pool): Promise<Map<string, number>> => {
  const { rows: companies } = await pool.query<{ company_id: number; readings: number }>(
    'select r.company_id, count(*)::int as readings from reading r group by r.company_id',
  )
  const counted = new Map<string, number>()
  for (const { company_id, readings } of companies) {
    const node = await nodeOf(pool, company_id)
    counted.set(node, (counted.get(node) ?? 0) + readings)
  }
  return counted
}
