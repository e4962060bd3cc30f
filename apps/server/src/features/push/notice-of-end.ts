import { dayMs } from '@mimamori/contract/day'
import { type Language, noticeDays, type PushNotice, screens } from '@mimamori/contract'
import { textsIn } from '@mimamori/texts'
import type { PoolClient } from 'pg'
import { onClient } from '../../platform/exchange/on-client.ts'
import { toJapanIso } from '../../platform/japan-time.ts'

type Ending = { readonly company_id: number; readonly subscription_id: number; readonly days: number; readonly language: Language | null }

// $1, $2, $3: from when on a session is in its last day, in its last week, or over. Computed here: a cluster takes no sum of time and
// interval in a case of an update. Somebody who was notified of the day is not notified of the week.
const markEnding = `
  update push_subscription k
     set end_told_days = case when s.created_at <= $1::timestamptz then 1 else 7 end
    from session s join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
   where s.company_id = k.company_id and s.session_id = k.session_id and s.ended_at is null
     and s.created_at > $3::timestamptz
     and ((s.created_at <= $1::timestamptz and coalesce(k.end_told_days, 7) > 1)
       or (s.created_at <= $2::timestamptz and k.end_told_days is null))
  returning k.company_id, k.subscription_id, k.end_told_days as days,
            case when u.role = 'User' then u.language end as language`

const noticeOf = (days: number, language: Language | null, now: Date): PushNotice => ({
  title: textsIn(language)('notice.endsTitle', { count: days }),
  body: textsIn(language)('notice.endsBody'),
  url: screens.account.path,
  tag: 'ends',
  level: null,
  emergency: false,
  drill: false,
  at: toJapanIso(now),
})

/** Notifies browsers a week and a day before their notices end, so that no alarm stops without warning. */
export const noticeOfEnd = async (client: PoolClient, now: Date): Promise<void> => {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const { rows } = await client.query<Ending>(markEnding, [before(noticeDays - 1), before(noticeDays - 7), before(noticeDays)])
  for (const { company_id, subscription_id, days, language } of rows)
    await onClient(client)
      .insertInto('outbox_push')
      .values({ company_id, subscription_id, created_at: now, next_try_at: now, payload: JSON.stringify(noticeOf(days, language, now)) })
      .execute()
}
