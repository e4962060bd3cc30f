import { Agent, request } from 'node:http'
import type { Call } from './made-calls.ts'

/** What came of a call: its status, or that it was cut, or that nothing came. */
export type Outcome = { readonly status: number | 'cut' | 'silent'; readonly ms: number }

const patienceMs = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

const once = (origin: string, call: Call, headers: Readonly<Record<string, string>>): Promise<Outcome> => {
  const started = performance.now()
  const body = call.body === undefined || call.method === 'GET' ? undefined : Buffer.from(call.body)
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve) => {
    const end = (status: Outcome['status']) => resolve({ status, ms: performance.now() - started })
    const outgoing = request(`${origin}${call.url}`, { method: call.method, agent, headers: { ...headers, ...call.headers, ...length } })
    outgoing.setTimeout(patienceMs, () => {
      end('silent')
      outgoing.destroy()
    })
    outgoing.on('error', () => end('cut'))
    outgoing.on('response', (response) => {
      const { statusCode = 0 } = response
      // A stream never ends by itself.
      const isStream = String(response.headers['content-type']).startsWith('text/event-stream')
      if (isStream) setTimeout(() => outgoing.destroy(), 20)
      response
        .on('error', () => end(isStream ? statusCode : 'cut'))
        .on('close', () => end(response.complete || isStream ? statusCode : 'cut'))
        .resume()
    })
    outgoing.end(body)
  })
}

/** Makes a call and reads its answer. One whose connection was just being closed by the server is made again. */
export const askOnce = async (origin: string, call: Call, headers: Readonly<Record<string, string>>): Promise<Outcome> => {
  const outcome = await once(origin, call, headers)
  return outcome.status === 'cut' ? once(origin, call, headers) : outcome
}
