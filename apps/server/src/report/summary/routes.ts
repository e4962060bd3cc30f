import { safetySummary } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/route.ts'
import { sendSafetySummary } from './download.ts'
import { readSafetySummary } from './read-summary.ts'

/** The month of a site: heat, alerts, answers and exposure. */
export const safetySummaryRoutes = (context: Context): Route[] => [
  route(safetySummary.read, 'safetySummary', ({ query, actor }) => readSafetySummary(context, actor, query)),

  route(safetySummary.download, 'safetySummary', ({ query, actor, reply }) => sendSafetySummary(context, actor, query, reply)),
]
