import { setTimeout as after } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import { isNameOfApplication } from './topics.ts'

/** A session at the broker: its address and the client's name. */
export type SessionName = { readonly url: string; readonly name: string }

// Brokers bound what one packet may name, as our own does.
const topicsOfPacket = 50
// A broker ends a connection, and takes back what was in flight on it, within so long, or twice what it took to connect.
const leastPauseMs = 200
const longestPauseMs = 5_000
const leaveMs = 5_000

/** Connects to a durable session, once: it never connects again by itself. */
export const openSession = ({ url, name }: SessionName, clean = false): MqttClient =>
  connect(url, {
    clientId: name,
    clean,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    keepalive: 20,
    resubscribe: false,
  })

/** How long to wait for a broker that needed so long to accept a connection: one that is busy is slow in all it does. */
export const pauseAfter = (connectMs: number): number => Math.min(Math.max(leastPauseMs, 2 * connectMs), longestPauseMs)

/** Ends a connection in order: what was acknowledged before reaches the broker. A broker that does not answer is not waited for. */
export const leaveSession = async (client: MqttClient): Promise<void> => {
  const left = client.endAsync(false).catch(() => undefined)
  await Promise.race([left, after(leaveMs, undefined, { ref: false })])
  client.stream.destroy()
}

const packetsOf = (topics: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(topics.length / topicsOfPacket) }, (_, n) => topics.slice(n * topicsOfPacket, (n + 1) * topicsOfPacket))

/**
 * Subscribes with QoS 1, some topics a packet. Answers those that the broker refused.
 * @throws where the connection ends meanwhile
 */
export const subscribeTo = async (client: MqttClient, topics: readonly string[]): Promise<string[]> => {
  const refused: string[] = []
  for (const packet of packetsOf(topics))
    await new Promise<void>((resolve, reject) => {
      client.subscribe(packet, { qos: 1 }, (error, _, answer) => {
        if (answer?.cmd !== 'suback') return reject(error ?? new Error('the subscription was not answered'))
        refused.push(...packet.filter((_topic, index) => Number(answer.granted[index]) >= 128))
        return resolve()
      })
    })
  return refused
}

/** Ends subscriptions, some topics a packet. */
export const unsubscribeFrom = async (client: MqttClient, topics: readonly string[]): Promise<void> => {
  for (const packet of packetsOf(topics)) await client.unsubscribeAsync(packet)
}

/**
 * Connects, lets somebody do what is to be done on the connection, and leaves. What the broker delivers meanwhile is
 * not acknowledged: it comes again on the next connection.
 */
const visit = async (session: SessionName, clean: boolean, work: (client: MqttClient) => Promise<unknown>): Promise<void> => {
  const client = openSession(session, clean)
  client.handleMessage = (_, callback) => callback(new Error('not taken'))
  const failed = Promise.withResolvers<never>()
  const connected = Promise.withResolvers<unknown>()
  client.on('connect', connected.resolve)
  client.on('error', failed.reject)
  client.on('close', () => failed.reject(new Error('the MQTT broker ended the connection')))
  failed.promise.catch(() => undefined)
  try {
    await Promise.race([connected.promise, failed.promise])
    await Promise.race([work(client), failed.promise])
  } finally {
    await leaveSession(client)
  }
}

/**
 * Makes sure that nobody else is connected to a session any more, and that the broker has taken back what was in flight
 * there. RabbitMQ sends a newcomer the next messages before it has ended the former connection, and then those in
 * flight there; once both are over, everything is in order again.
 */
export const knock = async (session: SessionName): Promise<void> => {
  const began = performance.now()
  let pauseMs = 0
  await visit(session, false, () => after((pauseMs = pauseAfter(performance.now() - began))))
  await after(pauseMs)
}

/**
 * Makes a session collect topics, without reading any.
 * @throws where the broker refuses one of them, other than an application's: a customer named that, and the others must not wait for it
 */
export const prepareSession = (session: SessionName, topics: readonly string[]): Promise<void> =>
  visit(session, false, async (client) => {
    const refused = (await subscribeTo(client, topics)).filter((topic) => !isNameOfApplication(topic))
    if (refused.length > 0) throw new Error(`the MQTT broker refused ${refused.length} subscriptions, the first to ${refused[0]}`)
  })

/** Removes a session, and what waits in it, from the broker. */
export const removeSession = (session: SessionName): Promise<void> => visit(session, true, () => Promise.resolve())
