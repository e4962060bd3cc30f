import type { Recurring } from '../../platform/database/recurring.ts'

// A session's row, which says why it ended, is kept for 30 days after it expired; longer where its browser takes notices,
// which must not stop because their reader had no need of the console for a while.
const forget = `
  delete from session s
   where s.expires_at < $1::timestamptz - interval '30 days'
     and not exists (select from push_subscription k
                      where k.company_id = s.company_id and k.session_id = s.session_id and s.ended_at is null)`

// A place from which somebody has not signed in for three months is no longer a known one.
const forgetPlaces = `
  delete from sign_in_place p
   where p.seen_at < $1::timestamptz - interval '90 days' and (p.locked_until is null or p.locked_until <= $1::timestamptz)`

/** Removes the sessions that expired long ago, and the addresses that nobody signs in from any more. */
export const forgetSessionsJob: Recurring = {
  name: 'forget-sessions',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(forget, [clock()])
    await client.query(forgetPlaces, [clock()])
  },
}
