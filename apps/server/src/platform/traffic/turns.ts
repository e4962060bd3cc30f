/**
 * Makes a way to do so much work at once: what comes beyond it waits, and has its turn in the order it came.
 * @param atOnce how many may be at work
 */
export const turns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Anyone who waits takes the place over, so that nobody who comes now is before them.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
