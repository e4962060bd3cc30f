import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Config } from '../../platform/config/config.ts'
import { isNamedHost, publicLookup } from '../../platform/outside/public-address.ts'
import { isPushAddress } from './push-address.ts'

/** A notice as it goes over the wire. */
export type Wire = { readonly endpoint: string; readonly headers: Record<string, string | number>; readonly body: Buffer }

/** What a push service answered; status 0 where none was reached. */
export type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly error: string | null }

export type Courier = { readonly deliver: (wire: Wire, signal: AbortSignal) => Promise<Answer>; readonly close: () => void }

const patienceMs = 10_000
const connections = 20

/**
 * Takes notices to push services. It follows no redirects and reads no answer but the status, so that an address that a
 * browser made up shows nothing of what is there.
 */
export const createCourier = (config: Pick<Config, 'pushHosts'>): Courier => {
  const agentOptions = { keepAlive: true, maxSockets: connections }
  const plain = new HttpAgent(agentOptions)
  const named = new HttpsAgent(agentOptions)
  const outside = new HttpsAgent({ ...agentOptions, lookup: publicLookup })

  const deliver = ({ endpoint, headers, body }: Wire, signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve) => {
      if (!isPushAddress(config, endpoint)) return resolve({ status: 0, retryAfter: undefined, error: 'address not allowed' })
      const url = new URL(endpoint)
      const [send, agent] =
        url.protocol === 'http:'
          ? ([requestHttp, plain] as const)
          : ([requestHttps, isNamedHost(config.pushHosts, url) ? named : outside] as const)
      const request = send(
        url,
        { method: 'POST', headers, agent, signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) },
        (response) => {
          const { statusCode: status = 0, headers: answered } = response
          // A short answer is read, so that the connection carries the next notice; a long one is cut off.
          let bytes = 0
          response.on('data', (chunk: Buffer) => (bytes += chunk.length) > 65_536 && response.destroy())
          response.on('error', () => undefined)
          resolve({ status, retryAfter: answered['retry-after'], error: status >= 200 && status < 300 ? null : `HTTP ${status}` })
        },
      )
      request.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: 0, retryAfter: undefined, error: (error.code ?? error.message).slice(0, 200) }),
      )
      request.end(body)
    })

  return { deliver, close: () => [plain, named, outside].forEach((agent) => agent.destroy()) }
}
