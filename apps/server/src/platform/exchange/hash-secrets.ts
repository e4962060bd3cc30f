import { availableParallelism } from 'node:os'
import type { ClientBase } from 'pg'
import { lentThreads } from './lent-threads.ts'
import { stage } from './stage.ts'
import { turns } from '../traffic/turns.ts'

const batch = 100
// A piece takes a tenth of a second or two: so long does another file wait for its turn.
const inPiece = 5
// At least one core stays free for those who wait for an answer.
const threads = Math.max(1, Math.min(3, availableParallelism() - 1))

const takeHashingThread = lentThreads(new URL('hash-thread.ts', import.meta.url), {
  maxYoungGenerationSizeMb: 8,
  maxOldGenerationSizeMb: 64,
})
// Of all files of the process: each has its piece in turn, however many passwords the others hold.
const inTurn = turns(threads)

const hashPiece = async (secrets: readonly string[]): Promise<string[]> => {
  const { thread, giveBack, end } = takeHashingThread()
  try {
    const hashes = await new Promise<string[]>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the hashing thread ended early')))
      thread.postMessage(secrets, [])
    })
    giveBack()
    return hashes
  } catch (error) {
    await end()
    throw error
  }
}

type Secrets = readonly (readonly [row: number, secret: string])[]

const hashAll = async (secrets: Secrets, stopping: AbortSignal): Promise<[number, string][]> => {
  const hashed: [number, string][] = []
  let next = 0
  const lane = async () => {
    while (next < secrets.length) {
      const piece = secrets.slice(next, next + inPiece)
      next += inPiece
      const hashes = await inTurn(async () => {
        stopping.throwIfAborted()
        return hashPiece(piece.map(([, secret]) => secret))
      })
      hashed.push(...hashes.map((hash, nth): [number, string] => [piece[nth]?.[0] ?? 0, hash]))
    }
  }
  await Promise.all(Array.from({ length: threads }, lane))
  return hashed
}

/**
 * Writes the hashes of the passwords to their staged rows. Each takes tens of milliseconds by design: they are made in
 * threads of their own, in turn with those of other files.
 */
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
