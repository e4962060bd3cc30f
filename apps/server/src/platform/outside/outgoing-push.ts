import { noticeDays, type PushNotice } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../context.ts'
import { pushSubject } from './push-subject.ts'

export type OutgoingPush = {
  /** The tenant that the reader and the alert belong to. */
  readonly companyId: number
  readonly userId: number
  readonly at: Date
  readonly alertId?: number
  /** It says that nobody has answered yet. */
  readonly escalated?: boolean
  readonly payload: PushNotice
  /** The trace that it belongs to. */
  readonly traceparent?: string | undefined
}

/**
 * SQL: a session (alias `s`) from whose browser notices are taken: it was not ended, and somebody signed in there within
 * `noticeDays`. A new sign-in moves the browser to the new session.
 */
export const isNotified = (now: RawBuilder<unknown> | Date): RawBuilder<boolean> =>
  sql<boolean>`(s.ended_at is null and s.created_at > ${now}::timestamptz - make_interval(days => ${noticeDays}::int))`

const asRow = ({ at, alertId, escalated = false, payload, traceparent }: OutgoingPush, subscriptionId: number) => ({
  subscription_id: subscriptionId,
  alert_id: alertId ?? null,
  at: at.toISOString(),
  escalated,
  payload,
  traceparent: traceparent ?? null,
})

/** The outbox and the settings that say who sends. */
export type PushOutbox = { readonly db: Db; readonly config: Pick<Config, 'mailFrom' | 'publicUrl'> }

/**
 * Writes notices into the outbox, one for each browser in which a reader has switched them on, from where a job sends
 * them. `db` is the transaction that they report on, so that both are committed or neither. Who is deleted is
 * sent none; anyone who guesses at a person's password and locks them out does not keep their notices from them. Without a
 * sender (`pushSubject`) none is written, since push services would not take them.
 * @returns the readers with at least one such browser whose push service takes notices now
 */
export const queuePush = async ({ db, config }: PushOutbox, pushes: readonly OutgoingPush[]): Promise<Set<number>> => {
  const readers = new Set<number>()
  if (pushSubject(config) === undefined) return readers
  for (const [companyId, own] of Map.groupBy(pushes, (push) => push.companyId))
    for (const userId of await queueOf(db, companyId, own)) readers.add(userId)
  return readers
}

/** SQL: the browsers in which the people of `p` (user_id, at) have switched notices on (alias `k`), and whether each takes any now. */
const theirBrowsers = (companyId: number) => sql`
      join app_user u on u.company_id = ${companyId} and u.user_id = p.user_id and u.deleted_at is null
      join session s on s.company_id = u.company_id and s.user_id = u.user_id and ${isNotified(sql`p.at`)}
      join push_subscription k on k.company_id = s.company_id and k.session_id = s.session_id`
const takesPushes = sql<boolean>`(k.paused_until is null or k.paused_until <= p.at)`

/** Those of the people whom a notice written now would reach in a browser: whom `queuePush` would answer. */
export const readPushReaders = async (
  { db, config }: PushOutbox,
  companyId: number,
  userIds: readonly number[],
  at: Date,
): Promise<Set<number>> => {
  if (pushSubject(config) === undefined) return new Set()
  const { rows } = await sql<{ user_id: number }>`
    select distinct p.user_id
      from (select unnest(${userIds}::int[]) as user_id, ${at}::timestamptz as at) p ${theirBrowsers(companyId)}
     where ${takesPushes}`.execute(db)
  return new Set(rows.map(({ user_id: userId }) => userId))
}

type Reached = { readonly user_id: number; readonly is_taking: boolean; readonly place: number; readonly subscription_id: number }

const queueOf = async (db: Db, companyId: number, pushes: readonly OutgoingPush[]): Promise<number[]> => {
  const { rows } = await sql<Reached>`
    select u.user_id, k.subscription_id, p.place::int as place,
           ${takesPushes} as is_taking
      from unnest(${pushes.map(({ userId }) => userId)}::int[], ${pushes.map(({ at }) => at.toISOString())}::timestamptz[])
           with ordinality as p (user_id, at, place)
           ${theirBrowsers(companyId)}
     order by p.place`.execute(db)
  const written = rows.flatMap(({ place, subscription_id: subscriptionId }) => {
    const push = pushes[place - 1]
    return push === undefined ? [] : [asRow(push, subscriptionId)]
  })
  if (written.length > 0)
    await sql`
      insert into outbox_push (company_id, subscription_id, alert_id, created_at, next_try_at, escalated, payload, traceparent)
      select ${companyId}::int, r.subscription_id, r.alert_id, r.at, r.at, r.escalated, r.payload, r.traceparent
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
             as r (subscription_id integer, alert_id integer, at timestamptz, escalated boolean, payload jsonb, traceparent text)
       order by r.at`.execute(db)
  return rows.flatMap(({ user_id: userId, is_taking: isTaking }) => (isTaking ? [userId] : []))
}
