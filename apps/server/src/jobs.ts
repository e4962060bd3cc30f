import { acclimatisationJob } from './features/acclimatisation/acclimatisation-job.ts'
import { checkAgeJob } from './features/morning-check/check-age-job.ts'
import { ledgerName } from './features/user-role/erasure/ledger-file.ts'
import { backupJob } from './features/backup/backup-job.ts'
import { channelJob } from './features/channel/channel-job.ts'
import { resealChannelsJob } from './features/channel/reseal-job.ts'
import { forgetDeliveriesJob } from './features/channel/forget-deliveries-job.ts'
import { forgetMessagesJob } from './features/connection/forget-messages-job.ts'
import { keepPlansJob } from './features/plan/keep-plans-job.ts'
import { restLimitJob } from './features/rest/rest-limit-job.ts'
import { deleteReportsJob } from './features/self-report/delete-reports-job.ts'
import { forgetReadsJob } from './features/audit-log/forget-reads.ts'
import { sealLogJob } from './features/audit-log/seal-job.ts'
import { aliveJob } from './features/alerts/silence/alive-job.ts'
import { expireLevelsJob } from './features/condition/expire-levels-job.ts'
import { doubtfulHeartJob } from './features/device/doubtful-heart-job.ts'
import { renewSettingsJob } from './features/device-setting/renew-job.ts'
import { drillJob } from './features/alerts/drill/drill-job.ts'
import { rotaGapJob } from './features/duty-rota/gap-job.ts'
import { forgetRotaJob } from './features/duty-rota/forget-rota-job.ts'
import { expireDownlinksJob } from './shared/downlink/expire-job.ts'
import { keyEndsJob } from './features/ingest-key/key-ends-job.ts'
import { readKeyEndsJob } from './features/read-key/read-key-ends-job.ts'
import { forgetKeyUsesJob } from './features/read-key/forget-key-uses-job.ts'
import { forgetCountsJob } from './features/ingest/status/forget-counts-job.ts'
import { trialJob } from './features/ingest/trial/run-trial.ts'
import { partitionJob } from './features/ingest/partitions.ts'
import { forgetJobsJob } from './features/job/forget-jobs.ts'
import { forgetBodiesJob, forgetMailFilesJob } from './features/outbox/forget-bodies.ts'
import { outboxJob } from './features/outbox/outbox-job.ts'
import { forgetPicturesJob } from './features/map-image/forget-pictures.ts'
import { shiftJob } from './features/own-measure/shift-job.ts'
import { forecastJob, forgetForecastsJob } from './shared/monitoring/forecast/forecast-job.ts'
import { summaryJob } from './shared/monitoring/summaries/summary-job.ts'
import { deviceAlarmJob, forgetAlarmsJob } from './features/alerts/device-alarms/device-alarm-jobs.ts'
import { noticeJob } from './features/alerts/notices/notice-job.ts'
import { liveChannel, namesJobs, namesWork } from './shared/announcements/announce.ts'
import { clientBeside } from './platform/database/client-beside.ts'
import type { Context } from './platform/context.ts'
import { startListener } from './platform/database/listener.ts'
import { startJobRuns } from './platform/database/job-runs.ts'
import { startHeartbeat } from './platform/outside/heartbeat.ts'
import { type Recurring, startRecurring } from './platform/database/recurring.ts'
import { forgetPushesJob } from './features/push/forget-pushes.ts'
import { formerBrowsersJob } from './features/push/former-browsers.ts'
import { pushJob } from './features/push/push-job.ts'
import { publicAlertJob } from './features/public-heat/public-alert-job.ts'
import { publicHeatJob } from './features/public-heat/public-heat-job.ts'
import { reportFilesJob } from './features/report/jobs/report-files-job.ts'
import { reportScheduleJob } from './features/report/schedule/schedule-job.ts'
import { forgetAnswersJob } from './platform/http/once.ts'
import { resealSignInJob } from './features/session/reseal-job.ts'
import { forgetSessionsJob } from './features/session/forget-sessions.ts'
import { logFailedSignInsJob } from './features/session/log-failed-sign-ins.ts'
import { operationJob } from './features/operation/daily-job.ts'
import type { OperationWatch } from './features/operation/watch.ts'
import { siteHeatJob } from './features/alerts/site-heat/site-heat-job.ts'
import { closeGuestsJob } from './features/user-role/close-guests-job.ts'
import { replayErasuresJob, sweepErasuresJob } from './features/user-role/erasure/erasures-job.ts'

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
  publicAlertJob,
  forecastJob,
  forgetForecastsJob,
  siteHeatJob,
  acclimatisationJob,
  restLimitJob,
  keepPlansJob,
  checkAgeJob,
  deleteReportsJob,
  doubtfulHeartJob,
  deviceAlarmJob,
  forgetAlarmsJob,
  noticeJob,
  outboxJob,
  forgetBodiesJob,
  forgetMailFilesJob,
  pushJob,
  forgetPushesJob,
  channelJob,
  forgetDeliveriesJob,
  resealChannelsJob,
  resealSignInJob,
  forgetMessagesJob,
  formerBrowsersJob,
  forgetJobsJob,
  reportFilesJob,
  trialJob,
  expireDownlinksJob,
  renewSettingsJob,
  forgetPicturesJob,
  summaryJob,
  shiftJob,
  drillJob,
  reportScheduleJob,
  keyEndsJob,
  readKeyEndsJob,
  forgetKeyUsesJob,
  rotaGapJob,
  forgetRotaJob,
  forgetCountsJob,
  closeGuestsJob,
  sweepErasuresJob,
  replayErasuresJob,
  backupJob(new URL('backup-thread.ts', import.meta.url), ledgerName),
]

/** What wakes which of them, beside their intervals. */
const wakers: readonly { readonly isNamedBy: (payload: string) => boolean; readonly jobs: readonly Recurring[] }[] = [
  { isNamedBy: namesWork('notices'), jobs: [noticeJob] },
  { isNamedBy: namesWork('mails'), jobs: [outboxJob] },
  { isNamedBy: namesWork('pushes'), jobs: [pushJob] },
  { isNamedBy: namesWork('deliveries'), jobs: [channelJob] },
  { isNamedBy: namesJobs, jobs: [reportFilesJob, trialJob] },
]

/**
 * Starts the jobs; of several processes that do, one at a time runs each. Each of them calls the heartbeat's address, while `watch` sees
 * that alarms reach people. What notifies people is woken as soon as something waits for it, and what makes files by that of a job.
 */
export const startJobs = (context: Context, watch: OperationWatch): { stop: () => Promise<void> } => {
  const all = [...recurringJobs, operationJob(watch)]
  const runs = startJobRuns(context, all)
  const running = all.map((job) => ({ job, ...startRecurring(context, job, runs) }))
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
  const started = [...running, startHeartbeat(context, watch.areAlarmsHeldUp), listener]
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
      await runs.stop()
    },
  }
}
