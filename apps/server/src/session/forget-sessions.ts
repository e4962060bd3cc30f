import type { Recurring } from '../platform/recurring.ts'

// Why a session ended is worth knowing for a while after; then its row only makes the table longer.
const forget = `delete from session s where s.expires_at < $1::timestamptz - interval '30 days'`

/** Removes the sessions that have long been over. */
export const forgetSessionsJob: Recurring = {
  name: 'forget-sessions',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(forget, [clock()])
  },
}
