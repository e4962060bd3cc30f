import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { finished } from 'node:stream'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client, type ConnectPacket } from 'aedes'
import type { Context } from '../../../platform/context.ts'
import { FairRoom } from '../../../platform/traffic/fair-room.ts'
import { readProxies } from '../../../platform/traffic/proxies.ts'
import { checkKey, noteUse } from '../../../shared/access-keys/ingest-key.ts'
import type { Sender } from '../../../platform/http/route.ts'
import { startDispatch } from '../../../shared/downlink/dispatch.ts'
import { createLamps } from './lamps.ts'
import type { Mqtt } from './mqtt.ts'
import { messageTaker } from './mqtt-message.ts'
import { boundPackets, longestMessage, type PacketFlow } from './packet-flow.ts'
import { isTransient } from '../transient.ts'
import type { Receive } from '../receive.ts'
import { boundUnauthenticated, endConnection, usualBounds } from './unauthenticated-connections.ts'
import { watchRevocations } from './watch-revocations.ts'
import { createSubscribers } from '../../../shared/downlink/subscribers.ts'
import { devicesOfSubscription } from '../../../shared/downlink/topics.ts'
import { type Address, addressOf, readingsTopic, rejectedTopic } from './topics.ts'

// Return codes of CONNACK, MQTT 3.1.1 §3.2.2.3.
const serverUnavailable = 3
const badCredentials = 4

const refusal = (returnCode: number): AuthenticateError => Object.assign(new Error('not authorised'), { returnCode })

// Messages of all senders that are read and not yet stored, and of them those of one key.
const bytesOfAll = 64_000_000
const bytesOfKey = longestMessage
const connectionsOfAll = 5_000
// A gateway names each of its devices, or all of them by one wildcard.
const mostSubscriptions = 5_000
// Messages of QoS 2 that a sender has not released yet.
const mostUnreleased = 100

/** "Unsupported protocol version" (0x84) as MQTT 5 says it; the broker itself would answer in the form of 3.1.1. */
const unsupportedVersion = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00])

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/**
 * The broker for offices without one of their own. A sender's acknowledgement (PUBACK) waits for the commit, since the
 * broker asks for permission to publish before it acknowledges. Readings go only into the ingestion. A message
 * that cannot be stored just now costs its sender the connection: on the next they send again, in order, all that was
 * not acknowledged.
 */
export const startEmbeddedBroker = async (context: Context, receive: Receive, bounds = usualBounds): Promise<Mqtt> => {
  const { config, log } = context
  const server =
    config.tlsCert === undefined || config.tlsKey === undefined
      ? createServer()
      : createTlsServer({
          cert: readFileSync(config.tlsCert),
          key: readFileSync(config.tlsKey),
          handshakeTimeout: bounds.handshakeMs,
        })
  const unauthenticated = boundUnauthenticated(server, readProxies(config.trustedProxies), bounds)
  const keys = new WeakMap<Client, Sender>()
  const flows = new WeakMap<Client, PacketFlow>()
  const room = new FairRoom(bytesOfAll, bytesOfKey)
  const connections = new FairRoom(connectionsOfAll)
  const online = new Set<Client>()

  const takeMessage = messageTaker(context, receive)
  const taken = async (client: Client, key: Sender, use: Address['use'], payload: Buffer): Promise<void> => {
    const report = await takeMessage(key, use, payload).catch((error: unknown) => {
      if (!isTransient(error)) log.error({ err: error }, 'an MQTT message could not be stored')
      throw error
    })
    await noteUse(context, key)
    if (report === null || client.closed) return
    aedes.publish(
      { cmd: 'publish', topic: rejectedTopic(key.keyId), payload: JSON.stringify(report), qos: 0, retain: false, dup: false },
      (error) => error && log.warn({ reason: error.message }, 'a rejection could not be reported'),
    )
  }

  const aedes = await Aedes.createBroker({
    concurrency: 200,
    connectTimeout: bounds.connectMs,
    maxInflightInbound: mostUnreleased,
    preConnect: (client, packet: ConnectPacket, done) => {
      if (packet.protocolVersion === 5) {
        endConnection(client.conn as Socket, unsupportedVersion, bounds.lingerMs)
        return done(null, false)
      }
      // What a session keeps while its device is away would pile up in memory; a device subscribes again by itself.
      packet.clean = true
      // Messages that go past the broker are signs of life as well, so the connection itself counts its silence.
      if ((packet.keepalive ?? 0) > 0) flows.get(client)?.endAfter(1_500 * (packet.keepalive ?? 0))
      packet.keepalive = 0
      return done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const socket = client.conn as Socket
      unauthenticated.startCheck(socket)
      checkKey(context, username ?? '', password?.toString() ?? '', 'mqtt').then(
        (key) => {
          if (key === undefined) return done(refusal(badCredentials), false)
          if (!connections.tryTake(key, 1)) {
            unauthenticated.noteRefusal()
            return done(refusal(serverUnavailable), false)
          }
          unauthenticated.accept(socket)
          finished(client.conn, () => connections.give(key, 1))
          keys.set(client, key)
          flows.get(client)?.belongTo(key)
          // Two offices may name their gateways alike; one must not disconnect the other's.
          client.id = `${key.keyId}/${client.id}`
          return done(null, true)
        },
        (error: Error) => {
          log.debug({ reason: error.message }, 'an MQTT sender could not be checked')
          done(refusal(serverUnavailable), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const key = client === null ? undefined : keys.get(client)
      const address = addressOf(packet.topic)
      if (client === null || key === undefined || address?.keyId !== key.keyId) return done(new Error('topic not allowed'))
      packet.retain = false
      const settle = flows.get(client)?.begin()
      const payload = Buffer.from(packet.payload)
      // It is forwarded to nobody, and what is kept of one with QoS 2 until its sender releases it must not fill the memory.
      packet.payload = Buffer.alloc(0)
      taken(client, key, address.use, payload)
        .finally(settle)
        .then(() => done(null), done)
      return undefined
    },
    authorizeSubscribe: (client, subscription, done) => {
      const key = keys.get(client)
      // A device subscribes to its own office's topics only, and readings are delivered to nobody, nor commands to a trial key.
      const isOwn =
        key !== undefined &&
        (subscription.topic === rejectedTopic(key.keyId) ||
          lamps.mayHear(key, subscription.topic) ||
          (key.isTrial !== true && devicesOfSubscription(key.keyId, subscription.topic) !== undefined))
      done(null, isOwn && subscribers.countOf(client) < mostSubscriptions ? subscription : null)
    },
    authorizeForward: (_: Client, packet: AedesPublishPacket) => (addressOf(packet.topic) === undefined ? packet : null),
  })
  const subscribers = createSubscribers()
  const lamps = createLamps(context)
  const dispatch = startDispatch(context, {
    subscribers: subscribers.all,
    publish: (topic, payload) =>
      aedes.publish(
        { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false },
        (error) => error && log.warn({ reason: error.message }, 'a command could not be published'),
      ),
  })
  aedes.on('subscribe', (subscriptions, client) => {
    const key = keys.get(client)
    if (key === undefined) return
    const topics = subscriptions.map(({ topic }) => topic)
    dispatch.arrived(subscribers.add(client, key, topics))
    lamps.add(client, key, subscriptions)
  })
  aedes.on('unsubscribe', (topics, client) => {
    subscribers.remove(client, topics)
    lamps.remove(client, topics)
  })
  aedes.on('client', (client) => online.add(client))
  aedes.on('clientReady', (client) => {
    const key = keys.get(client)
    if (key !== undefined) flows.get(client)?.takeMessages(readingsTopic(key.keyId), (payload) => taken(client, key, 'readings', payload))
  })
  aedes.on('clientDisconnect', (client) => {
    online.delete(client)
    subscribers.forget(client)
    lamps.forget(client)
  })
  const onFault = (_: Client, error: Error) => log.debug({ reason: error.message }, 'an MQTT sender was disconnected')
  aedes.on('clientError', onFault)
  aedes.on('connectionError', onFault)

  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const accept = (socket: Socket): void => {
    const client = aedes.handle(socket)
    flows.set(client, boundPackets(socket, room))
  }
  const stopWatching = watchRevocations(context, online, keys)
  // Node only reports a handshake that failed or took too long; the connection would stay.
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    log.debug({ reason: error.message }, 'the handshake of an MQTT connection failed')
    socket.destroy()
  })
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', accept)
  const port = await listen(server, config.mqttPort, config.host)
  return {
    port,
    isConnected: () => server.listening,
    sessions: () => online.size,
    hasRefusedLately: unauthenticated.hasRefusedLately,
    stop: async () => {
      stopWatching()
      await dispatch.stop()
      await lamps.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        aedes.close()
        // Clients that have not authenticated would delay the stop.
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}
