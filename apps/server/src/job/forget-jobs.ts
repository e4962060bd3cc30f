import type { Recurring } from '../platform/recurring.ts'

// What came of a job is in the audit log; its record only tells whoever waits for it. One whose process died never ended.
const forget = `delete from job j where coalesce(j.ended_at, j.created_at) < $1::timestamptz - interval '1 day'`

/** Removes the jobs that ended a day ago. */
export const forgetJobsJob: Recurring = {
  name: 'forget-jobs',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(forget, [clock()])
  },
}
