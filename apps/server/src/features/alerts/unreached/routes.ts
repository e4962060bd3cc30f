import { escalation } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { findUnreached } from './unreached.ts'

/** Whom an escalation would not reach. */
export const escalationRoutes = (context: Context): Route[] => [
  route(escalation.unreached, 'escalation', ({ query, actor }) => findUnreached(context, actor, query.officeId)),
]
