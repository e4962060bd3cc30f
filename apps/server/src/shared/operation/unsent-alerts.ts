import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { isNotified } from '../../platform/outside/outgoing-push.ts'
import { reachedNow } from '../cluster-health/each-company.ts'

/** Notices of an alert of which none has left. A mail server that defers strangers takes a mail at the sixth try, after 9 minutes. */
export const unsentMs = 10 * 60_000

/** Mails that wait for their time, such as a digest's, are not late. */
const lateMail = (before: Date) => sql`
  m.sent_at is null and m.failed_at is null and m.delivered_to = '{}' and m.created_at <= ${before}
  and (m.attempts > 0 or m.next_try_at <= ${before})`

const latePush = (before: Date) => sql`p.sent_at is null and p.failed_at is null and p.alert_id is not null and p.created_at <= ${before}`

const lateDelivery = (before: Date) => sql`
  d.sent_at is null and d.failed_at is null and d.alert_id is not null and not d.is_test and not d.is_replay and d.created_at <= ${before}`

/** Companies of which notices wait, which in most installations is none. */
const companiesWithLate = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, before: Date, hasMail: boolean): Promise<number[]> => {
  const isReached = await reachedNow({ pool })
  const queries = [
    ...(hasMail
      ? [sql<{ company_id: number }>`select distinct m.company_id from outbox_mail m where ${lateMail(before)} and ${isReached('m')}`]
      : []),
    sql<{ company_id: number }>`select distinct p.company_id from outbox_push p where ${latePush(before)} and ${isReached('p')}`,
    sql<{ company_id: number }>`select distinct d.company_id from channel_delivery d where ${lateDelivery(before)} and ${isReached('d')}`,
  ]
  const found = new Set<number>()
  for (const query of queries) for (const { company_id: companyId } of (await query.execute(db)).rows) found.add(companyId)
  return [...found]
}

const lateMails = (companyId: number, before: Date) => sql`
  select n.alert_id from outbox_mail m
    join alert_notice n on n.company_id = m.company_id and n.company_id = ${companyId} and n.mail_id = m.mail_id
   where m.company_id = ${companyId} and ${lateMail(before)}`

// Those for a browser that nobody is signed in on any more wait until they are forgotten.
const latePushes = (companyId: number, before: Date, now: Date) => sql`
  select p.alert_id from outbox_push p
    join push_subscription k on k.company_id = p.company_id and k.company_id = ${companyId} and k.subscription_id = p.subscription_id
    join session s on s.company_id = k.company_id and s.company_id = ${companyId} and s.session_id = k.session_id and ${isNotified(now)}
   where p.company_id = ${companyId} and ${latePush(before)}`

const lateDeliveries = (companyId: number, before: Date) => sql`
  select d.alert_id from channel_delivery d
    join notification_channel c on c.company_id = d.company_id and c.company_id = ${companyId} and c.channel_id = d.channel_id and c.is_enabled
   where d.company_id = ${companyId} and ${lateDelivery(before)}`

const reachedSomebody = (companyId: number) => sql`(
  exists (select from alert_notice n join outbox_mail m on m.company_id = n.company_id and m.company_id = ${companyId} and m.mail_id = n.mail_id
           where n.company_id = a.company_id and n.company_id = ${companyId} and n.alert_id = a.alert_id
             and (m.sent_at is not null or m.delivered_to <> '{}'))
  or exists (select from outbox_push p
              where p.company_id = a.company_id and p.company_id = ${companyId} and p.alert_id = a.alert_id and p.sent_at is not null)
  or exists (select from channel_delivery d
              where d.company_id = a.company_id and d.company_id = ${companyId} and d.alert_id = a.alert_id and d.sent_at is not null))`

const countOf = async (db: Db, companyId: number, before: Date, now: Date, hasMail: boolean): Promise<number> => {
  const late = [...(hasMail ? [lateMails(companyId, before)] : []), latePushes(companyId, before, now), lateDeliveries(companyId, before)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alert a
     where a.company_id = ${companyId} and a.handling = 'open' and not a.withdrawn and not a.drill
       and a.alert_id in (${sql.join(late, sql` union `)})
       and not ${reachedSomebody(companyId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * How many alerts that nobody has answered have notices that wait since before `before`, while none has reached anybody by any
 * way. Mails count only where there is a server to send them: without one nobody expects any.
 */
export const countUnsentAlerts = async (context: Pick<Context, 'db' | 'pool' | 'config'>, before: Date, now: Date): Promise<number> => {
  const hasMail = context.config.smtpUrl !== undefined
  let count = 0
  for (const companyId of await companiesWithLate(context, before, hasMail))
    count += await countOf(context.db, companyId, before, now, hasMail)
  return count
}
