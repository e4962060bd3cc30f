const server = 'apps/server/src'

/**
 * Tests of what a service does all day, on a database of each file's own on the cluster. What looks into the tables, locks or
 * plans of one server is called *.one-server.test.ts, and is left out by name.
 */
export const clusterTests = [
  `${server}/platform/database/distribute.cluster.test.ts`,
  `${server}/platform/backup/backup.cluster.test.ts`,
  `${server}/ingest/ingest.test.ts`,
  `${server}/ingest/row-cache/device-cache.test.ts`,
  `${server}/ingest/row-cache/wear-cache.test.ts`,
  `${server}/ingest/row-cache/row-cache.properties.test.ts`,
  `${server}/ingest/row-cache/worker-state-cache.test.ts`,
  `${server}/ingest/receive.test.ts`,
  `${server}/ingest/calls.test.ts`,
  `${server}/ingest/heat.test.ts`,
  `${server}/ingest/judge/rejudge.test.ts`,
  `${server}/episodes.test.ts`,
  `${server}/jobs.test.ts`,
  `${server}/condition/`,
  `${server}/home/`,
  `${server}/alert/list.test.ts`,
  `${server}/alert/handle.test.ts`,
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
  `${server}/user-role/download.test.ts`,
  `${server}/user-role/reset-second-factor.test.ts`,
  `${server}/master-setting/save.test.ts`,
  `${server}/session/sign-in.test.ts`,
  `${server}/session/sign-in-lockout.test.ts`,
  `${server}/session/single-sign-on/`,
  `${server}/job/job-file.test.ts`,
  `${server}/report/table/`,
  `${server}/report/summary/summary.test.ts`,
  `${server}/report/summary/alerts.test.ts`,
  `${server}/report/summary/heat.test.ts`,
  `${server}/report/logbook/`,
  `${server}/report/files/zip.test.ts`,
  `${server}/report/schedule/schedule.test.ts`,
  `${server}/user-role/save.test.ts`,
  'apps/server/test/lost-node.cluster.test.ts',
  'apps/server/test/own-node.cluster.test.ts',
  'apps/server/test/permissions/permissions.test.ts',
]

/** What was tried there and does not hold, with the reason: each run names it. */
export const notOnCluster = {
  'apps/server/test/tenancy.test.ts':
    'its statements name rows by their place: a cluster refuses those, and a change of company, before any constraint is asked',
}
