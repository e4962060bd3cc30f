import { aliveJob } from './alive/alive-job.ts'
import { partitionJob } from './ingest/partitions.ts'
import type { Context } from './platform/context.ts'
import { type Recurring, startRecurring } from './platform/recurring.ts'
import { forgetSessionsJob } from './session/forget-sessions.ts'

/** Everything that comes round by itself. */
const recurringJobs: readonly Recurring[] = [partitionJob, aliveJob, forgetSessionsJob]

/** Starts the jobs; of several processes that do, one at a time runs each. */
export const startJobs = (context: Context): { stop: () => Promise<void> } => {
  const started = recurringJobs.map((job) => startRecurring(context, job))
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}
