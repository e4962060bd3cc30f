import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createClusterDatabase, dropClusterDatabase } from '../apps/server/src/platform/database/test-cluster-database.ts'
import { nodeOf } from '../apps/server/test/durability/cluster-nodes.ts'
import { report } from './figure.ts'
import { addCompany, type Crowd, fillCrowd } from './fill.ts'
import { sendOverHttp } from './ingest-http.ts'
import { type BenchDatabase, type Product, startProduct } from './product.ts'

const workers = 1_000
const sendingSeconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const warmUpSeconds = 5

const nameOf = () => `bench_${randomBytes(4).toString('hex')}`

/** A database of one server, the coordinator's, that knows nothing of the others. */
const onOneServer = async (cluster: string): Promise<BenchDatabase> => {
  const name = nameOf()
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: cluster })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name} template template0`)
  return {
    url: Object.assign(new URL(cluster), { pathname: `/${name}` }).href,
    stop: () => run(`drop database ${name} with (force)`),
  }
}

const onCluster = async (cluster: string): Promise<BenchDatabase> => {
  const name = nameOf()
  return { url: await createClusterDatabase(cluster, name), stop: () => dropClusterDatabase(cluster, name) }
}

/** As many crowds as the cluster has workers, each on a node of its own; on one server as many. */
const fillCrowds = async ({ pool }: Product, isOnNodes: boolean, count: number): Promise<Crowd[]> => {
  const crowds: Crowd[] = []
  const taken = new Set<string>()
  for (let number = 1; crowds.length < count; number++) {
    const company = await addCompany(pool, `bench-${number}`)
    const node = isOnNodes ? await nodeOf(pool, company) : String(number)
    if (taken.has(node)) continue
    taken.add(node)
    crowds.push(await fillCrowd(pool, workers, `bench-${number}`, company))
  }
  return crowds
}

/** Readings a second of all crowds together, and the microseconds of processor time that one costs server and database. */
const measure = async (database: BenchDatabase, isOnNodes: boolean, count: number) => {
  const product = await startProduct(database)
  try {
    const crowds = await fillCrowds(product, isOnNodes, count)
    const send = (forSeconds: number, hoursAgo: number) =>
      Promise.all(crowds.map((crowd) => sendOverHttp(product, crowd, forSeconds, new Date(Date.now() - hoursAgo * 3_600_000))))
    await send(warmUpSeconds, 24)
    const before = await product.usedUs()
    const sent = await send(sendingSeconds, 12)
    const readings = sent.reduce((sum, one) => sum + one.readings, 0)
    const after = await product.usedUs()
    const seconds = Math.max(...sent.map((one) => one.seconds))
    return {
      perSecond: readings / seconds,
      serverUs: (after.server - before.server) / readings,
      databaseUs: (after.database - before.database) / readings,
    }
  } finally {
    await product.stop()
  }
}

/** One company a node of the cluster of DATABASE_URL against the same companies on its coordinator alone, all on one machine. */
export const measureCluster = async (): Promise<void> => {
  const cluster = process.env['DATABASE_URL']
  if (cluster === undefined) throw new Error('DATABASE_URL must name the coordinator of a cluster whose nodes run on this machine')
  const pool = new pg.Pool({ connectionString: cluster, max: 1 })
  const { rows } = await pool.query(`select from pg_dist_node n where n.noderole = 'primary' and n.shouldhaveshards`)
  await pool.end()
  console.error('Nodes that share a machine cannot show how much faster a cluster is, only what it costs on top.')
  const one = await measure(await onOneServer(cluster), false, rows.length)
  const divided = await measure(await onCluster(cluster), true, rows.length)
  const divisions = `${rows.length} nodes, a company each`
  report(`${divisions}, readings`, divided.perSecond, 'readings/s', one.perSecond)
  report(`${divisions}, processor time of the product a reading`, divided.serverUs, 'µs', one.serverUs)
  report(`${divisions}, processor time of the database a reading`, divided.databaseUs, 'µs', one.databaseUs)
  // At most 1.5 times is asked for.
  report(`${divisions}, processor time a reading`, divided.serverUs + divided.databaseUs, 'µs', one.serverUs + one.databaseUs)
}
