import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'
import type { ChannelKey } from '../store.ts'

/** Of 24 to 64 that Standard Webhooks allows. */
const secretBytes = 32

/** How long a former secret signs beside a new one, so that receivers change theirs in between. Project choice, decisions/0153. */
const formerSignsMs = 24 * 3_600_000

/** A new secret in the form of Standard Webhooks: `whsec_` and random bytes as base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

const sealed = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => sealedBy(jwtSecrets, 'webhook')

const ownerOf = ({ companyId, channelId }: ChannelKey) => `${companyId}/${channelId}`

/** The secret as it is stored. */
export const sealSigning = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey, secret: string): Buffer =>
  sealed(config).seal(secret, ownerOf(key))

/** Those that sign as they are to be kept from now on: under the newest of the product's secrets. */
export const renewSigning = (
  config: Pick<Config, 'jwtSecrets'>,
  key: ChannelKey,
  { sealed_signing, sealed_former_signing }: { readonly sealed_signing: Buffer | null; readonly sealed_former_signing: Buffer | null },
) => {
  const renew = (content: Buffer | null) => (content === null ? undefined : sealed(config).renew(content, ownerOf(key))) ?? content
  return { sealed_signing: renew(sealed_signing), sealed_former_signing: renew(sealed_former_signing) }
}

/** At most so many former secrets sign beside the newest: each makes the signature of every event longer. */
export const mostFormer = 4

const Formers = z.array(z.object({ secret: z.string(), until: z.coerce.date() }))
type Former = z.output<typeof Formers>[number]

type StoredSigning = {
  readonly sealed_signing: Buffer | null
  readonly sealed_former_signing: Buffer | null
  readonly former_signs_until: Date | null
}

const openNewest = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey, { sealed_signing: newest }: StoredSigning) =>
  newest === null ? undefined : sealed(config).open(newest, ownerOf(key))

/** The former secrets that still sign, the newest first. */
const openFormers = (
  config: Pick<Config, 'jwtSecrets'>,
  key: ChannelKey,
  { sealed_former_signing: former, former_signs_until: until }: StoredSigning,
  now: Date,
): Former[] => {
  if (former === null || until === null || until <= now) return []
  const opened = sealed(config).open(former, ownerOf(key))
  return opened === undefined ? [] : Formers.parse(JSON.parse(opened)).filter((own) => own.until > now)
}

/**
 * The secrets that sign now, the newest first: for a day after a change also the one before it. Empty where those of the product that
 * sealed them are gone.
 */
export const openSigning = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey, stored: StoredSigning, now: Date): string[] => {
  const newest = openNewest(config, key, stored)
  return newest === undefined ? [] : [newest, ...openFormers(config, key, stored, now).map(({ secret }) => secret)]
}

/**
 * What is stored of a webhook whose secret is replaced; every one that signs keeps signing for as long as was promised.
 * @returns undefined where too many would sign
 */
export const rotated = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey, stored: StoredSigning, now: Date) => {
  const newest = openNewest(config, key, stored)
  const until = new Date(now.getTime() + formerSignsMs)
  const formers = [...(newest === undefined ? [] : [{ secret: newest, until }]), ...openFormers(config, key, stored, now)]
  if (formers.length > mostFormer) return undefined
  const secret = newSigningSecret()
  const columns = {
    sealed_signing: sealSigning(config, key, secret),
    sealed_former_signing: sealed(config).seal(JSON.stringify(formers), ownerOf(key)),
    former_signs_until: until,
  }
  return { secret, until, columns }
}

/** A new secret of a webhook that had none, and what is stored of it. */
export const newSigning = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey) => {
  const secret = newSigningSecret()
  return { secret, columns: { ...noSigning, sealed_signing: sealSigning(config, key, secret) } }
}

/** Of a channel that signs nothing. */
export const noSigning = { sealed_signing: null, sealed_former_signing: null, former_signs_until: null }
