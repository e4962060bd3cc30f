import { setTimeout as after } from 'node:timers/promises'
import type { Client } from 'aedes'
import type { Context } from '../../../platform/context.ts'
import type { Sender } from '../../../platform/http/route.ts'
import { publishSignals, type Signals } from '../../../shared/lamp-signal/publish-signals.ts'
import { serverTopic, signalTopic } from '../../../shared/lamp-signal/topics.ts'

/** A subscription of a client: its quality of service, and whether nothing was delivered to it yet. */
type Lamp = { readonly qos: 0 | 1; isNew: boolean }

// A lamp that reads nothing must not hold up the end of the server.
const lastWordsMs = 1_000

type Subscribed = { readonly topic: string; readonly qos: number }

/**
 * The warning lamps at the embedded broker. They are given their signal here rather than by the broker's own retained messages: of a key
 * to which no lamp listens nothing is read, so that a message kept for it would be of long ago.
 */
export const createLamps = (context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>) => {
  const lamps = new Map<Client, { readonly key: Sender; readonly topics: Map<string, Lamp> }>()
  const clientsByKey = new Map<string, Set<Client>>()
  const underWay = new Set<Promise<void>>()
  let signals: Signals | undefined
  let isStopped = false

  const deliver = (client: Client, topic: string, payload: object): void => {
    const lamp = lamps.get(client)?.topics.get(topic)
    if (lamp === undefined) return
    // As a broker does: what a new subscription gets is marked as retained, what follows is not.
    const packet = { cmd: 'publish', topic, payload: JSON.stringify(payload), qos: lamp.qos, retain: lamp.isNew, dup: false } as const
    lamp.isNew = false
    const sent = new Promise<void>((resolve) => {
      client.publish(packet, (error) => {
        if (error) context.log.debug({ reason: error.message }, 'a signal could not be delivered')
        underWay.delete(sent)
        resolve()
      })
    })
    underWay.add(sent)
  }
  const forget = (client: Client): void => {
    const keyId = lamps.get(client)?.key.keyId
    lamps.delete(client)
    if (keyId === undefined) return
    clientsByKey.get(keyId)?.delete(client)
    if (clientsByKey.get(keyId)?.size === 0) clientsByKey.delete(keyId)
  }
  const start = (): Signals =>
    publishSignals(context, {
      keys: async () => [...new Map([...lamps.values()].map(({ key }) => [key.keyId, key])).values()],
      publish: (keyId, signal) => {
        for (const client of clientsByKey.get(keyId) ?? []) deliver(client, signalTopic(keyId), signal)
      },
      // The broker retains nothing, and ends the connections of the key.
      clear: () => undefined,
      sayState: (state) => {
        for (const client of lamps.keys()) deliver(client, serverTopic, state)
      },
    })

  return {
    /** Whether a topic is one that a key's lamps may hear: its own signal, and whether the server is there. */
    mayHear: ({ keyId, isTrial }: Sender, topic: string): boolean =>
      isTrial !== true && (topic === signalTopic(keyId) || topic === serverTopic),
    add: (client: Client, key: Sender, subscriptions: readonly Subscribed[]): void => {
      const own = subscriptions.filter(({ topic, qos }) => qos <= 2 && (topic === signalTopic(key.keyId) || topic === serverTopic))
      if (own.length === 0 || isStopped) return
      const { topics } = lamps.get(client) ?? { topics: new Map<string, Lamp>() }
      for (const { topic, qos } of own) topics.set(topic, { qos: qos === 0 ? 0 : 1, isNew: true })
      lamps.set(client, { key, topics })
      clientsByKey.set(key.keyId, (clientsByKey.get(key.keyId) ?? new Set()).add(client))
      deliver(client, serverTopic, { online: true })
      signals ??= start()
      signals.arrived([key.keyId])
    },
    remove: (client: Client, gone: readonly string[]): void => {
      const topics = lamps.get(client)?.topics
      for (const topic of gone) topics?.delete(topic)
      if (topics?.size === 0) forget(client)
    },
    forget,
    /** Ends it; the lamps hear that the server leaves. */
    stop: async (): Promise<void> => {
      isStopped = true
      await signals?.stop()
      await Promise.race([Promise.all(underWay), after(lastWordsMs, undefined, { ref: false })])
    },
  }
}
