import { isIP } from 'node:net'
import type { Config } from '../../platform/config/config.ts'
import { isNamedHost } from '../../platform/outside/public-address.ts'

/**
 * True where a notice may go to the address, which a browser chose: HTTPS to a host with a name, so that nobody makes the
 * server call its own network. Where the name leads is looked at when it is called, by `publicLookup`.
 */
export const isPushAddress = (config: Pick<Config, 'pushHosts'>, text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  if (isNamedHost(config.pushHosts, url)) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && url.port === '' && url.hostname.includes('.') && isIP(url.hostname) === 0
}
