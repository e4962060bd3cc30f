import { sql } from 'kysely'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { Context, Db } from '../../platform/context.ts'
import { isNotified } from '../../platform/outside/outgoing-push.ts'
import type { Lately, Waiting } from './digest.ts'
import type { Browser } from './wire-of.ts'

export type SubscriptionKey = { readonly company_id: number; readonly subscription_id: number }

const minuteMs = 60_000

/**
 * Browsers for which something is due, those with an emergency first. One whose push service asked to be left alone, or
 * whose person is gone, logged out or has not signed in there for long, has nothing due. A lock by wrong passwords keeps no notices back.
 * @param except subscriptions that are being sent to
 */
export const findDue = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  now: Date,
  except: readonly number[],
  limit: number,
): Promise<(SubscriptionKey & Browser)[]> => {
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<SubscriptionKey & Browser>`
    select k.company_id, k.subscription_id, k.endpoint, k.p256dh, k.auth
      from outbox_push d
      join push_subscription k on k.company_id = d.company_id and k.subscription_id = d.subscription_id
      join session s on s.company_id = k.company_id and s.session_id = k.session_id and ${isNotified(now)}
      join app_user u on u.company_id = s.company_id and u.user_id = s.user_id and u.deleted_at is null
     where d.sent_at is null and d.failed_at is null and d.next_try_at <= ${now}
       and (k.paused_until is null or k.paused_until <= ${now})
       and k.subscription_id <> all(${except}::int[]) and ${isReached('d')}
     group by k.company_id, k.subscription_id, k.endpoint, k.p256dh, k.auth
     order by bool_or((d.payload->>'emergency')::boolean) desc, min(d.next_try_at)
     limit ${limit}`.execute(db)
  return rows
}

export type Claimed = Waiting & {
  /** The alert is the reader's to see as their role and place are now. */
  readonly of_reader: boolean
  /** It says that nobody has answered, and somebody has. */
  readonly is_answered: boolean
}

// The recipients are decided when the notice is written; since then the reader or the alert may have gone elsewhere.
const ofReader = sql<boolean>`(
  a.alert_id is null or a.user_id = u.user_id or case
    when u.role = 'User' then false
    when u.role in ('GroupLeader', 'GroupSubLeader') then a.office_id = u.office_id and (a.group_id is null or a.group_id = u.group_id)
    when u.role = 'HeadquartersAdmin' then a.office_id = u.office_id
    else true end)`

/** Claims what is due for a browser until `until`: if this process dies, another one takes it over. The oldest first. */
export const claimNotices = async (db: Db, key: SubscriptionKey, now: Date, until: Date): Promise<Claimed[]> => {
  const taken = await sql<{ push_id: number }>`
    update outbox_push d set next_try_at = ${until}
     where d.company_id = ${key.company_id} and d.subscription_id = ${key.subscription_id}
       and d.sent_at is null and d.failed_at is null and d.next_try_at <= ${now}
    returning d.push_id`.execute(db)
  const { rows } = await sql<Claimed>`
    select t.push_id, t.alert_id, t.created_at, t.payload, t.attempts, t.traceparent, coalesce(${ofReader}, false) as of_reader,
           t.escalated and (a.handling <> 'open' or a.ended_at is not null or a.withdrawn) as is_answered
      from outbox_push t
      join push_subscription k on k.company_id = t.company_id and k.subscription_id = t.subscription_id
      join session s on s.company_id = k.company_id and s.session_id = k.session_id
      join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
      left join alert a on a.company_id = t.company_id and a.alert_id = t.alert_id
     where t.company_id = ${key.company_id} and t.push_id = any(${taken.rows.map(({ push_id: pushId }) => pushId)}::bigint[])
     order by t.created_at, t.push_id`.execute(db)
  return rows
}

/** What a browser was sent lately, for the limit on ordinary notices. */
export const sentLately = async (db: Db, key: SubscriptionKey, now: Date): Promise<Lately> => {
  const { rows } = await sql<Lately>`
    select count(*) filter (where not d.digest and d.sent_at > ${new Date(now.getTime() - minuteMs)})::int as singles,
           max(d.sent_at) filter (where d.digest) as "digestAt"
      from outbox_push d
     where d.company_id = ${key.company_id} and d.subscription_id = ${key.subscription_id}
       and d.sent_at > ${new Date(now.getTime() - 2 * minuteMs)}
       and d.alert_id is not null and not (d.payload->>'emergency')::boolean`.execute(db)
  return rows[0] ?? { singles: 0, digestAt: null }
}

type PushState =
  | { readonly kind: 'sent'; readonly at: Date; readonly digest: boolean }
  | { readonly kind: 'givenUp'; readonly at: Date; readonly error: string }
  /** Waits until `nextTryAt`; `error` where an attempt failed. */
  | { readonly kind: 'waits'; readonly nextTryAt: Date; readonly error: string | null }

const changeOf = (state: PushState) => {
  switch (state.kind) {
    case 'sent':
      return sql`sent_at = ${state.at}, digest = ${state.digest}, error = null`
    case 'givenUp':
      return sql`failed_at = ${state.at}, error = ${state.error}`
    case 'waits':
      return sql`next_try_at = ${state.nextTryAt}, error = coalesce(${state.error}, error),
                 attempts = least(attempts + ${state.error === null ? 0 : 1}, 30000)`
    default:
      return state satisfies never
  }
}

/** Writes what became of notices. */
export const writeNotices = async (
  db: Db,
  { company_id }: SubscriptionKey,
  notices: readonly Waiting[],
  state: PushState,
): Promise<void> => {
  if (notices.length === 0) return
  await sql`
    update outbox_push set ${changeOf(state)}
     where company_id = ${company_id} and push_id = any(${notices.map(({ push_id }) => push_id)}::bigint[])`.execute(db)
}

/** Leaves a browser alone until then, as its push service asked. */
export const pauseSubscription = async (db: Db, key: SubscriptionKey, until: Date): Promise<void> => {
  await sql`
    update push_subscription set paused_until = ${until}
     where company_id = ${key.company_id} and subscription_id = ${key.subscription_id}`.execute(db)
}

/** Removes a browser that is gone, with what waits for it; unless it has given another address meanwhile. */
export const removeSubscription = async (db: Db, key: SubscriptionKey & Pick<Browser, 'endpoint'>): Promise<void> => {
  await sql`
    delete from push_subscription
     where company_id = ${key.company_id} and subscription_id = ${key.subscription_id} and endpoint = ${key.endpoint}`.execute(db)
}
