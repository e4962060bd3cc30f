import { heartRateType, report } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { refuseWithoutHealth } from '../../../platform/http/read-key.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { lookAtReport } from './look-at-report.ts'
import { listReportWorkers } from './workers.ts'

/** Reports on screen, and whom they can be asked for. */
export const reportTableRoutes = (context: Context): Route[] => [
  route(report.workers, 'report', ({ query, actor }) => listReportWorkers(context, actor, query)),
  route(report.table, 'report', ({ body, ...requester }) => {
    // Its hours have one column for every type, which no schema can hide.
    if (body.reportType === heartRateType) refuseWithoutHealth(requester.actor)
    return lookAtReport(context, requester, body)
  }),
]
