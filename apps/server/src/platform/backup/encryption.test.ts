import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { decrypted, encryptedFor } from './encryption.ts'

const key = 'a passphrase of the tests, long enough'

let encrypted: Buffer
beforeAll(async () => {
  const encrypting = await encryptedFor(key)
  encrypted = await buffer(encrypting(Readable.from([Buffer.alloc(200_000, 1)])))
})

/** The bytes in pieces, until the connection that they come by is lost. */
async function* brokenAfter(length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += 1_000) yield encrypted.subarray(at, Math.min(at + 1_000, length))
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

test.each([
  ['its header', 30],
  ['the content', 150_000],
])('a connection that is lost within %s is no damage of the file, nor another key', async (_, length) => {
  await expect(buffer(decrypted(brokenAfter(length), key))).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a passphrase takes no more memory than it must of the process that judges readings', () => {
  const [, recipient = ''] = encrypted.toString('latin1').split('\n')
  expect(recipient).toMatch(/^-> scrypt \S+ 17$/)
})
