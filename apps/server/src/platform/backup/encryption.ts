import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Decrypter, Encrypter } from 'age-encryption'
import { BackupError, damaged } from './format.ts'

type Bytes = AsyncIterable<Uint8Array>

const beginning = 'age-encryption.org/'
const passphraseLength = 16
// 2^17, as OWASP asks: 128 MB for a moment in the process that judges readings. The format's own default takes twice as much.
const workFactor = 17

// Loaded where something is encrypted: it takes 4 MB.
const loadAge = () => import('age-encryption')

const streamOf = (bytes: Bytes) => NodeStream.from(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>

const isRecipient = (key: string) => key.startsWith('age1')
const isIdentity = (key: string) => key.startsWith('AGE-SECRET-KEY-')

/** Whether what a key encrypts can be read with the same key: not with the public half of one. */
export const canOpen = (key: string | undefined): boolean => key !== undefined && !isRecipient(key)

const refuse = (japanese: string, english: string, options?: ErrorOptions) => new BackupError(japanese, english, options)

const encrypterFor = async (key: string): Promise<Encrypter> => {
  const age = await loadAge()
  const encrypter = new age.Encrypter()
  if (isIdentity(key)) encrypter.addRecipient(await age.identityToRecipient(key))
  else if (isRecipient(key)) encrypter.addRecipient(key)
  else {
    if (key.length < passphraseLength)
      throw refuse(
        `BACKUP_KEY は${passphraseLength}文字以上にしてください。`,
        `BACKUP_KEY must have at least ${passphraseLength} characters.`,
      )
    encrypter.setScryptWorkFactor(workFactor)
    encrypter.setPassphrase(key)
  }
  return encrypter
}

const decrypterFor = async (key: string): Promise<Decrypter> => {
  if (isRecipient(key))
    throw refuse(
      'このバックアップを開くには、公開鍵（age1…）ではなく秘密鍵（AGE-SECRET-KEY-…）を BACKUP_KEY に指定してください。',
      'A public key cannot open a backup: set BACKUP_KEY to the secret key (AGE-SECRET-KEY-…).',
    )
  const age = await loadAge()
  const decrypter = new age.Decrypter()
  if (isIdentity(key)) decrypter.addIdentity(key)
  else decrypter.addPassphrase(key)
  return decrypter
}

/**
 * The step that encrypts a backup in the `age` format, which the `age` command opens too.
 * @param key a passphrase, a public key (`age1…`), or a secret key (`AGE-SECRET-KEY-…`)
 * @throws BackupError for a key that cannot be used
 */
export const encryptedFor = async (key: string): Promise<(plain: Bytes) => AsyncGenerator<Uint8Array>> => {
  const encrypter = await encrypterFor(key).catch((cause: unknown) => {
    throw cause instanceof BackupError ? cause : refuse('BACKUP_KEY の鍵の形が違います。', 'BACKUP_KEY is no valid age key.', { cause })
  })
  return async function* encrypt(plain) {
    yield* (await encrypter.encrypt(streamOf(plain))) as unknown as Bytes
  }
}

/** Gives the rest of a stream together with the chunk that was read from it. @param onError called with what ends the reading early */
async function* withFirst(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  yield first
  try {
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } catch (error) {
    onError(error)
    throw error
  }
}

/** @param brokenOff what ended the reading early, such as a lost connection: that is no damage of the file */
const opened = async (key: string, encrypted: Bytes, brokenOff: () => Error | undefined): Promise<Bytes> => {
  const decrypter = await decrypterFor(key)
  const plain = await decrypter.decrypt(streamOf(encrypted)).catch((cause: unknown) => {
    throw brokenOff() ?? refuse('BACKUP_KEY が、このバックアップのものではありません。', 'BACKUP_KEY does not open this backup.', { cause })
  })
  return (async function* pieces() {
    try {
      yield* plain as unknown as Bytes
    } catch (cause) {
      throw brokenOff() ?? damaged(cause)
    }
  })()
}

/**
 * The bytes of a backup as they were before they were encrypted; those of one that is not encrypted as they are.
 * @throws BackupError where the key is missing or another, or the file is damaged; what broke the reading off
 */
export async function* decrypted(bytes: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  const { value: first, done } = await chunks.next()
  if (done === true) return
  let broken: Error | undefined
  const whole = withFirst(first, chunks, (error) => {
    broken = error instanceof Error ? error : new Error(String(error))
  })
  if (!Buffer.from(first).subarray(0, beginning.length).equals(Buffer.from(beginning))) {
    yield* whole
    return
  }
  if (key === undefined)
    throw refuse('暗号化されたバックアップです。BACKUP_KEY を指定してください。', 'The backup is encrypted: set BACKUP_KEY.')
  yield* await opened(key, whole, () => broken)
}
