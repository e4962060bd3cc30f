import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cardAlphabet, cardCodeOf, codeLetters, secretLetters } from '@mimamori/contract'
import type { Secrets } from '../../platform/config/operation-variables.ts'
import { deriveKeys } from '../../platform/secrets/access-token.ts'
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

/**
 * Secrets of cards, derived from the product's own secret, so that a card can be printed again though only a hash is kept (as for refresh
 * tokens, decisions/0007). A new code gives a new secret.
 */
export const cardSecrets = (secrets: Secrets) => {
  const keys = deriveKeys(secrets, 'worker card')
  const secretOf = (key: (typeof keys)[number], { companyId, userId, code }: Card): string =>
    lettersOf(createHmac('sha256', key).update(`${companyId}.${userId}.${code}`).digest(), secretLetters)
  return {
    make: (card: Card): string => secretOf(keys[0], card),
    /** The secret of which the hash is kept, whichever of the product's secrets made it; undefined where none of them did. */
    find: (card: Card, hash: Buffer): string | undefined =>
      keys.map((key) => secretOf(key, card)).find((secret) => hashCardSecret(card.companyId, secret).equals(hash)),
  }
}
