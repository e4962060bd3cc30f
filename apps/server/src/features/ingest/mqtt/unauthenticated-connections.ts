import type { Server, Socket } from 'node:net'
import { Counter } from 'prom-client'
import { networksOf } from '../../../platform/traffic/network-of.ts'
import type { IsProxy } from '../../../platform/traffic/proxies.ts'

/** How many connections without a known key the broker holds, and how long it waits for one; fewer and shorter in tests. */
export const usualBounds = {
  /** Of everybody together: a whole fleet comes back at once after a restart. They are beside those that have authenticated. */
  unauthenticated: 2_000,
  /** Of one IPv4 address or one IPv6 /64. */
  ofAddress: 500,
  /** Of an IPv4 /24, an IPv6 /56 or /48: one customer of a provider may hold any of them. */
  ofWiderNetwork: 1_000,
  /** For the handshake of TLS. */
  handshakeMs: 10_000,
  /** For the CONNECT that follows it. */
  connectMs: 10_000,
  /** From the first packet of TCP until the key is known to be good. */
  authenticateMs: 30_000,
  /** For the other side to close a connection that we have ended. */
  lingerMs: 2_000,
  /** For how long `/readyz` says that connections were refused. */
  refusedLatelyMs: 60_000,
}

const refusals = new Counter({
  name: 'mimamori_mqtt_refused_total',
  help: 'MQTT connections closed or refused for want of room',
  labelNames: ['reason'],
})

type Connection = {
  readonly key: string
  readonly socket: Socket
  readonly networks: readonly string[]
  readonly deadline: NodeJS.Timeout
}

/** Connections in the order in which they came: those that have said nothing, and those whose key is being checked. */
class Line {
  readonly silent = new Set<Connection>()
  readonly checked = new Set<Connection>()

  get length(): number {
    return this.silent.size + this.checked.size
  }

  /** The connection that is closed first: the oldest that has not sent its key, else the oldest. */
  first(): Connection | undefined {
    const [first] = this.silent.size > 0 ? this.silent : this.checked
    return first
  }

  startCheck(connection: Connection): void {
    this.silent.delete(connection)
    this.checked.add(connection)
  }

  delete(connection: Connection): void {
    this.silent.delete(connection)
    this.checked.delete(connection)
  }
}

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** Ends a connection with some last bytes, and closes it where the other side does not: that alone would hold it for ever. */
export const endConnection = (socket: Socket, lastBytes: Buffer, lingerMs: number): void => {
  socket.end(lastBytes)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

export type UnauthenticatedConnections = {
  /** The connection has sent its key, and gives way after those that have not. */
  readonly startCheck: (socket: Socket) => void
  /** The connection has authenticated: it no longer counts here, and never gives way. */
  readonly accept: (socket: Socket) => void
  /** A sender with a good key was refused, because keys that are connected hold all the room that is its own. */
  readonly noteRefusal: () => void
  /** Whether a connection was closed or refused for want of room within the last minute. */
  readonly hasRefusedLately: () => boolean
}

/**
 * Bounds the connections of a server that have not authenticated, by network and together. Where there is no room for a new
 * one the oldest gives way, of the network that is full or of all: a sender with a key says so within a second, and a
 * stranger who holds connections open only closes their own. Proxies carry the connections of many, and count only together.
 */
export const boundUnauthenticated = (server: Server, isProxy: IsProxy = () => false, bounds = usualBounds): UnauthenticatedConnections => {
  const all = new Line()
  const byNetwork = new Map<string, Line>()
  // Under TLS the broker's socket is another object than the server's.
  const open = new Map<string, Connection>()
  let refusedAt = Number.NEGATIVE_INFINITY

  const forget = (connection: Connection): void => {
    clearTimeout(connection.deadline)
    if (open.get(connection.key) === connection) open.delete(connection.key)
    all.delete(connection)
    for (const network of connection.networks) {
      const line = byNetwork.get(network)
      line?.delete(connection)
      if (line?.length === 0) byNetwork.delete(network)
    }
  }
  const lineOf = (network: string): Line => {
    const line = byNetwork.get(network) ?? new Line()
    byNetwork.set(network, line)
    return line
  }
  const note = (reason: string) => {
    refusedAt = performance.now()
    refusals.inc({ reason })
  }
  const makeRoom = (line: Line, most: number, reason: string): void => {
    if (line.length < most) return
    const going = line.first()
    if (going === undefined) return
    note(reason)
    forget(going)
    going.socket.destroy()
  }

  server.prependListener('connection', (socket: Socket) => {
    // Gone before it was looked at.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const networks = isProxy(socket.remoteAddress) ? [] : networksOf(socket.remoteAddress)
    for (const [index, network] of networks.entries()) {
      const line = byNetwork.get(network)
      if (line !== undefined) makeRoom(line, index === 0 ? bounds.ofAddress : bounds.ofWiderNetwork, 'network')
    }
    makeRoom(all, bounds.unauthenticated, 'full')
    const deadline = setTimeout(() => socket.destroy(), bounds.authenticateMs)
    const connection = { key: keyOf(socket), socket, networks, deadline }
    open.set(connection.key, connection)
    for (const line of [all, ...networks.map(lineOf)]) line.silent.add(connection)
    socket.once('close', () => forget(connection))
  })

  return {
    startCheck: (socket) => {
      const connection = open.get(keyOf(socket))
      if (connection === undefined) return
      for (const line of [all, ...connection.networks.map(lineOf)]) line.startCheck(connection)
    },
    accept: (socket) => {
      const connection = open.get(keyOf(socket))
      if (connection !== undefined) forget(connection)
    },
    noteRefusal: () => note('keys'),
    hasRefusedLately: () => performance.now() - refusedAt < bounds.refusedLatelyMs,
  }
}
