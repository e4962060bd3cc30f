import type { ClientBase } from 'pg'
import { expect, test } from 'vitest'
import { verifyPassword } from '../secrets/password.ts'
import { hashSecrets } from './hash-secrets.ts'

/** A staging table that only records its calls. */
const stagedIn = () => {
  const hashes = new Map<number, string>()
  const query = async (_: string, [rows, made]: [number[], string[]]) => rows.forEach((row, nth) => hashes.set(row, made[nth] ?? ''))
  return { client: { query } as unknown as ClientBase, hashes }
}

const secrets = (count: number) => Array.from({ length: count }, (_, n) => [n + 2, `Secret-${n}`] as const)
const goesOn = new AbortController().signal

test('each row has the hash of its own password', async () => {
  const { client, hashes } = stagedIn()
  await hashSecrets(client, secrets(12), goesOn, () => undefined)
  expect([...hashes.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
  expect(await Promise.all([2, 9, 13].map((row) => verifyPassword(hashes.get(row), `Secret-${row - 2}`)))).toEqual([true, true, true])
})

test('a small file has its turn among large ones that came before it', async () => {
  const ended: string[] = []
  const hashed = (name: string, count: number) =>
    hashSecrets(stagedIn().client, secrets(count), goesOn, () => undefined).then(() => ended.push(name))
  await Promise.all([hashed('large', 20), hashed('large too', 20), hashed('small', 5)])
  expect(ended[0]).toBe('small')
})

test('a file that is broken off is hashed no further', async () => {
  const breaking = new AbortController()
  const { client, hashes } = stagedIn()
  await expect(
    hashSecrets(client, secrets(110), breaking.signal, (done) => {
      if (done === 100) breaking.abort(new Error('cancelled'))
    }),
  ).rejects.toThrow('cancelled')
  expect(hashes.size).toBe(100)
})
