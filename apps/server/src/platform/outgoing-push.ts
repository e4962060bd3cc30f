import type { PushNotice } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from './context.ts'

export type OutgoingPush = {
  /** The tenant that the reader and the alert belong to. */
  readonly companyId: number
  readonly userId: number
  readonly at: Date
  readonly alertId?: number
  /** It says that nobody has answered yet. */
  readonly escalated?: boolean
  readonly payload: PushNotice
}

const asRow = ({ companyId, userId, at, alertId, escalated = false, payload }: OutgoingPush) => ({
  company_id: companyId,
  user_id: userId,
  alert_id: alertId ?? null,
  at: at.toISOString(),
  escalated,
  payload,
})

/**
 * Writes notices into the outbox, one for each browser in which a reader has switched them on, from where a job sends
 * them. `db` is the transaction that they report on, so that both are committed or neither. Who is deleted is
 * sent none; whoever guesses at a person's password and locks them out does not keep their notices from them.
 * @returns the readers with at least one such browser whose push service takes notices now
 */
export const queuePush = async (db: Db, pushes: readonly OutgoingPush[]): Promise<Set<number>> => {
  if (pushes.length === 0) return new Set()
  const { rows } = await sql<{ user_id: number }>`
    with reached as (
      select p.company_id, p.user_id, p.alert_id, p.at, p.escalated, p.payload, k.subscription_id, k.paused_until
        from jsonb_to_recordset(${JSON.stringify(pushes.map(asRow))}::jsonb)
               as p (company_id integer, user_id integer, alert_id integer, at timestamptz, escalated boolean, payload jsonb)
        join app_user u on u.company_id = p.company_id and u.user_id = p.user_id and u.deleted_at is null
        join session s on s.company_id = u.company_id and s.user_id = u.user_id and s.ended_at is null
        join push_subscription k on k.company_id = s.company_id and k.session_id = s.session_id
    ), written as (
      insert into outbox_push (company_id, subscription_id, alert_id, created_at, next_try_at, escalated, payload)
      select r.company_id, r.subscription_id, r.alert_id, r.at, r.at, r.escalated, r.payload from reached r order by r.at
    )
    select distinct r.user_id from reached r where r.paused_until is null or r.paused_until <= r.at`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}
