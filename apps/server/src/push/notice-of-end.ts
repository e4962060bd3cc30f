import { message, noticeDays, type PushNotice, screens } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import { onClient } from '../platform/exchange/on-client.ts'
import { toJapanIso } from '../platform/japan-time.ts'

type Ending = { readonly company_id: number; readonly subscription_id: number; readonly days: number }

// A week before, and a day before; who was told of the day is not told of the week.
const markEnding = `
  update push_subscription k
     set end_told_days = case when s.created_at <= $1::timestamptz - interval '${noticeDays - 1} days' then 1 else 7 end
    from session s
   where s.company_id = k.company_id and s.session_id = k.session_id and s.ended_at is null
     and s.created_at > $1::timestamptz - interval '${noticeDays} days'
     and ((s.created_at <= $1::timestamptz - interval '${noticeDays - 1} days' and coalesce(k.end_told_days, 7) > 1)
       or (s.created_at <= $1::timestamptz - interval '${noticeDays - 7} days' and k.end_told_days is null))
  returning k.company_id, k.subscription_id, k.end_told_days as days`

const noticeOf = (days: number, now: Date): PushNotice => ({
  title: message('pushEndsTitle', { days: String(days) }),
  body: message('pushEndsBody'),
  url: screens.account.path,
  tag: 'ends',
  level: null,
  emergency: false,
  drill: false,
  at: toJapanIso(now),
})

/** Tells browsers a week and a day before that their notices end, so that no alarm stops without a word. */
export const noticeOfEnd = async (client: PoolClient, now: Date): Promise<void> => {
  const { rows } = await client.query<Ending>(markEnding, [now])
  for (const { company_id, subscription_id, days } of rows)
    await onClient(client)
      .insertInto('outbox_push')
      .values({ company_id, subscription_id, created_at: now, next_try_at: now, payload: JSON.stringify(noticeOf(days, now)) })
      .execute()
}
