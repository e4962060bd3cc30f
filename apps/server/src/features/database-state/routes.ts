import { databaseState } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readState } from './read-state.ts'

/**
 * The state of the database, for people who are responsible for others.
 * @param areAlarmsHeldUp whether this process knows that alarms reach nobody, which it cannot note where nothing can be written
 */
export const databaseStateRoutes = (context: Context, areAlarmsHeldUp: () => boolean): Route[] => [
  route(databaseState.read, 'database', ({ actor }) => readState(context, actor, areAlarmsHeldUp())),
]
