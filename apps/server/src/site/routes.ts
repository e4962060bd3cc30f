import { site } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { type Route, route } from '../platform/route.ts'
import { readSiteNow } from './site-now.ts'
import { findGroups, findOffices } from './store.ts'

/** Sites and groups as choices, and a site as it is now. */
export const siteRoutes = (context: Context): Route[] => [
  route(site.search, 'user', ({ actor }) => findOffices(context.db, actor)),

  route(site.groups, 'user', async ({ query, actor }) => {
    const data = await findGroups(context.db, actor, query)
    return { data, count: data.length }
  }),

  route(site.now, 'user', ({ params, actor }) => readSiteNow(context, actor, params.id)),
]
