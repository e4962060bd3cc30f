import { type Refusal, tooManyRequests } from '../errors.ts'
import { turns } from './turns.ts'

type Turns = {
  /** How much work of a key is done at once. */
  readonly atOnce: number
  /** How much of a key may wait; whatever comes beyond it is refused. */
  readonly waiting: number
  /** What it is refused with: 429, to come again in five seconds, unless given. */
  readonly refuse?: () => Refusal
}

/**
 * Makes a way to do so much work of each key at once, the rest of it in the order it came, while that of other keys continues
 * beside it.
 */
export const turnsByKey = ({ atOnce, waiting, refuse = () => tooManyRequests(5) }: Turns) => {
  const rows = new Map<string, { readonly inTurn: ReturnType<typeof turns>; length: number }>()
  return async <Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const row = rows.get(key) ?? { inTurn: turns(atOnce), length: 0 }
    if (row.length >= atOnce + waiting) throw refuse()
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
