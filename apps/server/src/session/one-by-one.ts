import { tooManyRequests } from '../platform/errors.ts'

/** Tries of one address that may wait for those before them: all of a site that signs in at seven, and no more. */
const waitingAtMost = 100
const comeAgainSeconds = 5

/**
 * Work that is done one by one for each key, in the order it came, while that of other keys goes on beside it.
 * @throws Refusal 429 where too much of the key is waiting already
 */
export const oneByOne = () => {
  const rows = new Map<string, { last: Promise<unknown>; length: number }>()
  return async <Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const row = rows.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (row.length >= waitingAtMost) throw tooManyRequests(comeAgainSeconds)
    rows.set(key, row)
    row.length += 1
    const done = row.last.then(work)
    row.last = done.catch(() => undefined)
    try {
      return await done
    } finally {
      row.length -= 1
      if (row.length === 0) rows.delete(key)
    }
  }
}
