import type { Recurring } from '../../platform/database/recurring.ts'
import type { JobKey } from '../../platform/jobs/job-record.ts'
import { removeEndedJob } from './remove.ts'

// What came of a job is in the audit log; its record only informs the person who waits for it. An import whose process died never ended.
const forgetImports = `
  delete from job j where j.request is null and coalesce(j.ended_at, j.created_at) < $1::timestamptz - interval '1 day'`

const endedWithFiles = `
  select j.company_id as "companyId", j.job_id as "jobId" from job j
   where j.request is not null and j.ended_at < $1::timestamptz - interval '1 day'
   order by j.ended_at, j.job_id`

/** Removes the jobs that ended a day ago, and the files they made. One whose file cannot be removed stays for the next turn. */
export const forgetJobsJob: Recurring = {
  name: 'forget-jobs',
  everySeconds: 3_600,
  // Each file in a transaction of its own: the store may be far away.
  lockedBy: 'session',
  run: async ({ db, files, clock }, client, stopping) => {
    const now = clock()
    await client.query(forgetImports, [now])
    const { rows } = await client.query<JobKey>(endedWithFiles, [now])
    const failed: unknown[] = []
    for (const job of rows) {
      stopping.throwIfAborted()
      await removeEndedJob(db, files, job).catch((error: unknown) => failed.push(error))
    }
    if (failed.length > 0) throw failed[0]
  },
}
