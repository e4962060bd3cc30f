type Options = {
  /** Must not throw. Asked for from within, it is done again after the rest. */
  readonly work: () => Promise<void>
  /** How long it rests after having taken so long, both in ms: what is asked for meanwhile is done together. */
  readonly restMs: (tookMs: number) => number
}

export type GatheredWork = {
  /** Has the work done: at once where it neither runs nor rests, else after the rest. */
  readonly ask: () => void
  /** Ends a rest. */
  readonly wake: () => void
  /** Nothing is begun any more; resolves once what runs is done. */
  readonly stop: () => Promise<void>
}

/**
 * A rest twice as long as the work before, at least `leastMs`: where the work is quick, hardly anybody waits, and it takes a third of
 * the time at most. But from one beginning to the next never more than `cycleMs`: where all is slow, waiting helps nobody.
 */
export const restInProportion =
  ({ leastMs, cycleMs }: { readonly leastMs: number; readonly cycleMs: number }) =>
  (tookMs: number): number =>
    Math.max(0, Math.min(Math.max(leastMs, 2 * tookMs), cycleMs - tookMs))

/**
 * Work that many reasons ask for, one time at once answering all of them. The first reason waits for no timer: it is begun in the
 * same turn of the event loop, with whatever else arrives in it.
 */
export const gatherWork = ({ work, restMs }: Options): GatheredWork => {
  let isWanted = false
  let isStopped = false
  let running: Promise<void> | undefined
  let rest: NodeJS.Timeout | undefined

  const ended = () => {
    rest = undefined
    if (isWanted) begin()
  }
  const once = async () => {
    await new Promise(setImmediate)
    if (isStopped) return
    isWanted = false
    const began = performance.now()
    await work()
    rest = setTimeout(ended, restMs(performance.now() - began)).unref()
  }
  const begin = () => {
    if (isStopped || running !== undefined) return
    running = once().finally(() => (running = undefined))
  }

  return {
    ask: () => {
      isWanted = true
      if (rest === undefined) begin()
    },
    wake: () => {
      clearTimeout(rest)
      ended()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(rest)
      await running
    },
  }
}
