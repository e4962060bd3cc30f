import { isIPv4, isIPv6 } from 'node:net'

const mappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The eight groups of an IPv6 address, as numbers. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...middle, ...back].map((part) => Number.parseInt(part, 16))
}

const ipv6Network = (groups: readonly number[], bits: 48 | 56 | 64): string => {
  const prefix = groups.slice(0, Math.ceil(bits / 16))
  if (bits === 56) prefix[3] = (prefix[3] ?? 0) & 0xff00
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/**
 * The networks that an address belongs to, the narrowest first: an IPv4 address itself and its /24; of IPv6 the /64, the
 * /56 and the /48, since providers give one customer any of these. What is no address at all (`unknown`) is one network.
 * Names of different widths never equal each other, so counts of all of them can be in one map.
 */
export const networksOf = (address: string): readonly [string, ...string[]] => {
  const [unscoped = ''] = address.split('%')
  const plain = mappedPattern.exec(unscoped)?.[1] ?? unscoped
  if (isIPv4(plain)) return [plain, `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`]
  if (!isIPv6(plain)) return [plain.slice(0, 64)]
  const groups = groupsOf(plain)
  return [ipv6Network(groups, 64), ipv6Network(groups, 56), ipv6Network(groups, 48)]
}

/**
 * The network that an address counts for where its calls are limited. An IPv6 customer holds a whole /64, so single
 * addresses there would limit nobody.
 */
export const networkOf = (address: string): string => networksOf(address)[0]
