import { healthCondition } from '@mimamori/contract'
import { healthRowFor } from '../../shared/monitoring/workers/health-rows.ts'
import { personKeysOf } from '../../shared/monitoring/workers/owner.ts'
import type { Context } from '../../platform/context.ts'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { defaultLimit } from '../../platform/database/list-page.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readDetail } from './detail.ts'
import { healthPages } from './read-page.ts'
import { healthOrders } from './sort.ts'
import { countHealth } from './store.ts'

/** Conditions of workers now: the list, how many have which level, and one worker's day. */
export const conditionRoutes = (context: Context): Route[] => {
  const readPage = healthPages(context)
  const record = recordBulkReads(context, 'conditionList')
  return [
    route(healthCondition.list, 'healthCondition', async ({ query, ...requester }) => {
      const { actor } = requester
      const page = {
        offset: query.offset,
        limit: query.limit ?? defaultLimit,
        // The customer's screens send `sort` in an unspecified form: it is accepted where it names a key.
        sortKey: query.sortKey ?? (Object.hasOwn(healthOrders.keys, query.sort ?? '') ? query.sort : undefined),
        sortOrder: query.sortOrder,
        withDataOnly: query.healthData,
        minLevel: query.minLevel,
        longInHeat: query.longInHeat ?? false,
      }
      const { rows, count } = await readPage(actor, query, page)
      const { officeId, groupId, minLevel, longInHeat, healthData } = query
      await record(requester, { officeId, groupId, minLevel, longInHeat, healthData }, personKeysOf(rows))
      return { data: rows.map((owned) => healthRowFor(actor.role, owned)), count }
    }),

    route(healthCondition.summary, 'healthCondition', async ({ query, actor }) => {
      const now = context.clock()
      const { heard_at: heardAt, ...counts } = await countHealth(context.db, actor, query, now)
      return { ...counts, lastReceivedAt: toJapanIsoOrNull(heardAt) }
    }),

    route(healthCondition.detail, 'healthCondition', ({ params, ...requester }) => readDetail(context, requester, params)),
  ]
}
