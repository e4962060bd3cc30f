import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { deriveKeys } from './access-token.ts'
import type { Secrets } from '../config/operation-variables.ts'

// AES-256-GCM with the nonce and the tag that NIST SP 800-38D recommends.
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type Sealed = {
  /** Nonce, tag and ciphertext, under the newest secret. */
  readonly seal: (text: string, owner: string) => Buffer
  /** The text, whichever of the secrets sealed it; undefined where none did, or not for this owner. */
  readonly open: (sealed: Buffer, owner: string) => string | undefined
  /** The same under the newest secret; undefined where it is already, or where none of the secrets sealed it. */
  readonly renew: (sealed: Buffer, owner: string) => Buffer | undefined
}

/**
 * Seals what must be read again, and must not be read from a copy of the database.
 * @param use what the texts are; each use has a key of its own
 */
export const sealedBy = (secrets: Secrets, use: string): Sealed => {
  const keys = deriveKeys(secrets, use)
  const seal = (text: string, owner: string): Buffer => {
    const nonce = randomBytes(nonceBytes)
    // The owner is sealed along, so that a row copied to another owner does not open there.
    const cipher = createCipheriv(algorithm, keys[0], nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }
  const openWith = (candidates: readonly KeyObject[], sealed: Buffer, owner: string): string | undefined => {
    if (sealed.length < nonceBytes + tagBytes) return undefined
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    for (const key of candidates) {
      const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner)).setAuthTag(tag)
      const text = cipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8')
      try {
        return text + cipher.final('utf8')
      } catch {
        // Sealed under another of the secrets: the tag says so by throwing.
      }
    }
    return undefined
  }
  return {
    seal,
    open: (sealed, owner) => openWith(keys, sealed, owner),
    renew: (sealed, owner) => {
      if (openWith(keys.slice(0, 1), sealed, owner) !== undefined) return undefined
      const text = openWith(keys.slice(1), sealed, owner)
      return text === undefined ? undefined : seal(text, owner)
    },
  }
}
