import { createHash } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { distribute } from './distribute.ts'
import { migrate, readMigrations } from './migrate.ts'

const log = pino({ level: 'warn' })

const withClient = async <Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (url: string, ...statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

type Node = { readonly host: string; readonly port: number }

/** The nodes of the cluster, the coordinator first. */
const nodesOf = (clusterUrl: string): Promise<Node[]> =>
  withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<Node>(
      `select n.nodename as host, n.nodeport as port from pg_dist_node n where n.noderole = 'primary' order by n.groupid`,
    )
    if (rows.length < 2) throw new Error(`${clusterUrl} is no cluster`)
    return rows
  })

const at = (clusterUrl: string, { host, port }: Node, database: string) =>
  Object.assign(new URL(clusterUrl), { hostname: host, port: String(port), pathname: `/${database}` }).href

/** The coordinator last: what it has, all have. */
const onAll = async (clusterUrl: string, ...statements: readonly string[]): Promise<void> => {
  for (const node of (await nodesOf(clusterUrl)).toReversed()) await run(at(clusterUrl, node, 'postgres'), ...statements)
}

/** The database of that name on the coordinator. */
const urlOf = (clusterUrl: string, name: string) => Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href

/** An empty database on every node, which know each other. */
const createEmpty = async (clusterUrl: string, name: string): Promise<string> => {
  const nodes = await nodesOf(clusterUrl)
  for (const node of nodes) {
    // Shards make a schema slow to lay out, and few of them divide a test's companies as well.
    await run(at(clusterUrl, node, 'postgres'), `create database ${name}`, `alter database ${name} set citus.shard_count to 4`)
    await run(at(clusterUrl, node, name), 'create extension citus')
  }
  const [coordinator, ...workers] = nodes
  const url = urlOf(clusterUrl, name)
  await run(
    url,
    `select citus_set_coordinator_host('${coordinator?.host}', ${coordinator?.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  )
  return url
}

const templateName = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations()) hash.update(checksum)
  return `template_${hash.digest('hex').slice(0, 12)}`
}

// A database can be copied only while nobody is connected to it, Citus' own daemon included.
const seal = (name: string): string[] => [
  `alter database ${name} allow_connections false`,
  `select pg_terminate_backend(a.pid, 5000) from pg_stat_activity a where a.datname = '${name}'`,
]

/** Migrated and laid out as the product does it at its start. Kept for later runs, until the migrations are others. */
const ensureTemplate = async (clusterUrl: string): Promise<string> => {
  const name = await templateName()
  await withClient(clusterUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rows } = await client.query(`select from pg_database d where d.datname = '${name}' and not d.datallowconn`)
    if (rows.length > 0) return
    await dropClusterDatabase(clusterUrl, name)
    const url = await createEmpty(clusterUrl, name)
    await migrate({ url, log })
    await distribute({ url, log })
    await onAll(clusterUrl, ...seal(name))
  })
  return name
}

/** A database of that name on every node of a cluster, its tables distributed unless it is to be empty. */
export const createClusterDatabase = async (clusterUrl: string, name: string, { migrated = true } = {}): Promise<string> => {
  if (!migrated) return createEmpty(clusterUrl, name)
  const template = await ensureTemplate(clusterUrl)
  await onAll(clusterUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(clusterUrl, name)
  // What a start settles of the database itself is not copied.
  await distribute({ url, log })
  return url
}

/** Removes it from every node. Citus' daemons of the nodes open it at one another all the time, until it is closed on all of them. */
export const dropClusterDatabase = async (clusterUrl: string, name: string): Promise<void> => {
  await onAll(clusterUrl, `update pg_database d set datallowconn = false where d.datname = '${name}'`)
  await onAll(clusterUrl, `drop database if exists ${name} with (force)`)
}
