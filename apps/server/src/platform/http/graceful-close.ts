import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

// Docker kills ten seconds after asking; the database needs some of them to close properly.
const patienceMs = 7_000

const isEventStream = (response: ServerResponse) => String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')

/**
 * Lets `close()` finish what is under way: event streams, which never end by themselves, are ended; everything else
 * gets a few seconds. A connection is closed as soon as it is idle, or its keep-alive would hold the stop for a minute.
 */
export const closeGracefully = (app: FastifyInstance): void => {
  const open = new Set<ServerResponse>()
  let isClosing = false
  const letGo = (response: ServerResponse) => {
    open.delete(response)
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  }
  app.addHook('onRequest', async (_, reply) => {
    // The console's start page passes here twice: first as a missing file, then as the page sent instead.
    if (open.has(reply.raw)) return
    open.add(reply.raw)
    // Fastify, its plug-ins and Node's own pipe each listen for the end of a sent file: eleven are no leak.
    reply.raw.setMaxListeners(20)
    reply.raw.once('close', () => letGo(reply.raw))
  })
  app.addHook('onSend', async (_, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const response of open) if (isEventStream(response)) response.end()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
  })
}
