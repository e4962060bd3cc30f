import { firstSteps } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readFirstSteps } from './read.ts'

/** What a company and a site still need before the first reading can be judged. */
export const firstStepsRoutes = (context: Context): Route[] => [
  route(firstSteps.read, 'firstSteps', ({ query, actor }) => readFirstSteps(context, actor, query.officeId)),
]
