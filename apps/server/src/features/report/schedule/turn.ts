import { sql } from 'kysely'

/** So long after its time a report that the server was down for is still sent. */
const graceHours = 24

// Japan's wall clock, whatever the database's own zone.
const japanNow = (now: Date) => sql`(${now}::timestamptz at time zone 'Asia/Tokyo')`
const unit = sql`case s.kind when 'daily' then 'day' else 'month' end`
const step = sql`case s.kind when 'daily' then interval '1 day' else interval '1 month' end`

/** SQL: the day in Japan of the latest turn of the schedule `s`: today's, or the first of the month's, where its time has come. */
export const latestTurn = (now: Date) => sql<string>`(date_trunc(${unit}, ${japanNow(now)} - s.sends_at)::date)`

/**
 * SQL: the day of the turn that the schedule `s` took or passed over last. A day to come is none: a clock that ran ahead
 * wrote it. Over an hour alone is no such day, so that a clock set back around midnight sends nothing twice.
 */
export const doneOn = (now: Date) =>
  sql<string | null>`(case when s.done_on <= (${japanNow(now)} + interval '1 hour')::date then s.done_on end)`

/** SQL: whether that turn is to be taken now. Never two on one day, whatever the time was changed to. */
export const isDue = (now: Date) => sql<boolean>`(
  s.enabled and coalesce(${doneOn(now)} < ${latestTurn(now)}, true)
  and ${japanNow(now)} < ${latestTurn(now)} + s.sends_at + ${graceHours}::int * interval '1 hour')`

const afterThat = (now: Date) => sql`(${latestTurn(now)} + ${step})::date`

/** SQL: when the schedule `s` is sent next; in the past for one that is due. */
export const nextTurn = (now: Date) => sql<Date>`(
  (case when ${isDue(now)} then ${latestTurn(now)}
        when ${afterThat(now)} <= ${doneOn(now)} then (${afterThat(now)} + ${step})::date
        else ${afterThat(now)} end + s.sends_at) at time zone 'Asia/Tokyo')`
