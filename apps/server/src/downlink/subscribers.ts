import type { Client } from 'aedes'
import type { Sender } from '../platform/route.ts'
import type { Subscriber } from './dispatch.ts'
import { devicesOfSubscription } from './topics.ts'

/** Who of the connected senders takes commands, by what they subscribed to. */
export const createSubscribers = () => {
  const ofClients = new Map<Client, Map<string, Subscriber>>()
  return {
    all: (): Subscriber[] => {
      const distinct = new Map(
        [...ofClients.values()]
          .flatMap((taken) => [...taken.values()])
          .map((subscriber) => [`${subscriber.officeId}/${subscriber.device}`, subscriber]),
      )
      return [...distinct.values()]
    },
    /** Notes what a sender subscribed to, and gives back what it takes of its own office's commands. */
    add: (client: Client, { keyId, officeId }: Sender, topics: readonly string[]): Subscriber[] => {
      const taken = ofClients.get(client) ?? new Map<string, Subscriber>()
      const added = topics.flatMap((topic) => {
        const device = devicesOfSubscription(keyId, topic)
        if (device === undefined) return []
        const subscriber = { officeId, device }
        taken.set(topic, subscriber)
        return [subscriber]
      })
      if (taken.size > 0) ofClients.set(client, taken)
      return added
    },
    remove: (client: Client, topics: readonly string[]): void => {
      for (const topic of topics) ofClients.get(client)?.delete(topic)
    },
    forget: (client: Client): void => void ofClients.delete(client),
  }
}
