import { site } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { type Route, route } from '../platform/route.ts'
import { readSiteNow } from './site-now.ts'
import { findOffices } from './store.ts'

/** Offices as choices, and an office as it is now. */
export const siteRoutes = (context: Context): Route[] => [
  route(site.search, 'user', ({ actor }) => findOffices(context.db, actor)),

  route(site.now, 'user', ({ params, actor }) => readSiteNow(context, actor, params.id)),
]
