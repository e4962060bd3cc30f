import { office, officeNow } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readOfficeNow } from '../../shared/monitoring/office-now/read.ts'
import { findOffices } from './store.ts'

/** Offices as choices, and an office as it is now. */
export const homeRoutes = (context: Context): Route[] => [
  route(office.search, 'user', ({ body, actor }) => findOffices(context.db, actor, body?.archived)),

  route(officeNow.read, 'user', ({ params, actor }) => readOfficeNow(context, actor, params.id)),
]
