import { EXPOSURE_DAY_MINUTES, EXPOSURE_WINDOW_DAYS, observeAcclimatisation } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { japanDay, japanDayBefore, japanDayRange } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** Workers of a company in one turn; one of more takes further ones. */
const workersOfTurn = 2_000

const isCounted = sql`u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null`

// Anyone who has hours that are yet to be summed up waits for them: a day is counted once, at the start of the next.
const uncounted = `
  select u.user_id, u.observed_acclimatised as before,
         u.first_exposure_on::text as "firstOn", u.last_exposure_on::text as "lastOn"
    from app_user u
   where u.company_id = $4 and u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null
     and u.exposure_counted_on is distinct from $1::date
     and not exists (
       select from summary_due s where s.company_id = u.company_id and s.user_id = u.user_id and s.hour >= $2 and s.hour < $3)
   order by u.user_id
   limit ${workersOfTurn}`

const exposureDays = `
  select s.user_id, (s.hour at time zone 'Asia/Tokyo')::date::text as day
    from hourly_summary s
   where s.company_id = $1 and s.user_id = any($2::int[]) and s.hour >= $3 and s.hour < $4
   group by 1, 2 having sum(s.exposure_minutes) >= ${EXPOSURE_DAY_MINUTES}
   order by 1, 2`

const keep = `
  update app_user u
     set observed_acclimatised = x.observed, last_exposure_on = coalesce(x.last, u.last_exposure_on), exposure_counted_on = $2
    from json_to_recordset($3::json) as x ("userId" int, observed boolean, last date)
   where u.company_id = $1 and u.user_id = x."userId"`

type Uncounted = {
  readonly user_id: number
  readonly before: boolean | null
  readonly firstOn: string | null
  readonly lastOn: string | null
}

const countOfCompany = async (client: PoolClient, companyId: number, workers: readonly Uncounted[], today: string, span: Span) => {
  const { rows } = await client.query<{ user_id: number; day: string }>(exposureDays, [
    companyId,
    arrayOf(workers, (worker) => worker.user_id),
    span.from,
    span.to,
  ])
  const daysOf = Map.groupBy(rows, (row) => row.user_id)
  const counted = workers.map(({ user_id: userId, before, firstOn, lastOn }) => {
    const days = (daysOf.get(userId) ?? []).map(({ day }) => day)
    return { userId, observed: observeAcclimatisation(before, days, today, { firstOn, lastOn }), last: days.at(-1) ?? null }
  })
  await client.query(keep, [companyId, today, JSON.stringify(counted)])
}

type Span = { readonly from: Date; readonly to: Date }

/** Counts at the start of each day in Japan what the three weeks before it made of the workers' acclimatisation. */
export const acclimatisationJob: Recurring = {
  name: 'acclimatisation',
  everySeconds: 600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const today = japanDay(now)
    const span = { from: japanDayRange(japanDayBefore(now, EXPOSURE_WINDOW_DAYS)).from, to: japanDayRange(today).from }
    const withWork = companiesOf('app_user', 'u', sql`u.exposure_counted_on is distinct from ${today}::date and ${isCounted}`)
    await eachCompany(context, client, withWork, async (companyId) => {
      const { rows } = await client.query<Uncounted>(uncounted, [today, span.from, span.to, companyId])
      if (rows.length > 0) await countOfCompany(client, companyId, rows, today, span)
    })
  },
}
