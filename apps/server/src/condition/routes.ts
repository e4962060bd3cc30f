import { healthCondition, issueText } from '@mimamori/contract'
import { healthRowFor } from '../monitoring/health-rows.ts'
import type { Context } from '../platform/context.ts'
import { badRequest } from '../platform/errors.ts'
import { toJapanIsoOrNull } from '../platform/japan-time.ts'
import { type Route, route } from '../platform/route.ts'
import { readDetail } from './detail.ts'
import { healthPages } from './read-page.ts'
import { type HealthOrder, isHealthSortKey } from './sort.ts'
import { countHealth } from './store.ts'

const defaultLimit = 20

/** @throws Refusal 400 where the list has no such key to sort by */
const orderFrom = (sortKey: string | undefined, sortOrder: 'asc' | 'desc' | undefined): HealthOrder => {
  if (sortKey === undefined || sortKey === '') return undefined
  const key = sortKey
  if (!isHealthSortKey(key))
    throw badRequest(issueText('healthCondition', { code: 'invalid_value', path: ['sortKey'], values: [], message: '' }))
  return { key, direction: sortOrder ?? 'asc' }
}

/** Conditions of workers now: the list, how many stand at which level, and one worker's day. */
export const conditionRoutes = (context: Context): Route[] => {
  const readPage = healthPages(context)
  return [
    route(healthCondition.list, 'healthCondition', async ({ query, actor }) => {
      const page = {
        offset: query.offset,
        limit: query.limit ?? defaultLimit,
        // The customer's screens say `sort`, in a form that is not written down: taken where it names a key.
        order: orderFrom(query.sortKey ?? (isHealthSortKey(query.sort ?? '') ? query.sort : undefined), query.sortOrder),
        withDataOnly: query.healthData,
        minLevel: query.minLevel,
      }
      const { rows, count } = await readPage(actor, query, page)
      return { data: rows.map(({ row }) => healthRowFor(actor.role, row)), count }
    }),

    route(healthCondition.summary, 'healthCondition', async ({ query, actor }) => {
      const now = context.clock()
      const { last_at: lastAt, ...counts } = await countHealth(context.db, actor, query, now)
      return { ...counts, lastReceivedAt: toJapanIsoOrNull(lastAt !== null && lastAt > now ? now : lastAt) }
    }),

    route(healthCondition.detail, 'healthCondition', ({ params, actor }) => readDetail(context, actor, params)),
  ]
}
