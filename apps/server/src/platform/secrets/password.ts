import { randomBytes, randomInt } from 'node:crypto'
import { hash, hashRaw, hashSync, verify } from '@node-rs/argon2'
import { Counter } from 'prom-client'

// Argon2id is the library's default. OWASP's lower bound, since many people sign in at once at seven in the morning.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id, in the text form that carries its own parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** The same in the calling thread, which does nothing else meanwhile: for threads whose only work it is. */
export const hashPasswordHere = (password: string): string => hashSync(password, options)

/** As costly a hash of a text, under a salt that is kept beside it: the same text gives the same bytes. */
export const derivePasswordKey = (text: string, salt: Buffer): Promise<Buffer> => hashRaw(text, { ...options, salt })

/** The most costly work of a sign-in, counted by what one comparison costs: `m=19456,t=2,p=1` (KiB, passes, lanes). */
export const passwordComparisons = new Counter({
  name: 'mimamori_password_comparisons_total',
  help: 'Passwords compared with a hash, by the parameters of the hash',
  labelNames: ['parameters'],
})

const compare = (passwordHash: string, password: string): Promise<boolean> => {
  const [, , , parameters = ''] = passwordHash.split('$')
  passwordComparisons.inc({ parameters })
  return verify(passwordHash, password)
}

let nobodysHash: Promise<string> | undefined

/**
 * True where the password is right. Without a hash (an unknown login ID, an account without a password) it takes as
 * long as with one, so that the time taken does not reveal which login IDs exist.
 */
export const verifyPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  // Made before either is compared, or the first unknown login ID after a start would take twice as long.
  const other = await (nobodysHash ??= hashPassword(randomBytes(16).toString('hex')))
  const isRight = await compare(passwordHash ?? other, password)
  return typeof passwordHash === 'string' && isRight
}

// Without characters that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 16 characters that meets the console's rule and can be read aloud. */
export const makePassword = (): string => {
  for (;;) {
    const text = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (/[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text)) return text
  }
}
