import { clusterTests, notOnCluster } from './cluster-tests.ts'
import { runStep, type Step } from './steps.ts'

const stepsOn = (cluster: string): Step[] => [
  {
    name: 'tests on the cluster',
    command: ['vitest', 'run', '--project=server', '--no-file-parallelism', ...clusterTests],
    env: { TEST_CLUSTER_URL: cluster },
    live: true,
  },
  { name: 'a day on the cluster, a worker killed in the middle', command: ['node', 'bench/soak.ts', 'cluster'], live: true },
]

/**
 * What the product does on a cluster of databases: `npm run test:cluster` with DATABASE_URL, its coordinator's. CLUSTER_KILL
 * and CLUSTER_START hold the shell commands that kill a worker node and bring it back; without them the last part fails.
 */
const cluster = process.env['DATABASE_URL']
if (cluster === undefined) throw new Error('DATABASE_URL must name the coordinator of a cluster')
for (const [file, reason] of Object.entries(notOnCluster)) console.log(`left out: ${file}: ${reason}`)
for (const step of stepsOn(cluster)) if (!(await runStep(step))) process.exitCode = 1
