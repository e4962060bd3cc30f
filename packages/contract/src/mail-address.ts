const longestAddress = 254
const longestLocalPart = 64
const longestHost = 253

const atom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
/** Letters, or an internationalised name as the DNS holds it. */
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

/** Carriers that gave out addresses with dots anywhere but at the front, against RFC 5321, until 2009; they still deliver. */
const looseCarriers = /^(?:docomo|ezweb)\.ne\.jp$/i

/** Whether a host could have mail: names of a public domain, none of them an address in numbers (RFC 1123). */
export const isMailHost = (host: string): boolean => {
  const labels = host.split('.')
  return host.length <= longestHost && labels.length > 1 && labels.every((part) => label.test(part)) && topLevel.test(labels.at(-1) ?? '')
}

const isLocalPart = (local: string, host: string): boolean => {
  const atoms = local.split('.')
  const written = looseCarriers.test(host) ? atoms.filter((part, index) => part !== '' || index === 0) : atoms
  return local.length <= longestLocalPart && written.every((part) => atom.test(part))
}

/**
 * Whether a text could be the address of a mailbox (RFC 5321, RFC 5322 without quotes): one address in half-width characters,
 * at a host that could exist, and none of the symbols by which a list of addresses is written.
 */
export const isMailAddress = (text: string): boolean => {
  const [local, host, ...more] = text.split('@')
  if (local === undefined || host === undefined || more.length > 0 || text.length > longestAddress) return false
  return isLocalPart(local, host) && isMailHost(host)
}

/** What two spellings of one address have in common: mail servers read OK@x.jp and ok@x.jp as the same. */
export const addressKey = (address: string): string => address.toLowerCase()

/** Addresses without their repeats, whatever the case; each as it was written first. */
export const mergeAddresses = (addresses: readonly string[]): string[] => {
  const byKey = new Map<string, string>()
  for (const address of addresses) if (!byKey.has(addressKey(address))) byKey.set(addressKey(address), address)
  return [...byKey.values()]
}
