import { noticeDays } from '@mimamori/contract'
import type { Recurring } from '../../platform/database/recurring.ts'
import { noticeOfEnd } from './notice-of-end.ts'

const notices = `delete from outbox_push d where d.created_at < $1::timestamptz - interval '1 day'`
const browsers = `
  delete from push_subscription k using session s
   where s.company_id = k.company_id and s.session_id = k.session_id
     and (s.ended_at is not null or s.created_at <= $1::timestamptz - interval '${noticeDays} days')`

/**
 * Removes notices of more than a day ago, and browsers whose session has ended, or from which nobody has signed in for long:
 * they are sent nothing since then. Notifies those whose end is near.
 */
export const forgetPushesJob: Recurring = {
  name: 'forget-pushes',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(notices, [clock()])
    await client.query(browsers, [clock()])
    await noticeOfEnd(client, clock())
  },
}
