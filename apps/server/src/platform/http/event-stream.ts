import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

const reconnectAfterMs = 2_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or collects would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Turns an answer into a stream of server-sent events. The reply is taken over: nothing more may be sent by it. */
export const beginEventStream = (reply: FastifyReply): ServerResponse => {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200)
  response.write(`retry: ${reconnectAfterMs}\n\n`)
  return response
}

/** One event; `position` is what a client resumes from that has received it. */
export const eventText = (event: string, data: string, position?: number): string =>
  `event: ${event}\ndata: ${data}\n${position === undefined ? '' : `id: ${position}\n`}\n`
