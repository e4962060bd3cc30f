import { setTimeout as after } from 'node:timers/promises'
import type { QueuedKind } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { reasonOf } from '../../platform/errors.ts'
import { recoverFileJobs, takeFileJob, type TakenJob } from '../../platform/jobs/file-jobs.ts'
import { reachableCompanies } from './reachable-companies.ts'

const lookAgainMs = 1_000

type Work = (context: Context, job: TakenJob, stopping: AbortSignal) => Promise<void>

type QueuedJobs = {
  readonly name: string
  readonly kind: QueuedKind
  /** Of so many companies at once, so that one's long job does not hold up another's short one. */
  readonly atOnce: number
  /** Does a job and ends it. What it throws leaves the job for another turn. */
  readonly work: Work
}

/** Takes the next job and begins it, in a session that holds the job's lock; undefined where none may be begun. */
const startNext = async (
  context: Context,
  { kind, work }: QueuedJobs,
  stopping: AbortSignal,
): Promise<{ readonly ended: Promise<void> } | undefined> => {
  const client = await context.pool.connect()
  try {
    const job = await takeFileJob(client, kind, await reachableCompanies(context.pool))
    if (job === undefined) {
      client.release()
      return undefined
    }
    const ended = work(context, job, stopping)
      .catch((error: unknown) => context.log.warn({ jobId: job.jobId, kind, reason: reasonOf(error) }, 'a job waits to be begun again'))
      // The lock ends with the session.
      .finally(() => client.release(true))
    return { ended }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Does the jobs of a kind that wait, by one process at a time. What a killed process was at is begun again, by this or
 * another one (decisions/0047).
 */
export const queuedJobs = (queued: QueuedJobs): Recurring => ({
  name: queued.name,
  everySeconds: 5,
  lockedBy: 'session',
  run: async (context, _, stopping) => {
    const busy = new Set<Promise<void>>()
    try {
      while (!stopping.aborted) {
        await recoverFileJobs(context.db, queued.kind, context.clock(), await reachableCompanies(context.pool))
        const next = busy.size < queued.atOnce ? await startNext(context, queued, stopping) : undefined
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
})
