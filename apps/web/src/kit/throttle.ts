type Pace = {
  /** Between the end of the work and the next, at first. */
  readonly firstRestMs: number
  /** What it grows to, twice as long each time, while there are ever more reasons. */
  readonly longestRestMs: number
}

/**
 * Work that many reasons ask for: the first has it done at once, what comes until the end of the rest has it done once more, and it
 * is never done twice at once.
 */
export const createThrottle = (
  { firstRestMs, longestRestMs }: Pace,
  work: () => unknown,
): { readonly ask: () => void; readonly stop: () => void } => {
  let rest: ReturnType<typeof setTimeout> | undefined
  let isAtWork = false
  let isWanted = false
  let isStopped = false
  let restMs = firstRestMs
  const start = async () => {
    isAtWork = true
    isWanted = false
    await work()
    isAtWork = false
    if (!isStopped) rest = setTimeout(rested, restMs)
  }
  const rested = () => {
    rest = undefined
    restMs = isWanted ? Math.min(longestRestMs, 2 * restMs) : firstRestMs
    if (isWanted) void start()
  }
  return {
    ask: () => {
      if (isStopped) return
      if (isAtWork || rest !== undefined) isWanted = true
      else void start()
    },
    stop: () => {
      isStopped = true
      clearTimeout(rest)
    },
  }
}
