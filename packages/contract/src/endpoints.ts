import type { z } from 'zod'
import { acclimatisation } from './acclimatisation.ts'
import { alert } from './alert.ts'
import { alertLoad } from './alert-load.ts'
import { alertRecord } from './alert-record.ts'
import { apiToken } from './api-token.ts'
import { auditLog } from './audit-log.ts'
import { barometer } from './barometer.ts'
import { company } from './company.ts'
import { companyDay } from './company-day.ts'
import { companyStart } from './company-start.ts'
import { databaseState } from './database-state.ts'
import { connection, uplink } from './connection.ts'
import { device } from './device.ts'
import { barometerSetting, terminalSetting } from './device-setting.ts'
import { downlink } from './downlink.ts'
import { drill } from './drill.ts'
import { duty } from './duty.ts'
import { dutyRota } from './duty-rota.ts'
import { endOfWork } from './end-of-work.ts'
import type { Endpoint } from './endpoint.ts'
import { erasure } from './erasure.ts'
import { escalation } from './escalation.ts'
import { firstSteps } from './first-steps.ts'
import { gateway } from './gateway.ts'
import { group } from './group.ts'
import { guest } from './guest.ts'
import { healthCondition } from './health-condition.ts'
import { heatWatcher } from './heat-watcher.ts'
import { ingest } from './ingest.ts'
import { ingestKey } from './ingest-key.ts'
import { ingestStatus } from './ingest-status.ts'
import { job } from './job.ts'
import { kbn } from './kbn.ts'
import { lampSignal } from './lamp-signal.ts'
import { live } from './live.ts'
import { logbook } from './logbook.ts'
import { reportSchedule } from './report-schedule.ts'
import { mapImage } from './map-image.ts'
import { mapTiles } from './map-tiles.ts'
import { masterSetting } from './master-setting.ts'
import { notificationChannel } from './notification-channel.ts'
import { office } from './office.ts'
import { officeArchive } from './office-archive.ts'
import { officeNow } from './office-now.ts'
import { safetyBelt } from './safety-belt.ts'
import { safetySummary } from './safety-summary.ts'
import { posterLink } from './poster-link.ts'
import { push } from './push.ts'
import { operation } from './operation.ts'
import { outboxMail } from './outbox-mail.ts'
import { readingExport } from './reading-export.ts'
import { report } from './report.ts'
import { namedPlace } from './named-place.ts'
import { siteMap } from './site-map.ts'
import { siteReport } from './site-report.ts'
import { secondFactor } from './second-factor.ts'
import { gateCheck, morningCheckLink } from './gate-check.ts'
import { morningCheck } from './morning-check.ts'
import { ownData } from './own-data.ts'
import { plan } from './plan.ts'
import { rest } from './rest.ts'
import { selfReport } from './self-report.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { identityProvider, singleSignOn } from './single-sign-on.ts'
import { unregisteredDevice } from './unregistered-device.ts'
import { userRole } from './user-role.ts'
import { wallboard, wallboardLink } from './wallboard.ts'
import { wear } from './wear.ts'
import { webhook } from './webhook.ts'
import { webhookBodies } from './webhook-event.ts'
import { workerCard } from './worker-card.ts'

/** Every call of the product, by slice. */
export const endpoints = {
  session,
  sessions,
  singleSignOn,
  identityProvider,
  secondFactor,
  company,
  companyStart,
  companyDay,
  office,
  officeArchive,
  officeNow,
  wallboard,
  wallboardLink,
  posterLink,
  siteReport,
  apiToken,
  ingestKey,
  ingestStatus,
  firstSteps,
  unregisteredDevice,
  userRole,
  guest,
  erasure,
  group,
  device,
  heatWatcher,
  gateway,
  barometer,
  terminalSetting,
  barometerSetting,
  downlink,
  lampSignal,
  kbn,
  databaseState,
  operation,
  auditLog,
  outboxMail,
  mapImage,
  mapTiles,
  siteMap,
  namedPlace,
  masterSetting,
  job,
  healthCondition,
  safetyBelt,
  alert,
  alertRecord,
  alertLoad,
  drill,
  escalation,
  endOfWork,
  wear,
  morningCheck,
  selfReport,
  gateCheck,
  morningCheckLink,
  ownData,
  rest,
  plan,
  acclimatisation,
  duty,
  dutyRota,
  workerCard,
  live,
  push,
  report,
  logbook,
  readingExport,
  reportSchedule,
  ingest,
  connection,
  notificationChannel,
  webhook,
  uplink,
  safetySummary,
}

/** The same as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((slice): Endpoint[] => Object.values(slice))

/** What is posted to addresses that customers give, by the type of event. */
export const webhooks: Readonly<Record<string, z.ZodType>> = webhookBodies
