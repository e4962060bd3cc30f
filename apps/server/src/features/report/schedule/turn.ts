import { sql } from 'kysely'

/** So long after its time a report that the server was down for is still sent: the plan of a day while it can still be used. */
const grace = sql`
  case when s.kind = 'planToday' then interval '6 hours' when s.kind = 'planTomorrow' then interval '12 hours' else interval '24 hours' end`

/** Before a turn that waits for the forecast is tried again. */
export const retryMs = 600_000
/** Before one that waits for what was announced at its time is. */
export const newsRetryMs = 60_000

// Japan's wall clock, whatever the database's own zone.
const japanNow = (now: Date) => sql`(${now}::timestamptz at time zone 'Asia/Tokyo')`
const unit = sql`case when s.kind = 'monthly' then 'month' else 'day' end`
const step = sql`case when s.kind = 'monthly' then interval '1 month' else interval '1 day' end`

/** SQL: the day in Japan of the latest turn of the schedule `s`: today's, or the first of the month's, where its time has come. */
export const latestTurn = (now: Date) => sql<string>`(date_trunc(${unit}, ${japanNow(now)} - s.sends_at)::date)`

/** SQL: the instant of that turn. */
export const latestTurnAt = (now: Date) => sql<Date>`((${latestTurn(now)} + s.sends_at) at time zone 'Asia/Tokyo')`

/**
 * SQL: the day of the turn that the schedule `s` took or passed over last. A day to come is none: a clock that ran ahead
 * wrote it. Over an hour alone is no such day, so that a clock set back around midnight sends nothing twice.
 */
export const doneOn = (now: Date) =>
  sql<string | null>`(case when s.done_on <= (${japanNow(now)} + interval '1 hour')::date then s.done_on end)`

/** SQL: whether that turn is to be taken now. Never two on one day, whatever the time was changed to. */
export const isDue = (now: Date) => sql<boolean>`(
  s.enabled and coalesce(${doneOn(now)} < ${latestTurn(now)}, true)
  and ${japanNow(now)} < ${latestTurn(now)} + s.sends_at + ${grace})`

/** SQL: whether the schedule `s` waits for its next try. No wait is longer: a clock that was set back wrote it. */
export const isWaiting = (now: Date) => sql<boolean>`
  (s.retry_at > ${now}::timestamptz and s.retry_at <= ${new Date(now.getTime() + retryMs)}::timestamptz)`

const afterThat = (now: Date) => sql`(${latestTurn(now)} + ${step})::date`

/** SQL: when the schedule `s` is sent next; in the past for one that is due. */
export const nextTurn = (now: Date) => sql<Date>`(
  (case when ${isDue(now)} then ${latestTurn(now)}
        when ${afterThat(now)} <= ${doneOn(now)} then (${afterThat(now)} + ${step})::date
        else ${afterThat(now)} end + s.sends_at) at time zone 'Asia/Tokyo')`
