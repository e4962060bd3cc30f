import { morningCheck } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { answerCheck, followUpCheck } from './answer.ts'
import { readCheckDay } from './day.ts'
import { readOwnCheck } from './own.ts'

/** The check before work (朝礼チェック): answers, and what is done about them. */
export const morningCheckRoutes = (context: Context): Route[] => {
  const recordReads = recordBulkReads(context, 'morningCheck')
  return [
    route(morningCheck.day, 'morningCheck', ({ query, ...requester }) => readCheckDay(context, requester, query, recordReads)),
    route(morningCheck.own, 'morningCheck', ({ actor }) => readOwnCheck(context, actor)),
    route(morningCheck.answer, 'morningCheck', ({ body, ...requester }) => answerCheck(context, requester, body)),
    route(morningCheck.followUp, 'morningCheck', ({ body, ...requester }) => followUpCheck(context, requester, body)),
  ]
}
