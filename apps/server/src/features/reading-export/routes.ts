import { readingExport } from '@mimamori/contract'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { exportSender } from './send-export.ts'

/** Minute by minute what was measured at a site, for other programs. */
export const readingExportRoutes = (context: Context): Route[] => {
  const send = exportSender(context)
  return [
    route(readingExport.read, 'readingExport', ({ query, ...call }) => {
      const download = recordedDownload(context, call, { resource: 'readingExport', filter: query, officeId: query.officeId })
      return send(call.actor, query, download)
    }),
  ]
}
