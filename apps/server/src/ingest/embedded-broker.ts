import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import type { Context } from '../platform/context.ts'
import { checkKey, findKey, type IngestKey } from '../platform/ingest-key.ts'
import { keyIdOfTopic, rejectedTopic, takeMessage } from './mqtt-message.ts'
import type { Receive } from './receive.ts'

export type Broker = { readonly port: number; readonly isConnected: () => boolean; readonly stop: () => Promise<void> }

const badCredentials = 4

const refusal = (returnCode: number) => Object.assign(new Error('not authorised'), { returnCode })

/** Closes connections whose key was revoked: a stolen gateway must not go on sending until it happens to reconnect. */
const watchRevocations = (context: Context, clients: Map<Client, IngestKey>) => {
  const timer = setInterval(() => {
    for (const [client, key] of clients)
      findKey(context, key.keyId).then(
        (row) => row === undefined && client.close(),
        (error: Error) => context.log.debug({ reason: error.message }, 'an ingest key could not be checked'),
      )
  }, 1_000)
  timer.unref()
  return () => clearInterval(timer)
}

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/**
 * The broker for sites without one of their own. A sender's acknowledgement (PUBACK) waits for the commit, since the
 * broker asks for permission to publish before it acknowledges. Readings go nowhere but into the ingestion.
 */
export const startEmbeddedBroker = async (context: Context, receive: Receive): Promise<Broker> => {
  const { config, log } = context
  const keys = new Map<Client, IngestKey>()
  const aedes = await Aedes.createBroker({
    concurrency: 200,
    authenticate: (client, username, password, done) => {
      checkKey(context, username ?? '', password?.toString() ?? '').then(
        (key) => {
          if (key === undefined) return done(refusal(badCredentials), false)
          keys.set(client, key)
          return done(null, true)
        },
        (error: Error) => {
          log.warn({ reason: error.message }, 'an MQTT sender could not be checked')
          done(refusal(3), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const key = client === null ? undefined : keys.get(client)
      if (key === undefined || keyIdOfTopic(packet.topic) !== key.keyId) return done(new Error('topic not allowed'))
      takeMessage(context, receive, key, Buffer.from(packet.payload)).then(
        (report) => {
          if (report !== null)
            aedes.publish(
              { cmd: 'publish', topic: rejectedTopic(key.keyId), payload: JSON.stringify(report), qos: 0, retain: false, dup: false },
              (error) => error && log.warn({ reason: error.message }, 'a rejection could not be reported'),
            )
          done(null)
        },
        (error: Error) => {
          log.error({ err: error }, 'an MQTT message could not be stored')
          done(error)
        },
      )
      return undefined
    },
    authorizeSubscribe: (client, subscription, done) => {
      const key = keys.get(client)
      // A device hears of its own site alone.
      const own = key !== undefined && subscription.topic.startsWith(`mimamori/v1/${key.keyId}/`)
      done(null, own ? subscription : null)
    },
    authorizeForward: (_: Client, packet: AedesPublishPacket) => (keyIdOfTopic(packet.topic) === undefined ? packet : null),
  })
  aedes.on('clientDisconnect', (client) => keys.delete(client))
  aedes.on('clientError', (_, error) => log.debug({ reason: error.message }, 'an MQTT sender was cut off'))
  const stopWatching = watchRevocations(context, keys)
  const server =
    config.tlsCert === undefined || config.tlsKey === undefined
      ? createServer(aedes.handle)
      : createTlsServer({ cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey) }, aedes.handle)
  server.maxConnections = 5_000
  const port = await listen(server, config.mqttPort, config.host)
  return {
    port,
    isConnected: () => server.listening,
    stop: async () => {
      stopWatching()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        aedes.close()
      })
    },
  }
}
