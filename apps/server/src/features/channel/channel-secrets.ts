import type { ChannelSecrets } from '@mimamori/contract'
import { ChannelSecrets as Secrets } from '@mimamori/contract'
import type { Config } from '../../platform/config/config.ts'
import { sealedBy } from '../../platform/secrets/sealed.ts'
import type { ChannelKey } from './store.ts'

type Key = Pick<Config, 'jwtSecrets'>

const ownerOf = ({ companyId, channelId }: ChannelKey, what: 'url' | 'secrets') => `${companyId}/${channelId}/${what}`

const sealed = ({ jwtSecrets }: Key) => sealedBy(jwtSecrets, 'notification channel')

/** Shown in place of what is secret. */
export const mask = '…'
const shownEnd = 4
const shortest = 12

/** An address as administrators see it: its host and its last characters. The rest is a secret of most services. */
export const maskedUrl = (address: string): string => {
  const { origin } = new URL(address)
  const rest = address.slice(origin.length)
  return `${origin}/${mask}${rest.length < shortest ? '' : rest.slice(-shownEnd)}`
}

/** What is secret of a channel. */
export type OpenedSecrets = { readonly url: string | null; readonly secrets: ChannelSecrets }

/** Seals the address and the secrets of a channel; null where there is none. */
export const sealSecrets = (config: Key, key: ChannelKey, { url, secrets }: OpenedSecrets) => {
  const names = Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return {
    sealed_url: url === null ? null : sealed(config).seal(url, ownerOf(key, 'url')),
    masked_url: url === null ? null : maskedUrl(url),
    sealed_secrets: names.length === 0 ? null : sealed(config).seal(JSON.stringify(secrets), ownerOf(key, 'secrets')),
    secret_names: names,
  }
}

/** Those of a channel as they are to be kept from now on: under the newest of the product's secrets. */
export const renewSecrets = <Row extends { readonly sealed_url: Buffer | null; readonly sealed_secrets: Buffer | null }>(
  config: Key,
  key: ChannelKey,
  { sealed_url, sealed_secrets }: Row,
) => ({
  sealed_url: (sealed_url === null ? undefined : sealed(config).renew(sealed_url, ownerOf(key, 'url'))) ?? sealed_url,
  sealed_secrets: (sealed_secrets === null ? undefined : sealed(config).renew(sealed_secrets, ownerOf(key, 'secrets'))) ?? sealed_secrets,
})

/** Opens them; undefined where they were sealed under a secret that the product no longer has. */
export const openSecrets = (
  config: Key,
  key: ChannelKey,
  { sealed_url, sealed_secrets }: { readonly sealed_url: Buffer | null; readonly sealed_secrets: Buffer | null },
): OpenedSecrets | undefined => {
  const url = sealed_url === null ? null : sealed(config).open(sealed_url, ownerOf(key, 'url'))
  const secrets = sealed_secrets === null ? '{}' : sealed(config).open(sealed_secrets, ownerOf(key, 'secrets'))
  return url === undefined || secrets === undefined ? undefined : { url, secrets: Secrets.parse(JSON.parse(secrets)) }
}
