import {
  type DayInHeat,
  EXPOSURE_DAY_MINUTES,
  EXPOSURE_WINDOW_DAYS,
  isBreak,
  ladderDayMinutes,
  ladderFacts,
  needsEarlierDays,
  workingHoursOf,
} from '@mimamori/heat'
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
  select u.user_id, o.opens_at::text, o.closes_at::text
    from app_user u
    join office o on o.company_id = u.company_id and o.company_id = $4 and o.office_id = u.office_id
   where u.company_id = $4 and u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null
     and u.exposure_counted_on is distinct from $1::date
     and not exists (
       select from summary_due s where s.company_id = u.company_id and s.user_id = u.user_id and s.hour >= $2 and s.hour < $3)
     and not exists (
       select from summary_recount s where s.company_id = u.company_id and s.user_id = u.user_id and s.hour >= $2 and s.hour < $3)
   order by u.user_id
   limit ${workersOfTurn}`

type Worker = { readonly user_id: number; readonly opens_at: string; readonly closes_at: string }

// Somebody measured without any exposure has a row of their own, too: nothing is known only of the others.
const measuredDays = `
  select d.user_id,
         coalesce(json_agg(json_build_object('day', d.day, 'minutes', d.minutes) order by d.day) filter (where d.minutes > 0), '[]') as days
    from (select s.user_id, (s.hour at time zone 'Asia/Tokyo')::date::text as day, sum(s.exposure_minutes) as minutes
            from hourly_summary s
           where s.company_id = $1 and s.user_id = any($2::int[]) and s.hour >= $3 and s.hour < $4 and s.exposure_minutes is not null
           group by 1, 2) d
   group by 1`

const saveCounted = `
  update app_user u
     set observed_acclimatised = x.observed, last_exposure_on = coalesce(x.last, u.last_exposure_on), exposure_counted_on = $2,
         acclimatised_on = x."acclimatisedOn", ladder_first_on = x."firstOn", ladder_last_on = x."lastOn", ladder_days = x.days
    from json_to_recordset($3::json) as x
         ("userId" int, observed boolean, last date, "acclimatisedOn" date, "firstOn" date, "lastOn" date, days smallint)
   where u.company_id = $1 and u.user_id = x."userId"`

/** The minutes of exposure by day, in order, of those workers of whom anything was measured. */
const exposureOf = async (client: PoolClient, companyId: number, userIds: readonly number[], { from, to }: Span) => {
  const { rows } = await client.query<{ user_id: number; days: readonly DayInHeat[] }>(measuredDays, [
    companyId,
    arrayOf(userIds, (id) => id),
    from,
    to,
  ])
  return new Map(rows.map((row) => [row.user_id, row.days]))
}

const exposureDays = (days: readonly DayInHeat[]): string[] =>
  days.flatMap(({ day, minutes }) => (minutes >= EXPOSURE_DAY_MINUTES ? [day] : []))

const countOf = (
  { user_id: userId, opens_at: opensAt, closes_at: closesAt }: Worker,
  days: readonly DayInHeat[] | undefined,
  today: string,
) => {
  const facts = ladderFacts(days ?? [], today, ladderDayMinutes(workingHoursOf(opensAt, closesAt)))
  const isAcclimatised = facts.acclimatisedOn !== null && !isBreak(facts.acclimatisedOn, today)
  return { userId, ...facts, observed: days === undefined ? null : isAcclimatised, last: exposureDays(days ?? []).at(-1) ?? null }
}

const countOfCompany = async (client: PoolClient, companyId: number, workers: readonly Worker[], today: string, spans: Spans) => {
  const userIds = workers.map((worker) => worker.user_id)
  const recent = await exposureOf(client, companyId, userIds, spans.recent)
  const unsure = userIds.filter((userId) => needsEarlierDays(exposureDays(recent.get(userId) ?? []), today))
  const longer = unsure.length === 0 ? recent : await exposureOf(client, companyId, unsure, spans.earlier)
  const counted = workers.map((worker) => countOf(worker, longer.get(worker.user_id) ?? recent.get(worker.user_id), today))
  await client.query(saveCounted, [companyId, today, JSON.stringify(counted)])
}

type Span = { readonly from: Date; readonly to: Date }
type Spans = { readonly recent: Span; readonly earlier: Span }

/** Counts at the start of each day in Japan what the exposure days before it made of the workers' acclimatisation and of their ladder. */
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
      const { rows: workers } = await client.query<Worker>(uncounted, [today, from, to, companyId])
      if (workers.length > 0) await countOfCompany(client, companyId, workers, today, spans)
    })
  },
}
