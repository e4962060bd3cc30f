import { plan } from '@mimamori/contract'
import { workingDayAt } from '@mimamori/heat'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { planScopeOf } from '../../shared/plan/plan-people.ts'
import { sendPlanPaper } from './send-plan-paper.ts'
import { longHeatOf } from '../../shared/plan/plan-words.ts'
import { readPlan } from '../../shared/plan/read-plan.ts'

/** The plan of a site's day (あすの計画). That somebody reads whose limit differs, and why, is on the log before it leaves. */
export const planRoutes = (context: Context): Route[] => {
  const recordReads = recordBulkReads(context, 'plan')
  return [
    route(plan.read, 'plan', async ({ query: { officeId, ...query }, ...requester }) => {
      const { db, clock } = context
      const { actor } = requester
      const site = await findSite(db, actor, officeId)
      const read = await readPlan(db, site, { ...query, scope: planScopeOf(actor), now: clock() })
      // What was set for one person is hidden from read keys as an override is.
      const answer = actor.readKey === undefined ? read : { ...read, people: read.people.filter(({ reason }) => reason !== 'own') }
      await recordReads(
        requester,
        { officeId: site.officeId },
        answer.people.map(({ userId }) => ({ companyId: site.companyId, userId })),
      )
      return answer
    }),
    route(plan.longHeat, 'plan', async ({ query, actor }) => {
      const { db, clock } = context
      const now = clock()
      const site = await findSite(db, actor, query.officeId)
      const date = workingDayAt(now.getTime(), site.hours).date
      const passed = longHeatOf(await readPlan(db, site, { date, scope: planScopeOf(actor), now }))
      return { date, at: passed?.at ?? null, by: passed?.by ?? null }
    }),
    route(plan.paper, 'plan', (call) => sendPlanPaper(context, call)),
  ]
}
