import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as it came in. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly at: number
}

/** What a receiver does with the next request: an answer, never one, or one that comes a byte a second and never ends. */
export type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | 'hang' | 'drip'

const drip = (response: ServerResponse) => {
  response.writeHead(200).write('.')
  const dripping = setInterval(() => response.write('.'), 1_000)
  response.on('close', () => clearInterval(dripping))
}

/** A service outside, on this computer: it keeps what it receives and answers as it is set to. */
export const startReceiver = async () => {
  const received: Received[] = []
  const state: { reply: Reply | ((request: Received) => Reply); underWay: number; mostUnderWay: number } = {
    reply: { status: 200, body: 'ok' },
    underWay: 0,
    mostUnderWay: 0,
  }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    state.underWay += 1
    state.mostUnderWay = Math.max(state.mostUnderWay, state.underWay)
    response.on('close', () => (state.underWay -= 1))
    const body = await text(request)
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, at: performance.now() }
    received.push(one)
    const reply = typeof state.reply === 'function' ? state.reply(one) : state.reply
    if (reply === 'hang') return
    if (reply === 'drip') return drip(response)
    response.writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8', ...reply.headers }).end(reply.body ?? '')
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: `http://${host}/services/T000/B000/secretpart7f2c`,
    received,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
