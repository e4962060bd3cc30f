import { drill } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readAudience } from './audience.ts'
import { saveSchedule } from './save-schedule.ts'
import { readSchedule } from './schedule.ts'
import { startDrill } from './start-drill.ts'
import { findDrills, findSubject } from './store.ts'

/** Drills: how they went, who would be notified, to start one, and the weekly one of an office. */
export const drillRoutes = (context: Context): Route[] => [
  route(drill.list, 'drill', ({ query, actor }) => findDrills(context.db, actor, query)),

  route(drill.audience, 'drill', ({ query, actor }) => readAudience(context, actor, query)),

  route(drill.start, 'drill', ({ body, ...requester }) => startDrill(context, requester, body)),

  route(drill.schedule, 'drill', async ({ params, actor }) => {
    const office = await findSubject(context.db, actor, params)
    if (office === undefined) throw notFound()
    return readSchedule(context.db, office)
  }),

  route(drill.setSchedule, 'drill', ({ params, body, ...requester }) => saveSchedule(context, requester, { ...params, ...body })),
]
