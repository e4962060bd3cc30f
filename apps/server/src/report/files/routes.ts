import { report } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/route.ts'
import { sendReport } from './download.ts'
import { sendZip } from './send-zip.ts'

/** Reports as files. */
export const reportFileRoutes = (context: Context): Route[] => [
  route(report.download, 'report', ({ body, actor, reply }) => sendReport(context, actor, body, reply)),
  route(report.zip, 'report', ({ body, actor, reply }) => sendZip(context, actor, body, reply)),
]
