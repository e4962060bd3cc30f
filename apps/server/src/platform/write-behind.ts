import { setTimeout as after } from 'node:timers/promises'

type Noted = {
  /** Resolves where something was noted since the last write, or after `wake`. */
  readonly next: () => Promise<unknown>
  readonly wake: () => void
  readonly write: () => Promise<void>
  readonly everyMs: number
}

/** Writes what a process notes in memory: the first at once, what follows every so many ms; `stop` writes the rest. */
export const startWriteBehind = ({ next, wake, write, everyMs }: Noted): { stop: () => Promise<void> } => {
  const stopped = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await next()
      const pause = after(everyMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)
      await write()
      await pause
    }
    await write()
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      wake()
      await running
    },
  }
}
