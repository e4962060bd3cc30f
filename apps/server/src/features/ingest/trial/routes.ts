import { alertLoad } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { startTrial } from './start-trial.ts'

/** Trials of other settings on stored readings. */
export const trialRoutes = (context: Context): Route[] => [
  route(alertLoad.startTrial, 'alertLoad', ({ actor, body }) => startTrial(context, actor, body)),
]
