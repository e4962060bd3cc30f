import { reportSchedule } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { addSchedule, changeSchedule, removeSchedule } from './save.ts'
import { findSchedules } from './store.ts'

/** Reports of a site that mails announce. */
export const reportScheduleRoutes = (context: Context): Route[] => [
  route(reportSchedule.list, 'reportSchedule', ({ query, actor }) => findSchedules(context.db, actor, query, context.clock())),

  route(reportSchedule.create, 'reportSchedule', ({ body, ...requester }) => addSchedule(context, requester, body)),

  route(reportSchedule.update, 'reportSchedule', ({ body, ...requester }) => changeSchedule(context, requester, body)),

  route(reportSchedule.remove, 'reportSchedule', ({ params, ...requester }) => removeSchedule(context, requester, params.id)),
]
