import pg from 'pg'
import type { Logger } from 'pino'
import { sessionOptions } from './database.ts'
import { MigrationError, migrationLock } from './migrate.ts'

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** The nodes of a cluster that hold tenants' rows, as host:port; none where the database is one server. */
const nodesOf = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('pg_dist_node') is not null as present`)
  if (rows[0]?.present !== true) return []
  const nodes = await client.query<{ groupid: number; name: string; holds: boolean }>(
    `select n.groupid, n.nodename || ':' || n.nodeport as name, n.shouldhaveshards as holds
       from pg_dist_node n where n.noderole = 'primary' and n.isactive order by n.groupid`,
  )
  const holding = nodes.rows.filter(({ holds }) => holds).map(({ name }) => name)
  if (holding.length > 0 && !nodes.rows.some(({ groupid }) => groupid === 0)) {
    throw new MigrationError('the cluster does not know its coordinator: call citus_set_coordinator_host() there once')
  }
  return holding
}

/** Those of the product's tables that are not yet where they belong. Partitions follow their table. */
const unlaidTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
       from pg_class c left join table_place t on t.name = c.relname
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and t.place is distinct from 'coordinator' and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
      order by t.place nulls last, c.relname`,
  )
  return rows.map(({ name }) => name)
}

const foreignKeys = async (client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0 and array[k.conrelid, k.confrelid] && $1::text[]::regclass[]::oid[]
      order by 1, 2`,
    [tables],
  )
  return rows
}

const layTables = async (client: pg.ClientBase, tables: readonly string[]): Promise<void> => {
  await client.query('begin')
  // The foreign keys to tables that are everywhere ask for one connection a node.
  await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
  // It notes each table and each row count; the log says it in one line.
  await client.query('set local client_min_messages to warning')
  // A foreign key between two tables is accepted only once both are where they belong.
  const keys = await foreignKeys(client, tables)
  const named = ({ table, name }: ForeignKey) => [table, client.escapeIdentifier(name)]
  for (const key of keys) await client.query(`alter table ${named(key).join(' drop constraint ')}`)
  for (const table of tables) await client.query('select lay_table($1)', [table])
  for (const key of keys) await client.query(`alter table ${named(key).join(' add constraint ')} ${key.definition}`)
  await client.query('commit')
}

/** The settings of every session of the database. */
const sessionSettings = {
  // A plan that holds for any tenant asks every node, and PostgreSQL tries one with the sixth use of each prepared statement: a
  // node that is away would cost the others' statements too.
  plan_cache_mode: 'force_custom_plan',
  // What asks all nodes is small: one connection a node does, where more would each be a new process there, time and again.
  // And an account, which is everywhere, cannot be written by a transaction that has asked the nodes over several.
  'citus.multi_shard_modify_mode': 'sequential',
}

const settleSessions = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const [current] = rows
  if (current === undefined) return
  for (const [name, value] of Object.entries(sessionSettings)) {
    const { rows: set } = await client.query<{ setting: string }>('select current_setting($1) as setting', [name])
    if (set[0]?.setting !== value) await client.query(`alter database ${client.escapeIdentifier(current.database)} set ${name} to ${value}`)
  }
}

const placesOf = async (client: pg.ClientBase): Promise<Record<string, string[]>> => {
  const { rows } = await client.query<{ place: string; names: string[] }>(
    `select coalesce(t.place, 'divided') as place, array_agg(d.logicalrelid::text order by 1) as names
       from pg_dist_partition d left join table_place t on t.name = d.logicalrelid::text
      where not exists (select from pg_inherits i where i.inhrelid = d.logicalrelid) group by 1
      union all
     select t.place, array_agg(t.name order by 1) from table_place t where t.place = 'coordinator' group by 1`,
  )
  return Object.fromEntries(rows.map(({ place, names }) => [place, names]))
}

/**
 * Where the database is a Citus cluster: divides each tenant's rows among the nodes, lays what all of them point to on every
 * node, and says in the log what lies where (`table_place`). All or nothing; what lies where it belongs stays, and any number
 * of processes may do so at once. On any other database it does nothing.
 * @returns the nodes that hold tenants' rows, as host:port; none where it is no cluster
 * @throws MigrationError where the cluster is not set up for it
 */
export const distribute = async ({ url, log }: { url: string; log: Logger }): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'mimamori-distribute', options: sessionOptions })
  client.on('error', (cause) => log.warn({ reason: cause.message }, 'the connection of the distribution was lost'))
  await client.connect()
  try {
    const nodes = await nodesOf(client)
    if (nodes.length === 0) return nodes
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const tables = await unlaidTables(client)
    if (tables.length > 0) {
      log.info({ tables: tables.length, nodes }, 'laying out the tables on the nodes of the cluster')
      await layTables(client, tables)
    }
    await settleSessions(client)
    const { divided = [], everywhere = [], coordinator = [] } = await placesOf(client)
    log.info({ nodes, divided: divided.length, everywhere, coordinator }, 'the database is a cluster')
    return nodes
  } finally {
    await client.end()
  }
}
