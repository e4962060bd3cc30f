import { BlockList, isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether an address is that of a proxy in front of the product, whose word on where a call came from is believed. */
export type IsProxy = (address: string) => boolean

// The names that other products know these ranges by.
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const add = (list: BlockList, range: string): boolean => {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  if (isIP(address) === 0) return false
  if (prefix === undefined) list.addAddress(address, familyOf(address))
  else if (Number(prefix) > (isIPv4(address) ? 32 : 128)) return false
  else list.addSubnet(address, Number(prefix), familyOf(address))
  return true
}

// Some proxies name the port too: `192.0.2.1:51034`, `[2001:db8::1]:51034`.
const withoutPort = (address: string): string => {
  const [, six, four] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return six ?? four ?? address
}

/**
 * Reads addresses, ranges (`10.0.0.0/8`) and the names `loopback`, `linklocal` and `uniquelocal`, separated by commas.
 * @returns undefined where something of it is none of these
 */
export const readProxies = (text: string): IsProxy | undefined => {
  const list = new BlockList()
  const parts = text.split(',').map((part) => part.trim())
  const ranges = parts.filter((part) => part !== '').flatMap((part) => named[part] ?? [part])
  if (!ranges.every((range) => add(list, range))) return undefined
  return (address) => {
    const plain = withoutPort(address)
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
  }
}

/**
 * Where a call came from: in `X-Forwarded-For`, read from the right, the first address that is no proxy of ours. What
 * is left of it the caller may have written. The connection's own address where that is no address at all.
 */
export const callerAddress = ({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string => {
  const plain = withoutPort(ip)
  return isIP(plain) === 0 ? (raw.socket.remoteAddress ?? '') : plain
}
