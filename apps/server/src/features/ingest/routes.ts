import { endpoints, uplink } from '@mimamori/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { ComeAgain } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { QueueFull } from './transient.ts'
import type { Receive } from './receive.ts'
import { receiveUplink } from './receive-uplink.ts'
import { countsOf } from './status/received-counts.ts'

// What a sender cannot send again as it is.
const refusedWhole = new Set([400, 413, 415])

const messagePaths = new Set<string | undefined>([endpoints.ingest.post.path, uplink.chirpstack.path, uplink.tts.path])

/** What an answer says first; undefined where it says nothing, as to a sender that went away before its message was complete. */
const firstLine = (answer: unknown): string | undefined => {
  if (typeof answer !== 'string' || answer === '') return undefined
  try {
    const lines: unknown = JSON.parse(answer)
    return String(Array.isArray(lines) ? lines[0] : lines)
  } catch {
    return answer
  }
}

/** Counts messages with a good key that could not be read as a whole, so that their site is shown them. */
export const countRefusedMessages = (app: FastifyInstance, { pool, clock }: Pick<Context, 'pool' | 'clock'>): void => {
  app.addHook('onSend', async ({ caller, routeOptions }, { statusCode }, answer) => {
    if (!refusedWhole.has(statusCode) || !messagePaths.has(routeOptions.url) || caller === null || !('sender' in caller)) return
    const reason = firstLine(answer)
    if (reason !== undefined) countsOf(pool).refuseMessage(caller.sender, 'http', clock().getTime(), reason)
  })
}

/** @throws ComeAgain where the sender has too much waiting */
const unlessFull = async <Answer>(taken: Promise<Answer>): Promise<Answer> => {
  try {
    return await taken
  } catch (error) {
    if (error instanceof QueueFull) throw new ComeAgain()
    throw error
  }
}

/** The trace that a sender names; a header that comes twice names none. */
const traceparentIn = ({ headers: { traceparent } }: FastifyRequest): string | undefined =>
  typeof traceparent === 'string' ? traceparent : undefined

/** What senders post: our own readings, and the messages of network servers of LoRaWAN. */
export const ingestRoutes = (context: Context, receive: Receive): Route[] => [
  route(endpoints.ingest.post, 'reading', ({ body, sender, request }) =>
    unlessFull(receive(sender, body.readings, false, { traceparent: traceparentIn(request) })),
  ),

  route(uplink.chirpstack, 'connection', ({ query, body, sender }) =>
    unlessFull(receiveUplink(context, receive, sender, { type: 'chirpstack', message: body, event: query.event })),
  ),

  route(uplink.tts, 'connection', ({ body, sender }) =>
    unlessFull(receiveUplink(context, receive, sender, { type: 'tts', message: body })),
  ),
]
