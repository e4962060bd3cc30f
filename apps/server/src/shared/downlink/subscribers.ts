import type { Client } from 'aedes'
import type { Sender } from '../../platform/http/route.ts'
import type { Subscriber } from './dispatch.ts'
import { devicesOfSubscription } from './topics.ts'

/** The connected senders that take commands, by the topics they subscribed to. */
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
    /** Records a sender's subscriptions. @returns those of them that are for commands of its own office */
    add: (client: Client, { keyId, companyId, officeId }: Sender, topics: readonly string[]): Subscriber[] => {
      const taken = ofClients.get(client) ?? new Map<string, Subscriber>()
      const added = topics.flatMap((topic) => {
        const device = devicesOfSubscription(keyId, topic)
        if (device === undefined) return []
        const subscriber = { companyId, officeId, device }
        taken.set(topic, subscriber)
        return [subscriber]
      })
      if (taken.size > 0) ofClients.set(client, taken)
      return added
    },
    /** How many topics a sender subscribed to for commands. */
    countOf: (client: Client): number => ofClients.get(client)?.size ?? 0,
    remove: (client: Client, topics: readonly string[]): void => {
      for (const topic of topics) ofClients.get(client)?.delete(topic)
    },
    forget: (client: Client): void => void ofClients.delete(client),
  }
}
