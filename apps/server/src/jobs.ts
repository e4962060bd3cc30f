import { acclimatisationJob } from './acclimatisation/acclimatisation-job.ts'
import { forgetReadsJob } from './audit-log/forget-reads.ts'
import { sealLogJob } from './audit-log/seal-job.ts'
import { aliveJob } from './alerts/silence/alive-job.ts'
import { expireLevelsJob } from './condition/expire-levels-job.ts'
import { renewSettingsJob } from './device-setting/renew-job.ts'
import { drillJob } from './alerts/drill/drill-job.ts'
import { expireDownlinksJob } from './shared/downlink/expire-job.ts'
import { keyEndsJob } from './ingest-key/key-ends-job.ts'
import { partitionJob } from './ingest/partitions.ts'
import { forgetJobsJob } from './job/forget-jobs.ts'
import { forgetBodiesJob } from './outbox/forget-bodies.ts'
import { outboxJob } from './outbox/outbox-job.ts'
import { forgetPicturesJob } from './map-image/forget-pictures.ts'
import { summaryJob } from './shared/monitoring/summaries/summary-job.ts'
import { noticeJob } from './alerts/notices/notice-job.ts'
import { liveChannel, namesAlerts, namesJobs } from './shared/announcements/announce.ts'
import { clientBeside } from './platform/database/client-beside.ts'
import type { Context } from './platform/context.ts'
import { startListener } from './platform/database/listener.ts'
import { startHeartbeat } from './platform/outside/heartbeat.ts'
import { type Recurring, startRecurring } from './platform/database/recurring.ts'
import { forgetPushesJob } from './push/forget-pushes.ts'
import { formerBrowsersJob } from './push/former-browsers.ts'
import { pushJob } from './push/push-job.ts'
import { publicHeatJob } from './public-heat/public-heat-job.ts'
import { reportFilesJob } from './report/jobs/report-files-job.ts'
import { reportScheduleJob } from './report/schedule/schedule-job.ts'
import { forgetAnswersJob } from './platform/http/once.ts'
import { forgetSessionsJob } from './session/forget-sessions.ts'
import { logFailedSignInsJob } from './session/log-failed-sign-ins.ts'
import { siteHeatJob } from './alerts/site-heat/site-heat-job.ts'
import { replayErasuresJob, sweepErasuresJob } from './user-role/erasure/erasures-job.ts'

/** Everything that comes round by itself. */
const recurringJobs: readonly Recurring[] = [
  partitionJob,
  aliveJob,
  expireLevelsJob,
  forgetSessionsJob,
  forgetAnswersJob,
  logFailedSignInsJob,
  sealLogJob,
  forgetReadsJob,
  publicHeatJob,
  siteHeatJob,
  acclimatisationJob,
  noticeJob,
  outboxJob,
  forgetBodiesJob,
  pushJob,
  forgetPushesJob,
  formerBrowsersJob,
  forgetJobsJob,
  reportFilesJob,
  expireDownlinksJob,
  renewSettingsJob,
  forgetPicturesJob,
  summaryJob,
  drillJob,
  reportScheduleJob,
  keyEndsJob,
  sweepErasuresJob,
  replayErasuresJob,
]

/** What wakes which of them, beside their intervals. */
const wakers: readonly { readonly isNamedBy: (payload: string) => boolean; readonly jobs: readonly Recurring[] }[] = [
  { isNamedBy: namesAlerts, jobs: [noticeJob, outboxJob, pushJob] },
  { isNamedBy: namesJobs, jobs: [reportFilesJob] },
]

/**
 * Starts the jobs; of several processes that do, one at a time runs each. Each of them calls the heartbeat's address. What
 * notifies people of alerts is woken by their announcement, and what makes files by that of a job.
 */
export const startJobs = (context: Context): { stop: () => Promise<void> } => {
  const running = recurringJobs.map((job) => ({ job, ...startRecurring(context, job) }))
  const wake = (isMeant: (waker: (typeof wakers)[number]) => boolean) => {
    const woken = wakers.filter(isMeant).flatMap(({ jobs }) => jobs)
    for (const one of running) if (woken.includes(one.job)) one.wake()
  }
  const listener = startListener({
    connect: () => clientBeside(context.pool),
    channel: liveChannel,
    log: context.log,
    onAnnouncement: (payload) => wake(({ isNamedBy }) => isNamedBy(payload)),
    onConnected: () => wake(() => true),
  })
  const started = [...running, startHeartbeat(context), listener]
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}
