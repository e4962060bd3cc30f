import { runStep, type Step } from './steps.ts'

const server = 'apps/server/src'

/** Tests of what a service does all day, on a database of each file's own on the cluster. */
const files = [
  `${server}/platform/distribute.cluster.test.ts`,
  `${server}/ingest/ingest.test.ts`,
  `${server}/ingest/rejudge.test.ts`,
  `${server}/episodes.test.ts`,
  `${server}/condition/list.test.ts`,
  `${server}/device/lists.test.ts`,
  `${server}/alert/alert.test.ts`,
  `${server}/live/live.test.ts`,
  `${server}/session/sign-in.test.ts`,
  `${server}/user-role/import.test.ts`,
  `${server}/report/table/table.test.ts`,
  'apps/server/test/permissions/permissions.test.ts',
]

const stepsOn = (cluster: string): Step[] => [
  {
    name: 'tests on the cluster',
    command: ['vitest', 'run', '--project=server', '--no-file-parallelism', ...files],
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
for (const step of stepsOn(cluster)) if (!(await runStep(step))) process.exitCode = 1
