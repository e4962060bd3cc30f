import { setTimeout as after } from 'node:timers/promises'
import { DownlinkMessage } from '@mimamori/contract'
import { connect } from 'mqtt'
import { type IngestKey, type CommandChannel, type Sender, TryLater } from './sender.ts'

export type MqttSenderOptions = {
  /** The broker's address, `mqtt://127.0.0.1:1883`. */
  readonly url: string
  readonly key: IngestKey
  /** Milliseconds without an acknowledgement after which the link is taken for dead. */
  readonly timeoutMs?: number
  /** Called with what the server refused, as it reports it on `…/rejected`. */
  readonly onRejected?: (report: string) => void
}

/** The topic a site's readings go to. */
export const readingsTopic = (keyId: string): string => `mimamori/v1/${keyId}/readings`
const rejectedTopic = (keyId: string): string => `mimamori/v1/${keyId}/rejected`
const answersTopic = (keyId: string): string => `mimamori/v1/${keyId}/downlink-ack`
// One gateway takes the commands of all its site's devices.
const commandsTopic = (keyId: string): string => `mimamori/v1/${keyId}/downlink/+`

/** Reads a command; undefined where the payload is none. */
const commandOf = (payload: Buffer): DownlinkMessage | undefined => {
  try {
    return DownlinkMessage.safeParse(JSON.parse(payload.toString('utf8'))).data
  } catch {
    return undefined
  }
}

// The first message may come before the link is up.
const firstConnectMs = 5_000

/**
 * Sends over MQTT 3.1.1 with QoS 1; the acknowledgement follows the server's commit. The client reconnects by itself
 * and, by its own store, delivers what was on its way when the link broke.
 */
export const createMqttSender = ({ url, key, timeoutMs = 30_000, onRejected }: MqttSenderOptions): Sender & CommandChannel => {
  const client = connect(url, {
    username: key.id,
    password: key.secret,
    clientId: `simulator-${key.id}-${process.pid}`,
    protocolVersion: 4,
    reconnectPeriod: 2_000,
    connectTimeout: 10_000,
  })
  const topic = readingsTopic(key.id)
  // Errors of the link end in a reconnect; without a listener they would end the process.
  client.on('error', () => undefined)
  client.on('message', (from, payload) => {
    if (from === rejectedTopic(key.id)) onRejected?.(payload.toString('utf8'))
  })
  client.on('connect', () => {
    if (onRejected) client.subscribe(rejectedTopic(key.id), { qos: 0 })
  })
  let abandon: (() => void) | undefined
  const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()))
  return {
    send: async (readings) => {
      await Promise.race([connected, after(firstConnectMs, undefined, { ref: false })])
      // Publishing while the link is down would fill the client's own store, which has no limit.
      if (!client.connected) throw new TryLater('not connected to the broker')
      return new Promise((resolve, reject) => {
        // A link that looks open but acknowledges nothing is closed; the client opens a new one and delivers again.
        const watchdog = setInterval(() => client.stream.destroy(), timeoutMs)
        const settle = (error?: Error): void => {
          clearInterval(watchdog)
          abandon = undefined
          if (error) reject(new TryLater(error.message, undefined, { cause: error }))
          else resolve({ accepted: readings.length, duplicates: 0, rejected: 0 })
        }
        abandon = () => settle(new Error('closed'))
        client.publish(topic, JSON.stringify({ readings }), { qos: 1 }, (error) => settle(error ?? undefined))
      })
    },
    subscribe: (onCommand) => {
      const start = commandsTopic(key.id).slice(0, -1)
      client.on('message', (from, payload) => {
        const command = from.startsWith(start) ? commandOf(payload) : undefined
        if (command !== undefined) onCommand(command)
      })
      const subscribe = () => void client.subscribe(commandsTopic(key.id), { qos: 1 })
      client.on('connect', subscribe)
      if (client.connected) subscribe()
    },
    answer: async (answer) => {
      await client.publishAsync(answersTopic(key.id), JSON.stringify(answer), { qos: 1 })
    },
    close: async () => {
      abandon?.()
      await client.endAsync(true)
    },
  }
}
