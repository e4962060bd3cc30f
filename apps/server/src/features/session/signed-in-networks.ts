import { networkOf } from '../../platform/traffic/network-of.ts'

const retentionMs = 14 * 24 * 3_600_000
const mostNetworks = 50_000

/**
 * The networks that people are signed in from, by their sign-ins and renewals of the last 14 days. In memory: it decides
 * only how long a try waits, and a console that is open renews every quarter of an hour.
 */
const signedInNetworks = () => {
  const seen = new Map<string, number>()
  return {
    add: (address: string, now: Date): void => {
      const network = networkOf(address)
      // Deleted first, so that the map stays in the order of use.
      seen.delete(network)
      seen.set(network, now.getTime())
      const [oldest] = seen.size > mostNetworks ? seen.keys() : []
      if (oldest !== undefined) seen.delete(oldest)
    },
    has: (address: string, now: Date): boolean => (seen.get(networkOf(address)) ?? -Infinity) > now.getTime() - retentionMs,
  }
}

export const networksSignedInFrom = signedInNetworks()
