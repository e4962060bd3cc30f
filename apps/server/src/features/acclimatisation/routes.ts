import { acclimatisation } from '@mimamori/contract'
import { workingDayAt } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { planFor, seesPersonalLimits } from '../../shared/monitoring/acclimatisation-plan/plan-of-row.ts'
import { readAllowances } from '../../shared/monitoring/acclimatisation-plan/read-allowances.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { readLimitedToday } from '../../shared/plan/limited-today.ts'
import { planScopeOf } from '../../shared/plan/plan-people.ts'
import { removeOverride, setOverride } from './override.ts'

/** How long people who are not used to the heat may work in it, and what a doctor or an administrator said instead. */
export const acclimatisationRoutes = (context: Context): Route[] => {
  const record = recordBulkReads(context, 'acclimatisation')
  return [
    route(acclimatisation.list, 'acclimatisation', async ({ query, ...requester }) => {
      const { db, clock } = context
      const { actor } = requester
      const now = clock()
      const { companyId, officeId, hours } = await findSite(db, actor, query.officeId)
      const { date } = workingDayAt(now.getTime(), hours)
      const groupId = query.groupId ?? null
      const condition = sql<boolean>`${withinScope(actor, personColumns)} and (${groupId}::int is null or u.group_id = ${groupId})`
      const people = await readAllowances(db, {
        companyId,
        officeId,
        date,
        now,
        condition,
        seesPersonalLimits: seesPersonalLimits(actor),
      })
      const limited = await readLimitedToday(db, { companyId, officeId }, people, { scope: planScopeOf(actor), date, now })
      const shown = people.map(({ userId }) => ({ companyId, userId }))
      await record(requester, { officeId, groupId: query.groupId }, shown)
      const data = people.map((person) => ({ ...planFor(actor, person.userId, person), appliesToday: limited.has(person.userId) }))
      return { data, count: data.length, officeId, date }
    }),

    route(acclimatisation.setOverride, 'acclimatisation', ({ params, body, ...requester }) =>
      setOverride(context, requester, params.userId, body),
    ),

    route(acclimatisation.removeOverride, 'acclimatisation', async ({ params, ...requester }) => {
      await removeOverride(context, requester, params.userId)
      return {}
    }),
  ]
}
