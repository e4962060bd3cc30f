import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { cardAlphabet, cardCodeOf, codeLetters, secretLetters } from '@mimamori/contract'
import type { Secrets } from '../../platform/config/operation-variables.ts'
import { deriveKeys } from '../../platform/secrets/access-token.ts'
import { type Sealed, sealedBy } from '../../platform/secrets/sealed.ts'
import type { PersonKey } from '../organisation/keys.ts'

// The alphabet has 32 letters, so that every byte gives each of them as often.
const lettersOf = (bytes: Uint8Array, count: number): string =>
  Array.from(bytes.subarray(0, count), (byte) => cardAlphabet[byte % cardAlphabet.length]).join('')

/** The code of a new card: 70 random bits. */
export const newCardCode = (): string => cardCodeOf(lettersOf(randomBytes(codeLetters), codeLetters))

/** What the database keeps of the secret of a card. */
export const hashCardSecret = (companyId: number, secret: string): Buffer =>
  createHash('sha256').update(`card ${companyId} ${secret}`).digest()

/** What a PIN is hashed with: the secret of the card, so that the database alone does not show which of a million PINs it is. */
export const pinWithSecret = (pin: string, secret: string): string => `${pin} ${secret}`

type Card = PersonKey & { readonly code: string }

/** What the database keeps of a card's secret: its hash, and where an older product secret gave it, that secret, sealed. */
type Kept = { readonly hash: Buffer; readonly sealed: Buffer | null }

/**
 * Secrets of cards, derived from the product's own secret, so that a card can be printed again though only a hash is kept (as for refresh
 * tokens, decisions/0007). A new code gives a new secret. What an older secret of the product gave is kept sealed.
 */
export const cardSecrets = (secrets: Secrets) => {
  const keys = deriveKeys(secrets, 'worker card')
  const sealing = sealedBy(secrets, 'worker card secret')
  const newest = sealedBy([secrets[0]], 'worker card secret')
  const ownerOf = ({ companyId, userId, code }: Card): string => `${companyId}.${userId}.${code}`
  const secretOf = (key: (typeof keys)[number], card: Card): string =>
    lettersOf(createHmac('sha256', key).update(ownerOf(card)).digest(), secretLetters)
  const derive = (from: readonly KeyObject[], card: Card, { hash }: Kept): string | undefined =>
    from.map((key) => secretOf(key, card)).find((secret) => hashCardSecret(card.companyId, secret).equals(hash))
  const open = (by: Sealed, card: Card, { hash, sealed }: Kept): string | undefined => {
    const secret = sealed === null ? undefined : by.open(sealed, ownerOf(card))
    // It may be of the card before: a process of an older release leaves it there.
    return secret !== undefined && hashCardSecret(card.companyId, secret).equals(hash) ? secret : undefined
  }
  const find = (card: Card, kept: Kept): string | undefined => derive(keys, card, kept) ?? open(sealing, card, kept)
  return {
    make: (card: Card): string => secretOf(keys[0], card),
    /** The secret of which the hash is kept, whichever of the product's secrets made or sealed it; undefined where none of them did. */
    find,
    /** What is to be kept sealed from now on, so that the newest secret is enough; undefined where it is enough already, or nothing helps. */
    renew: (card: Card, kept: Kept): Buffer | undefined => {
      if (derive([keys[0]], card, kept) !== undefined || open(newest, card, kept) !== undefined) return undefined
      const secret = find(card, kept)
      return secret === undefined ? undefined : newest.seal(secret, ownerOf(card))
    },
  }
}
