import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { isNotified } from '../../platform/outside/outgoing-push.ts'
import { brokenFrom } from '../channels/read-channels.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'
import type { ChannelFigures, NoticeFigures, NoticeWay } from './figures.ts'

/** So many that wait are read of an outbox, however many there are. */
const mostCounted = 10_000

const latelyMs = 3_600_000

type Queued = Pick<NoticeFigures, 'queued' | 'queuedUrgent' | 'oldestQueuedAt' | 'oldestUrgentAt'>
type Lately = Pick<NoticeFigures, 'sentLately' | 'failedLately'>

/** What waits, of a query for `created_at` and `urgent`. */
const countQueued = async (db: Db, waiting: RawBuilder<unknown>): Promise<Queued> => {
  const { rows } = await sql<Queued>`
    select count(*)::int as queued, (count(*) filter (where w.urgent))::int as "queuedUrgent",
           min(w.created_at) as "oldestQueuedAt", min(w.created_at) filter (where w.urgent) as "oldestUrgentAt"
      from (${waiting}) w`.execute(db)
  return rows[0] ?? { queued: 0, queuedUrgent: 0, oldestQueuedAt: null, oldestUrgentAt: null }
}

// What nobody needs any more was settled as well: without an error, and a push with another one than these.
const hasFailed = (table: string) =>
  table === 'outbox_push' ? sql`(d.error = 'too old' or d.error like 'HTTP%')` : sql`d.error is not null`

const countLately = async (db: Db, table: 'outbox_mail' | 'outbox_push' | 'channel_delivery', isReached: TenantFilter, now: Date) => {
  const { rows } = await sql<Lately>`
    select count(d.sent_at)::int as "sentLately", (count(*) filter (where d.failed_at is not null and ${hasFailed(table)}))::int as "failedLately"
      from ${sql.table(table)} as d where d.created_at > ${new Date(now.getTime() - latelyMs)} and ${isReached('d')}`.execute(db)
  return rows[0] ?? { sentLately: 0, failedLately: 0 }
}

const waitsOf = (alias: string) => sql`${sql.ref(`${alias}.sent_at`)} is null and ${sql.ref(`${alias}.failed_at`)} is null`

// One that some of its recipients have reached somebody.
const waitingMails = (isReached: TenantFilter) => sql`
  select m.created_at, m.urgent from outbox_mail m
   where ${waitsOf('m')} and m.body_removed_at is null and m.delivered_to = '{}' and ${isReached('m')}
   order by m.urgent desc, m.next_try_at, m.mail_id limit ${mostCounted}`

// Given up after four hours, except those of a browser that nobody is signed in on any more.
const pushLifeMs = 4 * 3_600_000

// The limit is within: joined first, all sessions and browsers of the years would be read.
const waitingPushes = (isReached: TenantFilter, now: Date) => sql`
  select d.created_at, d.urgent
    from (
      select p.company_id, p.subscription_id, p.created_at, coalesce((p.payload->>'emergency')::boolean, false) as urgent
        from outbox_push p
       where ${waitsOf('p')} and p.created_at > ${new Date(now.getTime() - pushLifeMs - latelyMs)} and ${isReached('p')}
       order by coalesce((p.payload->>'emergency')::boolean, false) desc, p.created_at limit ${mostCounted}) d
    join push_subscription k on k.company_id = d.company_id and k.subscription_id = d.subscription_id
    join session s on s.company_id = k.company_id and s.session_id = k.session_id and ${isNotified(now)}
    join app_user u on u.company_id = s.company_id and u.user_id = s.user_id and u.deleted_at is null`

const waitingDeliveries = (isReached: TenantFilter) => sql`
  select d.created_at, d.urgent, n.type
    from channel_delivery d
    join notification_channel n on n.company_id = d.company_id and n.channel_id = d.channel_id
   where ${waitsOf('d')} and d.message is not null and not d.is_replay and d.delivered_to = '{}'
     and n.is_enabled and n.failures < ${sql.lit(brokenFrom)} and ${isReached('d')}
   order by d.urgent desc, d.created_at limit ${mostCounted}`

/** What waits, left and failed in the outboxes of all companies. */
export const readNotices = async (
  db: Db,
  isReached: TenantFilter,
  now: Date,
  isOn: Readonly<Record<NoticeWay, boolean>>,
): Promise<Readonly<Record<NoticeWay, NoticeFigures>>> => ({
  mail: { isOn: isOn.mail, ...(await countQueued(db, waitingMails(isReached))), ...(await countLately(db, 'outbox_mail', isReached, now)) },
  push: {
    isOn: isOn.push,
    ...(await countQueued(db, waitingPushes(isReached, now))),
    ...(await countLately(db, 'outbox_push', isReached, now)),
  },
  channel: {
    isOn: isOn.channel,
    ...(await countQueued(db, waitingDeliveries(isReached))),
    ...(await countLately(db, 'channel_delivery', isReached, now)),
  },
})

/** The notification channels that are switched on, by type. */
export const readChannels = async (db: Db, isReached: TenantFilter): Promise<ChannelFigures[]> => {
  const { rows } = await sql<Omit<ChannelFigures, 'queued'>>`
    select n.type, count(*)::int as enabled, (count(*) filter (where n.failures >= ${sql.lit(brokenFrom)}))::int as broken
      from notification_channel n where n.is_enabled and ${isReached('n')} group by n.type order by n.type`.execute(db)
  const { rows: waiting } = await sql<Pick<ChannelFigures, 'type' | 'queued'>>`
    select w.type, count(*)::int as queued from (${waitingDeliveries(isReached)}) w group by w.type`.execute(db)
  return rows.map((row) => ({ ...row, queued: waiting.find(({ type }) => type === row.type)?.queued ?? 0 }))
}
