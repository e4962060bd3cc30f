import type { Context } from '../../../platform/context.ts'
import { reasonOf } from '../../../platform/errors.ts'
import { startWriteBehind } from '../../../platform/write-behind.ts'
import { countsOf } from './received-counts.ts'
import { writeCounts } from './write-counts.ts'

const writeEveryMs = 1_000

/**
 * Writes what this process counts: the first change at once, what follows each second; `stop` writes the rest. A failure loses counts
 * at most, and nothing else.
 */
export const startCountWriter = ({ pool, log }: Pick<Context, 'pool' | 'log'>): { stop: () => Promise<void> } => {
  const counts = countsOf(pool)
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
  return startWriteBehind({ next: () => counts.changed(), wake: () => counts.wake(), write, everyMs: writeEveryMs })
}
