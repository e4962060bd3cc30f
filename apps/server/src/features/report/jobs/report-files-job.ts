import { setTimeout as after } from 'node:timers/promises'
import { reachableCompanies } from '../../../shared/cluster-health/reachable-companies.ts'
import type { Context } from '../../../platform/context.ts'
import { recoverFileJobs, takeFileJob } from '../../../platform/jobs/file-jobs.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { makeZip } from './make-zip.ts'
import { reasonOf } from '../../../platform/errors.ts'

const kind = 'reportZip'
// Of two companies, so that one's long report does not hold up another's short one.
const atOnce = 2
const lookAgainMs = 1_000

/** Takes the next job and makes its file, in a session that holds the job's lock; undefined where none may be begun. */
const startNext = async (context: Context, stopping: AbortSignal): Promise<{ readonly ended: Promise<void> } | undefined> => {
  const client = await context.pool.connect()
  try {
    const job = await takeFileJob(client, kind, await reachableCompanies(context.pool))
    if (job === undefined) {
      client.release()
      return undefined
    }
    const ended = makeZip(context, job, stopping)
      .catch((error: unknown) => context.log.warn({ jobId: job.jobId, reason: reasonOf(error) }, 'a report waits to be made again'))
      // The lock ends with the session.
      .finally(() => client.release(true))
    return { ended }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Makes the files of reports that wait, by one process at a time. What a killed process was at is begun again, by this or
 * another one (decisions/0047).
 */
export const reportFilesJob: Recurring = {
  name: 'report-files',
  everySeconds: 5,
  lockedBy: 'session',
  run: async (context, _, stopping) => {
    const busy = new Set<Promise<void>>()
    try {
      while (!stopping.aborted) {
        await recoverFileJobs(context.db, kind, context.clock(), await reachableCompanies(context.pool))
        const next = busy.size < atOnce ? await startNext(context, stopping) : undefined
        if (next !== undefined) {
          const ended = next.ended.finally(() => busy.delete(ended))
          busy.add(ended)
          continue
        }
        if (busy.size === 0) return
        await Promise.race([...busy, after(lookAgainMs)])
      }
    } finally {
      await Promise.all(busy)
    }
  },
}
