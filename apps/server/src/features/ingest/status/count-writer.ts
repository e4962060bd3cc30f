import { setTimeout as after } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import { reasonOf } from '../../../platform/errors.ts'
import { countsOf } from './received-counts.ts'
import { writeCounts } from './write-counts.ts'

const writeEveryMs = 1_000

/**
 * Writes what this process counts: the first change at once, what follows each second; `stop` writes the rest. A failure loses counts
 * at most, and nothing else.
 */
export const startCountWriter = ({ pool, log }: Pick<Context, 'pool' | 'log'>): { stop: () => Promise<void> } => {
  const counts = countsOf(pool)
  const stopped = new AbortController()
  let isFailing = false
  const write = async (): Promise<void> => {
    let hasFailed = false
    await writeCounts(pool, (error) => {
      // Once, and not each second for as long as the database is away.
      if (!isFailing) log.warn({ reason: reasonOf(error) }, 'counts of received readings could not be written')
      hasFailed = true
    })
    isFailing = hasFailed
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await counts.changed()
      const pause = after(writeEveryMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)
      await write()
      await pause
    }
    await write()
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      counts.wake()
      await running
    },
  }
}
