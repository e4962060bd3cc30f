import { selfReport } from '@mimamori/contract'
import { lastAnswer } from '../../shared/monitoring/workers/last-answer.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readReportsOf } from './of-alert.ts'
import { sendSelfReport } from './send.ts'
import { phonesOf } from './store.ts'

const dayMs = 86_400_000

/** How people say they feel on their own page (体調の申告), and what was reported to an alert. */
export const selfReportRoutes = (context: Context): Route[] => [
  route(selfReport.send, 'selfReport', ({ body, ...requester }) => sendSelfReport(context, requester, body)),
  route(selfReport.last, 'selfReport', async ({ actor }) => ({
    answer: await lastAnswer(context.db, actor, new Date(context.clock().getTime() - dayMs)),
    ...(await phonesOf(context.db, actor)),
  })),
  route(selfReport.ofAlert, 'selfReport', ({ params, ...requester }) => readReportsOf(context, requester, params.id)),
]
