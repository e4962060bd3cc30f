import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { isNotified } from '../../platform/outside/outgoing-push.ts'
import { reachedNow } from '../cluster-health/each-company.ts'
import { providerId } from '../organisation/keys.ts'

/** Notices of an alert of which none has left. A mail server that defers strangers takes a mail at the sixth try, after 9 minutes. */
export const unsentMs = 10 * 60_000

type Way = 'mail' | 'push' | 'channel'

const dayBefore = (at: Date) => new Date(at.getTime() - dayMs)

/** Mails that wait too long, or that everybody was refused for good. Those that wait for their time, such as a digest's, are not late. */
const lateMail = (before: Date) => sql`(
  m.sent_at is null and m.failed_at is null and m.delivered_to = '{}' and m.created_at <= ${before}
  and (m.attempts > 0 or m.next_try_at <= ${before})
  or m.failed_at is not null and m.refused <> '[]' and m.created_at > ${dayBefore(before)} and m.created_at <= ${before})`

const latePush = (before: Date) => sql`p.sent_at is null and p.failed_at is null and p.alert_id is not null and p.created_at <= ${before}`

/** The same of channels, as of mails. */
const lateDelivery = (before: Date) => sql`(
  d.sent_at is null and d.alert_id is not null and not d.is_test and not d.is_replay and d.created_at <= ${before}
  and (d.failed_at is null or d.error is not null and d.created_at > ${dayBefore(before)}))`

/** Companies of which notices wait or were refused, which in most installations is none. */
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
  select n.alert_id, 'mail' as way from outbox_mail m
    join alert_notice n on n.company_id = m.company_id and n.company_id = ${companyId} and n.mail_id = m.mail_id
   where m.company_id = ${companyId} and ${lateMail(before)}`

// Those for a browser that nobody is signed in on any more wait until they are forgotten.
const latePushes = (companyId: number, before: Date, now: Date) => sql`
  select p.alert_id, 'push' as way from outbox_push p
    join push_subscription k on k.company_id = p.company_id and k.company_id = ${companyId} and k.subscription_id = p.subscription_id
    join session s on s.company_id = k.company_id and s.company_id = ${companyId} and s.session_id = k.session_id and ${isNotified(now)}
   where p.company_id = ${companyId} and ${latePush(before)}`

const lateDeliveries = (companyId: number, before: Date) => sql`
  select d.alert_id, 'channel' as way from channel_delivery d
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

type Unsent = { readonly count: number; readonly ways: readonly Way[] }

const unsentOf = async (db: Db, companyId: number, before: Date, now: Date, hasMail: boolean): Promise<Unsent> => {
  const late = [...(hasMail ? [lateMails(companyId, before)] : []), latePushes(companyId, before, now), lateDeliveries(companyId, before)]
  const { rows } = await sql<Unsent>`
    select count(distinct a.alert_id)::int as count, coalesce(array_agg(distinct l.way), '{}') as ways
      from alert a join (${sql.join(late, sql` union all `)}) l on l.alert_id = a.alert_id
     where a.company_id = ${companyId} and a.handling = 'open' and not a.withdrawn and not a.drill
       and not ${reachedSomebody(companyId)}`.execute(db)
  return rows[0] ?? { count: 0, ways: [] }
}

/** The unsent alerts of each company that has any. */
const readUnsent = async (context: Pick<Context, 'db' | 'pool' | 'config'>, before: Date, now: Date): Promise<readonly Unsent[]> => {
  const hasMail = context.config.smtpUrl !== undefined
  const found: Unsent[] = []
  for (const companyId of await companiesWithLate(context, before, hasMail))
    found.push(await unsentOf(context.db, companyId, before, now, hasMail))
  return found.filter(({ count }) => count > 0)
}

const total = (unsent: readonly Unsent[]) => unsent.reduce((sum, { count }) => sum + count, 0)

/**
 * How many alerts that nobody has answered have notices that wait since before `before`, or were refused by everybody, while none has
 * reached anybody by any way. Mails count only where there is a server to send them: without one nobody expects any.
 */
export const countUnsentAlerts = async (context: Pick<Context, 'db' | 'pool' | 'config'>, before: Date, now: Date): Promise<number> =>
  total(await readUnsent(context, before, now))

const hasLeftSince = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, way: 'mail' | 'push', before: Date): Promise<boolean> => {
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<{ has_left: boolean }>`
    select count(*) > 0 as has_left from ${sql.table(`outbox_${way}`)} as o
     where o.created_at > ${dayBefore(before)} and o.sent_at > ${before} and ${isReached('o')}`.execute(db)
  return rows[0]?.has_left ?? false
}

/** Channels are their company's choice: where one company's fail, it is the installation's matter only where it has no other. */
const hasOneCompany = async ({ db }: Pick<Context, 'db'>): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from company c where c.company_id <> ${providerId}`.execute(
    db,
  )
  return rows[0]?.count === 1
}

/**
 * How many of these alerts are the installation's matter: those of several companies, or where by a way that one company's should have
 * left nothing has left to anybody since `before`. What a single company's mailbox or channel refuses is that company's matter.
 */
export const countHeldUpAlerts = async (context: Pick<Context, 'db' | 'pool' | 'config'>, before: Date, now: Date): Promise<number> => {
  const unsent = await readUnsent(context, before, now)
  const [only] = unsent
  if (only === undefined || unsent.length > 1) return total(unsent)
  for (const way of only.ways)
    if (way === 'channel' ? await hasOneCompany(context) : !(await hasLeftSince(context, way, before))) return only.count
  return 0
}
