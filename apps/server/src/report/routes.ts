import type { Context } from '../platform/context.ts'
import type { Route } from '../platform/route.ts'
import { reportTableRoutes } from './table/routes.ts'

/** Reports: tables of hours, their files and what is sent of them. */
export const reportRoutes = (context: Context): Route[] => [...reportTableRoutes(context)]
