import type { Recurring } from '../platform/recurring.ts'

// A session's row, which says why it ended, is kept for 30 days after it expired.
const forget = `delete from session s where s.expires_at < $1::timestamptz - interval '30 days'`

/** Removes the sessions that expired long ago. */
export const forgetSessionsJob: Recurring = {
  name: 'forget-sessions',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(forget, [clock()])
  },
}
