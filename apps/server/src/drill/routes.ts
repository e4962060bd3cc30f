import { drill } from '@mimamori/contract'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type Route, route } from '../platform/route.ts'
import { readAudience } from './audience.ts'
import { readSchedule, writeSchedule } from './schedule.ts'
import { startDrill } from './start-drill.ts'
import { findDrills, findSubject } from './store.ts'

/** Drills: how they went, who would be told, to start one, and the weekly one of an office. */
export const drillRoutes = (context: Context): Route[] => [
  route(drill.list, 'drill', ({ query, actor }) => findDrills(context.db, actor, query)),

  route(drill.audience, 'drill', ({ query, actor }) => readAudience(context, actor, query)),

  route(drill.start, 'drill', ({ body, ...requester }) => startDrill(context, requester, body)),

  route(drill.schedule, 'drill', async ({ params, actor }) => {
    const office = await findSubject(context.db, actor, params)
    if (office === undefined) throw notFound()
    return { schedule: await readSchedule(context.db, office) }
  }),

  route(drill.setSchedule, 'drill', async ({ params, body: { schedule }, actor, address }) => {
    const at = context.clock()
    await context.db.transaction().execute(async (transaction) => {
      const office = await findSubject(transaction, actor, params)
      if (office === undefined) throw notFound()
      const { companyId, officeId } = office
      const before = await readSchedule(transaction, office)
      await writeSchedule(transaction, office, schedule, at)
      const entry = { at, actor, address, action: 'update', resource: 'drillSchedule', resourceId: officeId, companyId, officeId }
      await writeAudit(transaction, { ...entry, before, after: schedule })
    })
    return {}
  }),
]
