import { endpoints } from '@mimamori/contract'
import { ComeAgain } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { QueueFull } from './transient.ts'
import type { Receive } from './receive.ts'

/** `POST /api/ingest`. */
export const ingestRoutes = (receive: Receive): Route[] => [
  route(endpoints.ingest.post, 'reading', async ({ body, sender }) => {
    try {
      return await receive(sender, body.readings)
    } catch (error) {
      if (error instanceof QueueFull) throw new ComeAgain()
      throw error
    }
  }),
]
