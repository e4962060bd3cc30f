import { availableParallelism } from 'node:os'
import type { ClientBase } from 'pg'
import { hashPassword } from '../password.ts'
import { stage } from './stage.ts'

const batch = 100
// Signing in uses the same threads, so at least one core stays free for it.
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1))

type Secrets = readonly (readonly [row: number, secret: string])[]

const hashAll = async (secrets: Secrets, stopping: AbortSignal): Promise<[number, string][]> => {
  const hashed: [number, string][] = []
  const left = secrets.values()
  const lane = async () => {
    for (const [row, secret] of left) {
      stopping.throwIfAborted()
      hashed.push([row, await hashPassword(secret)])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return hashed
}

/** Writes the hashes of the passwords to their staged rows. Each takes tens of milliseconds by design. */
export const hashSecrets = async (
  client: ClientBase,
  secrets: Secrets,
  stopping: AbortSignal,
  onDone: (done: number) => void,
): Promise<void> => {
  for (let from = 0; from < secrets.length; from += batch) {
    const hashed = await hashAll(secrets.slice(from, from + batch), stopping)
    await client.query(
      `update ${stage} s set password_hash = made.hash
         from unnest($1::int[], $2::text[]) as made (row_number, hash) where made.row_number = s.row_number`,
      [hashed.map(([row]) => row), hashed.map(([, hash]) => hash)],
    )
    onDone(from + hashed.length)
  }
}
