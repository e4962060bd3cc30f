import { report } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { startZip } from './start-zip.ts'

/** Reports that are made while nobody waits for the answer. */
export const reportJobRoutes = (context: Context): Route[] => [
  route(report.startZip, 'report', ({ actor, body }) => startZip(context, actor, body)),
]
