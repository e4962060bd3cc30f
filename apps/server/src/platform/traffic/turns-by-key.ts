import { tooManyRequests } from '../errors.ts'
import { turns } from './turns.ts'

const comeAgainSeconds = 5

/**
 * Makes a way to do so much work of each key at once, the rest of it in the order it came, while that of other keys continues
 * beside it.
 * @param waitingAtMost how much of a key may wait; whatever comes beyond it is refused with 429
 */
export const turnsByKey = (atOnce: number, waitingAtMost: number) => {
  const rows = new Map<string, { readonly inTurn: ReturnType<typeof turns>; length: number }>()
  return async <Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const row = rows.get(key) ?? { inTurn: turns(atOnce), length: 0 }
    if (row.length >= atOnce + waitingAtMost) throw tooManyRequests(comeAgainSeconds)
    rows.set(key, row)
    row.length += 1
    try {
      return await row.inTurn(work)
    } finally {
      row.length -= 1
      if (row.length === 0) rows.delete(key)
    }
  }
}
