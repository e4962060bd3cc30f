import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { clusterRound } from '../../apps/server/test/durability/cluster-round.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { connectDatabase } from '../../apps/server/src/platform/database/database.ts'
import { createClusterDatabase, dropClusterDatabase } from '../../apps/server/src/platform/database/test-cluster-database.ts'
import { report } from '../figure.ts'

/** How the operator takes a worker away and brings it back: nobody else knows. */
const outageOf = ({ CLUSTER_KILL: kill, CLUSTER_START: start }: NodeJS.ProcessEnv) =>
  kill === undefined || start === undefined ? undefined : { kill, start }

/**
 * Two processes of the product on a database of their own on the cluster of DATABASE_URL, several companies on each worker;
 * in the middle of their day one worker is killed and brought back.
 */
export const soakCluster = async (folder: string, seed: number): Promise<boolean> => {
  const cluster = process.env['DATABASE_URL']
  if (cluster === undefined) throw new Error('DATABASE_URL must name the coordinator of a cluster')
  const outage = outageOf(process.env)
  const name = `soak_${randomBytes(4).toString('hex')}`
  const url = await createClusterDatabase(cluster, name)
  const start = async () =>
    new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: url, ROLES: 'api,ingest,jobs', TILE_URL: 'none' } })
  const products: [Product, Product] = [await start(), await start()]
  const database = connectDatabase({ url, log: pino({ level: 'silent' }) })
  try {
    for (const product of products) await product.ready(180_000)
    const awayMs = Number(process.env['SOAK_AWAY_SECONDS'] ?? 20) * 1_000
    const round = await clusterRound({ database, products, outage, awayMs, seed })
    for (const finding of [...round.meanwhile, ...round.differences]) console.error(`cluster, SEED=${seed}: ${finding}`)
    report('soak cluster, companies', round.companies.length, 'companies')
    for (const [node, readings] of round.readings) report(`soak cluster, readings on ${node}`, readings, 'readings')
    report('soak cluster, differences from an undisturbed run', round.differences.length, 'differences')
    report('soak cluster, otherwise than it should be while a worker was away', round.meanwhile.length, 'findings')
    if (outage === undefined) {
      console.error('No worker was taken away: CLUSTER_KILL and CLUSTER_START must hold the commands that do so and bring it back.')
      return false
    }
    report('soak cluster, until the companies of the lost worker were served again', round.recoveredMs / 1_000, 's', 15)
    const others = round.statuses.filter((status) => ![200, 503, 0].includes(status))
    if (others.length > 0) console.error(`cluster, SEED=${seed}: senders were answered ${others.join(', ')}`)
    return round.meanwhile.length + round.differences.length + others.length === 0 && round.readings.size > 1
  } catch (error) {
    console.error(products.map(({ words }) => words.slice(-4_000)).join('\n'))
    throw error
  } finally {
    await Promise.all(products.map((product) => product.stop()))
    await database.close()
    await dropClusterDatabase(cluster, name)
  }
}
