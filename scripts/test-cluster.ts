import { runStep, type Step } from './steps.ts'

const server = 'apps/server/src'

/**
 * Tests of what a service does all day, on a database of each file's own on the cluster. What looks into the tables, locks or
 * plans of one server is called *.one-server.test.ts, and is left out by name.
 */
const files = [
  `${server}/platform/distribute.cluster.test.ts`,
  `${server}/platform/backup.cluster.test.ts`,
  `${server}/ingest/ingest.test.ts`,
  `${server}/ingest/receive.test.ts`,
  `${server}/ingest/calls.test.ts`,
  `${server}/ingest/heat.test.ts`,
  `${server}/ingest/rejudge.test.ts`,
  `${server}/episodes.test.ts`,
  `${server}/jobs.test.ts`,
  `${server}/condition/`,
  `${server}/home/`,
  `${server}/alert/alert.test.ts`,
  `${server}/alert-record/`,
  `${server}/alive/`,
  `${server}/end-of-work/`,
  `${server}/monitoring/telling/`,
  `${server}/monitoring/map-workers/`,
  `${server}/outbox/outbox.test.ts`,
  `${server}/push/push-job.test.ts`,
  `${server}/drill/`,
  `${server}/downlink/`,
  `${server}/live/live.test.ts`,
  `${server}/live/places.test.ts`,
  `${server}/wallboard/`,
  `${server}/site-map/`,
  `${server}/map-image/map-image.test.ts`,
  `${server}/device/`,
  `${server}/device-setting/device-setting.test.ts`,
  `${server}/safety-belt/`,
  `${server}/group/`,
  `${server}/user-role/import`,
  `${server}/user-role/reset-second-factor.test.ts`,
  `${server}/master-setting/save.test.ts`,
  `${server}/session/sign-in.test.ts`,
  `${server}/session/lock.test.ts`,
  `${server}/session/single-sign-on/`,
  `${server}/job/job-file.test.ts`,
  `${server}/report/table/`,
  `${server}/report/summary/summary.test.ts`,
  `${server}/report/logbook/`,
  `${server}/report/files/zip.test.ts`,
  `${server}/report/schedule/schedule.test.ts`,
  `${server}/user-role/save.test.ts`,
  'apps/server/test/lost-node.cluster.test.ts',
  'apps/server/test/permissions/permissions.test.ts',
]

/** What was tried there and does not hold, with the reason: each run names it. */
const leftOut = {
  'apps/server/test/tenancy.test.ts':
    'its statements name rows by their place: a cluster refuses those, and a change of company, before any constraint is asked',
}

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
for (const [file, reason] of Object.entries(leftOut)) console.log(`left out: ${file}: ${reason}`)
for (const step of stepsOn(cluster)) if (!(await runStep(step))) process.exitCode = 1
