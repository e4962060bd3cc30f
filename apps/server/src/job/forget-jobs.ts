import type { Recurring } from '../platform/recurring.ts'

// What came of a file is in the audit log; its job only tells whoever waits for it.
const forget = `delete from import_job j where j.created_at < $1::timestamptz - interval '30 days'`

/** Removes the jobs that nobody waits for any more. */
export const forgetJobsJob: Recurring = {
  name: 'forget-import-jobs',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(forget, [clock()])
  },
}
