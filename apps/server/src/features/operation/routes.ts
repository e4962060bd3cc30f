import { operation } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { AlarmWatch } from './alarm-watch.ts'
import { readShownStatus } from './read-status.ts'

/** How the service itself is, for those who run it. */
export const operationRoutes = (context: Context, watch: Pick<AlarmWatch, 'look' | 'aheadMs'>): Route[] => [
  route(operation.read, 'database', () => readShownStatus(context, watch)),
]
