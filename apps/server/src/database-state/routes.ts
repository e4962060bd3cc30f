import { databaseState } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readState } from './read-state.ts'

/** How the database stands, for people who answer for others. */
export const databaseStateRoutes = (context: Context): Route[] => [
  route(databaseState.read, 'database', ({ actor }) => readState(context, actor)),
]
