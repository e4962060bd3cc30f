import { randomBytes } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { sealedBy } from '../../../platform/secrets/sealed.ts'
import type { ChannelKey } from '../store.ts'

/** Of 24 to 64 that Standard Webhooks allows. */
const secretBytes = 32

/** How long the former secret signs beside a new one, so that receivers change theirs in between. Project choice, decisions/0153. */
export const formerSignsMs = 24 * 3_600_000

/** A new secret in the form of Standard Webhooks: `whsec_` and random bytes as base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

const sealed = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => sealedBy(jwtSecrets, 'webhook')

const ownerOf = ({ companyId, channelId }: ChannelKey) => `${companyId}/${channelId}`

/** The secret as it is stored. */
export const sealSigning = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey, secret: string): Buffer =>
  sealed(config).seal(secret, ownerOf(key))

type StoredSigning = {
  readonly sealed_signing: Buffer | null
  readonly sealed_former_signing: Buffer | null
  readonly former_signs_until: Date | null
}

/** The secrets that sign now, the newest first: two for a day after a change. Empty where those of the product that sealed them are gone. */
export const openSigning = (
  config: Pick<Config, 'jwtSecrets'>,
  key: ChannelKey,
  { sealed_signing: newest, sealed_former_signing: former, former_signs_until: until }: StoredSigning,
  now: Date,
): string[] => {
  const inForce = [newest, until !== null && until > now ? former : null]
  return inForce.flatMap((own) => (own === null ? [] : (sealed(config).open(own, ownerOf(key)) ?? [])))
}

/** A new secret of a webhook that had none, and what is stored of it. */
export const newSigning = (config: Pick<Config, 'jwtSecrets'>, key: ChannelKey) => {
  const secret = newSigningSecret()
  return { secret, columns: { ...noSigning, sealed_signing: sealSigning(config, key, secret) } }
}

/** Of a channel that signs nothing. */
export const noSigning = { sealed_signing: null, sealed_former_signing: null, former_signs_until: null }
