import { endpoints } from '@mimamori/contract'
import { unavailable } from '../platform/errors.ts'
import { type Route, route } from '../platform/route.ts'
import { QueueFull } from './queue.ts'
import type { Receive } from './receive.ts'

/** `POST /api/ingest`. */
export const ingestRoutes = (receive: Receive): Route[] => [
  route(endpoints.ingest.post, 'reading', async ({ body, sender }) => {
    try {
      return await receive(sender, body.readings)
    } catch (error) {
      if (error instanceof QueueFull) throw unavailable(1)
      throw error
    }
  }),
]
