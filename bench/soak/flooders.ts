import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Those who flood a product, in a thread of their own: one key, one account, and strangers, each from an address of their
 * own on the loopback network. All continue until the thread is ended; what they were answered is counted.
 */

export type Flood = {
  readonly port: number
  readonly bearer: string
  readonly account: string
  readonly devices: number
  readonly strangers: number
}

const { port, bearer, account, devices, strangers } = workerData as Flood
// It is the product that is measured, and not who gets the processor.
if (process.platform === 'linux') setPriority(0, 10)

const answers = new Map<string, number>()
const count = (who: string, what: string | number) => {
  const key = `${who} ${what}`
  answers.set(key, (answers.get(key) ?? 0) + 1)
}
parentPort?.on('message', () => parentPort?.postMessage([...answers], []))

type Ask = {
  readonly who: string
  readonly method?: string
  readonly path: string
  readonly authorization?: string
  readonly body?: string
  readonly agent: Agent
}

const ask = ({ who, method = 'GET', path, authorization, body, agent }: Ask): Promise<void> =>
  new Promise((resolve) => {
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers, timeout: 30_000 })
    const end = (what: string | number) => {
      count(who, what)
      resolve()
    }
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => end('cut'))
    outgoing.on('response', (response) => response.on('close', () => end(response.statusCode ?? 0)).resume())
    outgoing.end(body)
  })

const forever = async (work: () => Promise<unknown>): Promise<never> => {
  for (;;) await work()
}

const readingsAt = (at: Date) =>
  JSON.stringify({
    readings: Array.from({ length: 5_000 }, (_, n) => ({
      kind: 'vital',
      device: String(1 + (n % devices)),
      at: new Date(at.getTime() - Math.floor(n / devices) * 1_000).toISOString(),
      heartRate: 90 + (n % 40),
      interval: 1,
    })),
  })

/** Thirty messages of 5,000 readings at once. */
const floodByKey = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 30 })
  return Array.from({ length: 30 }, () =>
    forever(() => ask({ who: 'key', method: 'POST', path: '/api/ingest', authorization: bearer, body: readingsAt(new Date()), agent })),
  )
}

const costly = [
  '/api/UserRole?limit=1000',
  '/api/HealthCondition?limit=1000',
  '/api/HealthCondition/Alert?allTime=1&limit=1000',
  '/api/AuditLog?limit=1000',
  '/api/UserRole/Download?role=User',
  '/api/live',
]

/** Thirty calls at once of one who is signed in, streams among them. */
const floodByAccount = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  return Array.from({ length: 30 }, (_, n) =>
    forever(() => ask({ who: 'account', path: costly[n % costly.length] ?? '/', authorization: account, agent })),
  )
}

const addressOf = (n: number) => `127.9.${Math.floor(n / 250)}.${1 + (n % 250)}`

/** Begins to sign in and dribbles the body, a byte a second, until it is cut. */
const dribble = (n: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(n) })
    socket.write('POST /api/Authenticate/Login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{')
    const timer = setInterval(() => socket.write(' '), 1_000)
    socket.on('error', () => undefined).resume()
    socket.on('close', () => {
      clearInterval(timer)
      count('stranger', 'cut while dribbling')
      resolve()
    })
  })

/** Guesses passwords, or asks for what nobody may see. */
const guess = (n: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: addressOf(n) })
  return async () => {
    const body = JSON.stringify({ username: `nobody-${n}`, password: 'Guess-1234' })
    await ask({ who: 'stranger', method: 'POST', path: '/api/Authenticate/Login', body, agent })
    await ask({ who: 'stranger', path: '/api/UserRole', authorization: 'Bearer a.b.c', agent })
    await after(1_000)
  }
}

const floodByStrangers = () => Array.from({ length: strangers }, (_, n) => forever(n % 2 === 0 ? () => dribble(n) : guess(n)))

await Promise.all([...floodByKey(), ...floodByAccount(), ...floodByStrangers()])
