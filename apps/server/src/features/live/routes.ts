import { live } from '@mimamori/contract'
import { type Route, route } from '../../platform/http/route.ts'
import type { Live } from './start-live.ts'

/** The stream of changes. */
export const liveRoutes = (streams: Live): Route[] => [route(live.stream, 'healthCondition', async (call) => streams.attach(call))]
