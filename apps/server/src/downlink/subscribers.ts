import type { Client } from 'aedes'
import type { Sender } from '../platform/route.ts'
import type { Taker } from './dispatch.ts'
import { devicesOfSubscription } from './topics.ts'

/** Who of the connected senders takes commands, by what they subscribed to. */
export const createTakers = () => {
  const ofClients = new Map<Client, Map<string, Taker>>()
  return {
    all: (): Taker[] => {
      const distinct = new Map(
        [...ofClients.values()].flatMap((taken) => [...taken.values()]).map((taker) => [`${taker.officeId}/${taker.device}`, taker]),
      )
      return [...distinct.values()]
    },
    /** Notes what a sender subscribed to, and gives back what it takes of its own site's commands. */
    add: (client: Client, { keyId, officeId }: Sender, topics: readonly string[]): Taker[] => {
      const taken = ofClients.get(client) ?? new Map<string, Taker>()
      const added = topics.flatMap((topic) => {
        const device = devicesOfSubscription(keyId, topic)
        if (device === undefined) return []
        const taker = { officeId, device }
        taken.set(topic, taker)
        return [taker]
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
