import type { Db } from '../context.ts'
import { noteFileProgress, type TakenJob } from './file-jobs.ts'
import { JobCancelled } from './job-record.ts'

const progressEveryMs = 500

/** Notes how far the work is, now and then, and breaks it off once nobody wants it from this process any more. */
export const followJob = (db: Db, job: TakenJob) => {
  const unwanted = new AbortController()
  let now = { done: 0, total: 0 }
  const timer = setInterval(() => {
    noteFileProgress(db, job, now.done, now.total).then(
      (isWanted) => isWanted || unwanted.abort(new JobCancelled()),
      // A database that is away for a moment is no reason to break off.
      () => undefined,
    )
  }, progressEveryMs)
  return {
    signal: unwanted.signal,
    onProgress: (done: number, total: number) => {
      now = { done, total }
    },
    total: () => now.total,
    end: () => clearInterval(timer),
  }
}
