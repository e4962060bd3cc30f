import { EXPOSURE_DAY_MINUTES, EXPOSURE_WINDOW_DAYS, isAcclimatisedBy, needsEarlierDays } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { japanDay, japanDayBefore, japanDayRange } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** Workers of a company in one turn; one of more takes further ones. */
const workersOfTurn = 2_000

/** How far back the exposure days of somebody who may have returned are read: no chain of returns is a year long. */
const earlierDays = 366

// Anyone who has hours that are yet to be summed up waits for them: a day is counted once, at the start of the next.
const uncounted = `
  select u.user_id
    from app_user u
   where u.company_id = $4 and u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null
     and u.exposure_counted_on is distinct from $1::date
     and not exists (
       select from summary_due s where s.company_id = u.company_id and s.user_id = u.user_id and s.hour >= $2 and s.hour < $3)
     and not exists (
       select from summary_recount s where s.company_id = u.company_id and s.user_id = u.user_id and s.hour >= $2 and s.hour < $3)
   order by u.user_id
   limit ${workersOfTurn}`

// Somebody measured without a single exposure day has a row of their own, too: nothing is known only of the others.
const measuredDays = `
  select d.user_id,
         coalesce(json_agg(d.day order by d.day) filter (where d.minutes >= ${EXPOSURE_DAY_MINUTES}), '[]') as days
    from (select s.user_id, (s.hour at time zone 'Asia/Tokyo')::date::text as day, sum(s.exposure_minutes) as minutes
            from hourly_summary s
           where s.company_id = $1 and s.user_id = any($2::int[]) and s.hour >= $3 and s.hour < $4 and s.exposure_minutes is not null
           group by 1, 2) d
   group by 1`

const saveObserved = `
  update app_user u
     set observed_acclimatised = x.observed, last_exposure_on = coalesce(x.last, u.last_exposure_on), exposure_counted_on = $2
    from json_to_recordset($3::json) as x ("userId" int, observed boolean, last date)
   where u.company_id = $1 and u.user_id = x."userId"`

/** The exposure days of those workers of whom anything was measured, YYYY-MM-DD, in order. */
const exposureDaysOf = async (client: PoolClient, companyId: number, userIds: readonly number[], { from, to }: Span) => {
  const { rows } = await client.query<{ user_id: number; days: readonly string[] }>(measuredDays, [
    companyId,
    arrayOf(userIds, (id) => id),
    from,
    to,
  ])
  return new Map(rows.map((row) => [row.user_id, row.days]))
}

const countOfCompany = async (client: PoolClient, companyId: number, userIds: readonly number[], today: string, spans: Spans) => {
  const recent = await exposureDaysOf(client, companyId, userIds, spans.recent)
  const unsure = userIds.filter((userId) => needsEarlierDays(recent.get(userId) ?? [], today))
  const longer = unsure.length === 0 ? recent : await exposureDaysOf(client, companyId, unsure, spans.earlier)
  const counted = userIds.map((userId) => {
    const days = longer.get(userId) ?? recent.get(userId)
    return { userId, observed: days === undefined ? null : isAcclimatisedBy(days, today), last: days?.at(-1) ?? null }
  })
  await client.query(saveObserved, [companyId, today, JSON.stringify(counted)])
}

type Span = { readonly from: Date; readonly to: Date }
type Spans = { readonly recent: Span; readonly earlier: Span }

/** Counts at the start of each day in Japan what the exposure days before it made of the workers' acclimatisation. */
export const acclimatisationJob: Recurring = {
  name: 'acclimatisation',
  everySeconds: 600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const today = japanDay(now)
    const before = (days: number): Span => ({ from: japanDayRange(japanDayBefore(now, days)).from, to: japanDayRange(today).from })
    const spans = { recent: before(EXPOSURE_WINDOW_DAYS), earlier: before(earlierDays) }
    const withWork = companiesOf('app_user', 'u', sql`u.exposure_counted_on is distinct from ${today}::date and ${isWorker}`)
    await eachCompany(context, client, withWork, async (companyId) => {
      const { from, to } = spans.recent
      const { rows } = await client.query<{ user_id: number }>(uncounted, [today, from, to, companyId])
      const userIds = rows.map((row) => row.user_id)
      if (userIds.length > 0) await countOfCompany(client, companyId, userIds, today, spans)
    })
  },
}
