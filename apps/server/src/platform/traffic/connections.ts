import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { admission, type ConnectionBounds, connectionBounds } from './admission-policy.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { networksOf } from './network-of.ts'
import { callerAddress, type IsProxy } from './proxies.ts'

type Connection = {
  /** What a call's socket is found by, which under TLS is another object. */
  readonly key: string
  readonly socket: Socket
  /** Whose it counts as, the narrowest first; none for a proxy's while it carries no call. */
  networks: readonly string[]
  request?: IncomingMessage
  response?: ServerResponse
  /** When it was opened, or its last call began; milliseconds of the process. */
  since: number
  isCut: boolean
}

const cuts = new Counter({ name: 'mimamori_http_cut_total', help: 'Connections closed on their callers', labelNames: ['reason'] })

type Admitted = { readonly sends: 'file' | 'text'; readonly since: number; readonly bytesBefore: number }
const admitted = new WeakMap<IncomingMessage, Admitted>()

/** Notes that the caller is known. A file has the time that an upload takes, all else comes within seconds. */
export const admit = (request: IncomingMessage, sends: 'file' | 'text'): void =>
  void admitted.set(request, { sends, since: performance.now(), bytesBefore: request.socket.bytesRead })

type Exchange = Pick<Connection, 'request' | 'response'>
const admittedAs = ({ request }: Exchange) => (request === undefined ? undefined : admitted.get(request))
const isDribbling = ({ request }: Exchange) => request?.complete === false
const isAnswered = ({ response }: Exchange) => response === undefined || response.closed || response.writableFinished
const isTaking = (exchange: Exchange) => exchange.response?.headersSent === true && !isAnswered(exchange)

/** Whether it is the caller who keeps a call under way, by sending it or by taking its answer. */
export const waitsForCaller = (exchange: Exchange): boolean => isDribbling(exchange) || isTaking(exchange)

/**
 * In which order connections give way: slow strangers, idle strangers, idle others, others whose body is on its way, those
 * that just began; the rest do not.
 */
const rankOf = (connection: Connection, now: number, youngMs: number): number | undefined => {
  if (connection.isCut) return undefined
  const idle = isAnswered(connection) && !isDribbling(connection)
  const isYoung = now - connection.since < youngMs
  if (admittedAs(connection) !== undefined) {
    if (idle) return 2
    if (!isDribbling(connection)) return undefined
    return isYoung ? 4 : 3
  }
  const isSlow = connection.request === undefined || waitsForCaller(connection)
  if (!isSlow && !idle) return undefined
  if (isYoung) return 4
  return isSlow ? 0 : 1
}

/** Whether a caller has had the time there is for sending a call or taking its answer. */
const isLate = (connection: Connection, now: number, bounds: ConnectionBounds): boolean => {
  const known = admittedAs(connection)
  if (!isDribbling(connection)) return known === undefined && isTaking(connection) && now - connection.since > bounds.strangersAnswerMs
  if (known === undefined) return now - connection.since > bounds.bodyMs
  if (known.sends === 'file' && !isAnswered(connection)) return false
  const received = (connection.request?.socket.bytesRead ?? 0) - known.bytesBefore
  return now - known.since > bounds.bodyMs + (received / bounds.bytesASecond) * 1_000
}

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Prevents slow callers from holding all connections: calls are to arrive within seconds, an address has no more than its
 * share, and where there is no room the slow ones give way, the longest first. Nobody known who waits for an answer, and no
 * live stream, is cut.
 */
export const guardConnections = (app: FastifyInstance, isProxy: IsProxy, bounds = connectionBounds): void => {
  const open = new Map<string, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()

  const settle = (connection: Connection, networks: readonly string[]) => {
    for (const network of connection.networks) {
      const before = byNetwork.get(network)
      before?.delete(connection)
      if (before?.size === 0) byNetwork.delete(network)
    }
    connection.networks = networks
    for (const network of networks) {
      const others = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, others.add(connection))
    }
  }

  const forget = (connection: Connection) => {
    settle(connection, [])
    if (open.get(connection.key) === connection) open.delete(connection.key)
  }

  /** Lets the first of these go that may, a few at a time, so that a flood does not have them all looked at for each; false where none may. */
  const makeRoom = (among: Iterable<Connection>, most: number): boolean => {
    const now = performance.now()
    const ranked = [...among].flatMap((connection) => {
      const rank = rankOf(connection, now, bounds.youngMs)
      return rank === undefined ? [] : [{ connection, rank }]
    })
    const going = ranked
      .toSorted((a, b) => a.rank - b.rank || a.connection.since - b.connection.since)
      .slice(0, Math.max(1, Math.floor(most / 20)))
    for (const { connection } of going) {
      connection.isCut = true
      connection.socket.destroy()
      forget(connection)
    }
    cuts.inc({ reason: 'room' }, going.length)
    return going.length > 0
  }

  const hasRoomFor = (networks: readonly string[]): boolean =>
    networks.every((network, index) => {
      const others = byNetwork.get(network)
      const most = index === 0 ? bounds.ofANetwork : bounds.ofAWiderNetwork
      return others === undefined || others.size < most || makeRoom(others, most)
    })
  const hasRoom = () => open.size < bounds.connections || makeRoom(open.values(), bounds.connections)

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const networks = isProxy(address) ? [] : networksOf(address)
    if (!hasRoomFor(networks) || !hasRoom()) {
      cuts.inc({ reason: 'refused' })
      return void socket.destroy()
    }
    const connection: Connection = { key: keyOf(socket), socket, networks: [], since: performance.now(), isCut: false }
    open.set(connection.key, connection)
    settle(connection, networks)
    socket.once('close', () => forget(connection))
  })

  app.addHook('onRequest', async (request, reply) => {
    const connection = open.get(keyOf(request.raw.socket))
    if (connection === undefined) return
    Object.assign(connection, { request: request.raw, response: reply.raw, since: performance.now() })
    const address = callerAddress(request)
    if (!isProxy(request.raw.socket.remoteAddress ?? '') || isProxy(address)) return
    // A proxy's connection counts as the caller's as long as it carries their call.
    const networks = networksOf(address)
    if (!hasRoomFor(networks)) throw admission.connections.refuse()
    settle(connection, networks)
    reply.raw.once('close', () => settle(connection, []))
  })

  const sweep = () => {
    const now = performance.now()
    for (const connection of open.values()) {
      if (connection.isCut || connection.request === undefined || !isLate(connection, now, bounds)) continue
      connection.isCut = true
      cuts.inc({ reason: 'slow' })
      if (connection.response?.headersSent === true) connection.socket.destroy()
      else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, connection.request.socket)
    }
  }
  const timer = setInterval(sweep, bounds.sweepEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
