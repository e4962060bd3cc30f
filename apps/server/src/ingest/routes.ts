import { endpoints } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { unauthorised, unavailable } from '../platform/errors.ts'
import { type Route, route } from '../platform/route.ts'
import { checkBearer } from './ingest-key.ts'
import { QueueFull } from './queue.ts'
import type { Receive } from './receive.ts'

/** `POST /api/ingest`. */
export const ingestRoutes = (context: Context, receive: Receive): Route[] => [
  route(endpoints.ingest.post, 'reading', async ({ body, request }) => {
    const key = await checkBearer(context, request.headers.authorization)
    if (key === undefined) throw unauthorised('ingestKeyUnknown')
    try {
      return await receive(key, body.readings)
    } catch (error) {
      if (error instanceof QueueFull) throw unavailable(1)
      throw error
    }
  }),
]
