import { endpoints, uplink } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { ComeAgain } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { QueueFull } from './transient.ts'
import type { Receive } from './receive.ts'
import { receiveUplink } from './receive-uplink.ts'

/** @throws ComeAgain where the sender has too much waiting */
const unlessFull = async <Answer>(taken: Promise<Answer>): Promise<Answer> => {
  try {
    return await taken
  } catch (error) {
    if (error instanceof QueueFull) throw new ComeAgain()
    throw error
  }
}

/** What senders post: our own readings, and the messages of network servers of LoRaWAN. */
export const ingestRoutes = (context: Context, receive: Receive): Route[] => [
  route(endpoints.ingest.post, 'reading', ({ body, sender }) => unlessFull(receive(sender, body.readings))),

  route(uplink.chirpstack, 'connection', ({ query, body, sender }) =>
    unlessFull(receiveUplink(context, receive, sender, { type: 'chirpstack', message: body, event: query.event })),
  ),

  route(uplink.tts, 'connection', ({ body, sender }) =>
    unlessFull(receiveUplink(context, receive, sender, { type: 'tts', message: body })),
  ),
]
