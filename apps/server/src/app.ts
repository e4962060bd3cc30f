import type { FastifyInstance } from 'fastify'
import { acclimatisationRoutes } from './features/acclimatisation/routes.ts'
import { trialRoutes } from './features/ingest/trial/routes.ts'
import { alertLoadRoutes } from './features/alert-load/routes.ts'
import { alertRoutes } from './features/alerts/list/routes.ts'
import { alertRecordRoutes } from './features/alerts/record/routes.ts'
import { outboxMailRoutes } from './features/outbox/routes.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { companyRoutes } from './features/company/routes.ts'
import { companyStartRoutes } from './features/company/start.ts'
import { conditionRoutes } from './features/condition/routes.ts'
import { databaseStateRoutes } from './features/database-state/routes.ts'
import { readDevicesOnMap } from './features/device/on-map.ts'
import { deviceRoutes } from './features/device/routes.ts'
import { isRegistrable } from './features/device/unregistered.ts'
import { type AlarmWatch, createAlarmWatch } from './features/operation/alarm-watch.ts'
import { operationRoutes } from './features/operation/routes.ts'
import { deviceSettingRoutes } from './features/device-setting/routes.ts'
import { downlinkDeviceRoutes, downlinkRoutes } from './shared/downlink/routes.ts'
import { lampSignalRoutes } from './shared/lamp-signal/routes.ts'
import { drillRoutes } from './features/alerts/drill/routes.ts'
import { endOfWorkRoutes } from './features/end-of-work/routes.ts'
import { escalationRoutes } from './features/alerts/unreached/routes.ts'
import { groupExchangeRoutes } from './features/group/exchange-routes.ts'
import { groupRoutes } from './features/group/routes.ts'
import { createReceiver, type Receive } from './features/ingest/receive.ts'
import { foreseeUplink } from './features/ingest/dry-run/foresee-uplink.ts'
import { countRefusedMessages, ingestRoutes } from './features/ingest/routes.ts'
import { ingestStatusRoutes } from './features/ingest/status/routes.ts'
import { firstStepsRoutes } from './features/first-steps/routes.ts'
import { makeKey } from './features/ingest-key/change.ts'
import { channelRoutes } from './features/channel/routes.ts'
import { connectionRoutes } from './features/connection/routes.ts'
import { ingestKeyRoutes, readDestination } from './features/ingest-key/routes.ts'
import { readKeyRoutes } from './features/read-key/routes.ts'
import { jobRoutes } from './features/job/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { startLive } from './features/live/start-live.ts'
import { makeOffice } from './features/office/change.ts'
import { officeRoutes } from './features/office/routes.ts'
import { findSenderOf } from './shared/access-keys/find-sender.ts'
import { findOfficeLink } from './shared/access-keys/office-link.ts'
import { findReadKey } from './shared/access-keys/read-key.ts'
import { noteReadKeyUse, startReadKeyUses } from './shared/access-keys/read-key-uses.ts'
import { mapImageRoutes } from './features/map-image/routes.ts'
import { mapTilesRoutes } from './features/map-tiles/routes.ts'
import { masterSettingRoutes } from './features/master-setting/routes.ts'
import { namedPlaceRoutes } from './features/named-place/routes.ts'
import type { Context } from './platform/context.ts'
import { createImports } from './platform/exchange/imports.ts'
import { type Readiness, registerHealth, type Warnings } from './platform/http/health.ts'
import { createHttp } from './platform/http/http.ts'
import { registerMetrics } from './platform/http/metrics.ts'
import { operationRegistry } from './shared/operation/operation-metrics.ts'
import { registerAsyncApi } from './features/ingest/asyncapi/register-asyncapi.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { readProxies } from './platform/traffic/proxies.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import type { Route } from './platform/http/route.ts'
import { createStreamRoom } from './platform/traffic/stream-room.ts'
import { registerWebConsole } from './platform/http/web-console.ts'
import { readingExportRoutes } from './features/reading-export/routes.ts'
import { reportRoutes } from './features/report/routes.ts'
import { safetyBeltRoutes } from './features/safety-belt/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { singleSignOnRoutes } from './features/session/single-sign-on/routes.ts'
import { secondFactorRoutes } from './features/session/second-factor/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { siteMapRoutes } from './features/site-map/routes.ts'
import { userRoleRoutes } from './features/user-role/routes.ts'
import { dutyRoutes } from './features/duty/routes.ts'
import { dutyRotaRoutes } from './features/duty-rota/routes.ts'
import { morningCheckRoutes } from './features/morning-check/routes.ts'
import { ownDataRoutes } from './features/own-data/routes.ts'
import { planRoutes } from './features/plan/routes.ts'
import { restRoutes } from './features/rest/routes.ts'
import { selfReportRoutes } from './features/self-report/routes.ts'
import { makeBaseAdmin } from './features/user-role/save.ts'
import { wearRoutes } from './features/wear/routes.ts'
import { siteReportRoutes } from './features/site-report/routes.ts'
import { wallboardRoutes } from './features/wallboard/routes.ts'
import { startBoards } from './features/wallboard/start-boards.ts'

/** Every call of the console. */
type OperationParts = Pick<AlarmWatch, 'look' | 'aheadMs' | 'areAlarmsHeldUp'>

const consoleRoutes = (app: FastifyInstance, context: Context, watch: OperationParts): Route[] => {
  const room = createStreamRoom(readProxies(context.config.trustedProxies))
  const live = startLive(context, room)
  app.addHook('preClose', () => live.stop())
  const boards = startBoards(context, room)
  app.addHook('preClose', () => boards.stop())
  const imports = createImports(context)
  app.addHook('preClose', () => imports.stop())
  return [
    ...sessionRoutes(context),
    ...singleSignOnRoutes(context),
    ...secondFactorRoutes(context),
    ...homeRoutes(context),
    ...companyRoutes(context),
    ...companyStartRoutes(context, { makeOffice, makeBaseAdmin, makeKey, readDestination }),
    ...firstStepsRoutes(context),
    ...officeRoutes(context),
    ...groupRoutes(context),
    ...groupExchangeRoutes(context, imports),
    ...deviceRoutes(context, imports),
    ...deviceSettingRoutes(context),
    ...downlinkRoutes(context),
    ...readKeyRoutes(context),
    ...ingestKeyRoutes(context),
    ...ingestStatusRoutes(context, isRegistrable),
    ...channelRoutes(context),
    ...connectionRoutes(context, foreseeUplink(context)),
    ...auditLogRoutes(context),
    ...databaseStateRoutes(context, watch.areAlarmsHeldUp),
    ...operationRoutes(context, watch),
    ...outboxMailRoutes(context),
    ...userRoleRoutes(context, imports),
    ...jobRoutes(context),
    ...conditionRoutes(context),
    ...safetyBeltRoutes(context),
    ...alertRoutes(context),
    ...alertLoadRoutes(context),
    ...trialRoutes(context),
    ...alertRecordRoutes(context),
    ...drillRoutes(context),
    ...escalationRoutes(context),
    ...endOfWorkRoutes(context),
    ...wearRoutes(context),
    ...planRoutes(context),
    ...restRoutes(context),
    ...acclimatisationRoutes(context),
    ...dutyRoutes(context),
    ...dutyRotaRoutes(context),
    ...morningCheckRoutes(context),
    ...selfReportRoutes(context),
    ...ownDataRoutes(context),
    ...mapImageRoutes(context),
    ...mapTilesRoutes(context),
    ...siteMapRoutes(context, readDevicesOnMap),
    ...namedPlaceRoutes(context),
    ...masterSettingRoutes(context),
    ...liveRoutes(live),
    ...wallboardRoutes(context, boards),
    ...siteReportRoutes(context),
    ...pushRoutes(context),
    ...reportRoutes(context),
    ...readingExportRoutes(context),
  ]
}

export type Parts = {
  /** Takes readings, where something else of the process takes them too; made here otherwise. */
  readonly receive?: Receive
  /** What else must answer before the process is ready, by name. */
  readonly readiness?: Readiness
  /** What an operator must know although the process is ready, by name. */
  readonly warnings?: Warnings
  /** Watches whether alarms reach people, where the process does so by itself; made here otherwise, and asked with each call alone. */
  readonly operation?: OperationParts
}

/** Devices' readings are taken by every process, since all they need is the database. */
const readingRoutes = (app: FastifyInstance, context: Context, given: Receive | undefined): Route[] => {
  if (given !== undefined) return ingestRoutes(context, given)
  const { receive, drain } = createReceiver(context)
  app.addHook('onClose', drain)
  return ingestRoutes(context, receive)
}

/** The HTTP side of a process, ready to listen or to be asked with `inject`. */
export const buildApp = async (
  context: Context,
  { receive, readiness = {}, warnings = {}, operation }: Parts = {},
): Promise<FastifyInstance> => {
  const app = await createHttp(context.config, context.log)
  const servesConsole = context.config.roles.includes('api')
  registerHealth(app, context, readiness, warnings)
  if (context.config.metricsPort === undefined) registerMetrics(app, context.config, operationRegistry(context, readiness))
  countRefusedMessages(app, context)
  const deviceSide = [...readingRoutes(app, context, receive), ...downlinkDeviceRoutes(context), ...lampSignalRoutes(context)]
  const routes = [...deviceSide, ...(servesConsole ? consoleRoutes(app, context, operation ?? createAlarmWatch(context)) : [])]
  const keyUses = startReadKeyUses(context)
  app.addHook('onClose', keyUses.stop)
  registerRoutes(app, context, routes, findSenderOf, findOfficeLink, { find: findReadKey, note: noteReadKeyUse(context) })
  if (servesConsole) {
    registerOpenApi(app)
    registerAsyncApi(app, context.config)
    await registerWebConsole(app)
  }
  await app.ready()
  return app
}
