import { safetySummary } from '@mimamori/contract'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sendSafetySummary } from './download.ts'
import { readSafetySummary } from './read-summary.ts'

/** The month of a site: heat, alerts, answers and exposure. */
export const safetySummaryRoutes = (context: Context): Route[] => [
  route(safetySummary.read, 'safetySummary', ({ query, actor }) => readSafetySummary(context, actor, query)),

  route(safetySummary.download, 'safetySummary', ({ query, ...call }) => {
    const download = recordedDownload(context, call, { resource: 'safetySummary', filter: query, officeId: query.officeId })
    return sendSafetySummary(context, call.actor, query, download)
  }),
]
