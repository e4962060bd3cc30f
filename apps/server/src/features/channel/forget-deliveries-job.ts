import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

/** How long it is kept what a channel was sent and what it answered: it may name people. */
const keptDays = 30

// What a process sends just now is left until its claim has ended.
const isOld = (now: Date) => sql`
  d.body_removed_at is null and d.created_at < ${now}::timestamptz - make_interval(days => ${sql.lit(keptDays)})
  and (d.sent_at is not null or d.failed_at is not null or d.attempts = 0 or d.next_try_at <= ${now})`

/** Removes what channels were sent and what they answered once 30 days are over; when, to which channel and how it ended stays. */
export const forgetDeliveriesJob: Recurring = {
  name: 'forget-channel-deliveries',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, companiesOf('channel_delivery', 'd', isOld(now)), async (companyId) => {
      await sql`
        update channel_delivery d
           set message = null, answer = null, delivered_to = '{}', body_removed_at = ${now},
               failed_at = case when d.sent_at is null and d.failed_at is null then ${now}::timestamptz else d.failed_at end,
               error = case when d.sent_at is null and d.failed_at is null then 'tooOld' else d.error end
         where d.company_id = ${companyId} and ${isOld(now)}`.execute(onClient(client))
    })
  },
}
