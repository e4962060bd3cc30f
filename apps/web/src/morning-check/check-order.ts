import type { ShownCheck } from '../organisation/checks/apply-unsent.ts'

/** Who is asked after somebody: the next who has not answered, from the top again after the last; undefined where all have. */
export const nextToAsk = (rows: readonly ShownCheck[], after: number | undefined): number | undefined => {
  const index = rows.findIndex(({ userId }) => userId === after)
  const inOrder = [...rows.slice(index + 1), ...rows.slice(0, index + 1)]
  return inOrder.find(({ state, userId }) => state === 'none' && userId !== after)?.userId
}

/** People by what is to be done: to talk to, as usual, refused, and not yet asked. */
export const partsOf = (rows: readonly ShownCheck[]) => ({
  attention: rows.filter((row) => row.attention),
  usual: rows.filter(({ state, attention }) => state === 'answered' && !attention),
  refused: rows.filter(({ state }) => state === 'refused'),
  left: rows.filter(({ state }) => state === 'none'),
})
