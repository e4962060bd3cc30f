import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** How long it is kept what a mail said: it names people and their vital signs. */
export const bodyDays = 30

// What still waits is given up: an alert of a month ago helps nobody. One that nobody has tried cannot be
// under way; what a process sends just now is left until its claim has ended.
const forgetBodies = `
  update outbox_mail m
     set body = '', body_removed_at = $2::timestamptz, html = null, digest = null,
         failed_at = case when m.sent_at is null and m.failed_at is null then $2::timestamptz else m.failed_at end,
         refused = case when m.sent_at is null and m.failed_at is null then m.refused || coalesce((
           select jsonb_agg(jsonb_build_object('address', w.address, 'reason', 'not sent within ${bodyDays} days'))
             from (select distinct e.value #>> '{}' as address
                     from jsonb_each(m.recipients) l, jsonb_array_elements(l.value) e) w
            where w.address <> all (m.delivered_to)
              and not exists (select from jsonb_array_elements(m.refused) r where r.value->>'address' = w.address)), '[]')
           else m.refused end
   where m.company_id = $1 and m.body_removed_at is null and m.created_at < $2::timestamptz - interval '${bodyDays} days'
     and (m.sent_at is not null or m.failed_at is not null or m.attempts = 0 or m.next_try_at <= $2)`

/** How long the content of a file is kept that mails carry: a mail server may defer a mail so long (`deferralLimitMs`). */
const fileDays = 3

/** Removes the content of files that mails carried; their names stay. */
export const forgetMailFilesJob: Recurring = {
  name: 'forget-mail-files',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const before = new Date(context.clock().getTime() - fileDays * dayMs)
    const withFiles = companiesOf('outbox_file', 'f', sql`f.content is not null and f.created_at < ${before}::timestamptz`)
    await eachCompany(context, client, withFiles, async (companyId) => {
      await client.query(
        'update outbox_file f set content = null where f.company_id = $1 and f.content is not null and f.created_at < $2',
        [companyId, before],
      )
    })
  },
}

/** Removes what mails said once 30 days are over; subject, receivers and state stay. */
export const forgetBodiesJob: Recurring = {
  name: 'forget-mail-bodies',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const withBodies = companiesOf(
      'outbox_mail',
      'm',
      sql`m.body_removed_at is null and m.created_at < ${now}::timestamptz - ${sql.lit(`${bodyDays} days`)}::interval`,
    )
    await eachCompany(context, client, withBodies, async (companyId) => {
      await client.query(forgetBodies, [companyId, now])
    })
  },
}
