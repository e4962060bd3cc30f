import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// What is not out on the internet (RFC 6890): this machine, its network, its cloud's own services.
// A list for each family: an IPv4 address would match those of IPv6 that carry one.
const inside = { 4: new BlockList(), 6: new BlockList() }
const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const
// Also those that carry an IPv4 address inside.
const ranges6 = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const
for (const [network, bits] of ranges4) inside[4].addSubnet(network, bits, 'ipv4')
for (const [network, bits] of ranges6) inside[6].addSubnet(network, bits, 'ipv6')

/** True for an IP address out on the internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !inside[4].check(address, 'ipv4')
  return family === 6 && !inside[6].check(address, 'ipv6')
}

/** True where a list of hosts, in small letters, names that of the address: `name:port`, also its usual one, or `name` or `name:*` for all. */
export const isNamedHost = (hosts: readonly string[], { hostname, port, protocol }: URL): boolean => {
  const own = port === '' ? (protocol === 'http:' ? '80' : '443') : port
  return [hostname, `${hostname}:${own}`, `${hostname}:*`].some((name) => hosts.includes(name))
}

/** Looks a name up as Node does, and refuses one that leads into a network of our own. */
export const publicLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return answer(error, '', 0)
    const found = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = found
    if (first === undefined) return answer(Object.assign(new Error(`${hostname} is not out on the internet`), { code: 'EPRIVATE' }), '', 0)
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family)
  })
}
