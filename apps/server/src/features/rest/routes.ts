import { rest } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readRestDay } from './day.ts'
import { setRests } from './set-rests.ts'

/** Sending people to rest and back (休憩). */
export const restRoutes = (context: Context): Route[] => [
  route(rest.day, 'rest', ({ query, actor }) => readRestDay(context.db, actor, query, context.clock())),
  route(rest.set, 'rest', ({ body, ...requester }) => setRests(context, requester, body)),
]
