import { type RawBuilder, sql } from 'kysely'

const columns = ['reason', 'heart_rate', 'excess', 'wbgt'] as const
type Column = (typeof columns)[number]

/**
 * SQL for an update of episodes (alias `a`) from segments (alias `x`): the values at the highest level are those of the
 * segment where it goes beyond what the episode had.
 */
export const risenPeak: RawBuilder<unknown> = sql.join(
  columns.map((column) => {
    const peak = `peak_${column}`
    return sql`${sql.ref(peak)} = case when x.peak_level > coalesce(a.peak_level, -1) then ${sql.ref(`x.${peak}`)} else ${sql.ref(`a.${peak}`)} end`
  }),
)

/** Where a corrected episode has the values at its highest level from: the segment, itself as before, or unknown. */
export type PeakSource = 'segment' | 'same' | 'unknown'

/** SQL for an update of episodes (alias `a`) from corrections (alias `x`), each with a `peak_from` of these. */
export const correctedPeak: RawBuilder<unknown> = sql.join(
  columns.map((column) => {
    const peak = `peak_${column}`
    // A cluster would misread `case x.peak_from when 'segment'` in an update.
    return sql`${sql.ref(peak)} = case when x.peak_from = 'segment' then ${sql.ref(`x.${peak}`)}
      when x.peak_from = 'same' then ${sql.ref(`a.${peak}`)} end`
  }),
)

/**
 * SQL: the reason or a value of an episode (alias `a`) as lists show it beside its level. Of an open one they are those of
 * now, of an ended one those at its highest level.
 */
export const shownValue = (column: Column): RawBuilder<unknown> =>
  sql`case when a.ended_at is not null and a.peak_reason is not null then ${sql.ref(`a.peak_${column}`)} else ${sql.ref(`a.${column}`)} end`
