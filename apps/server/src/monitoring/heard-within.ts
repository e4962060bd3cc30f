import { INTERVALS_OF_PATIENCE } from '@mimamori/heat/gap'
import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: whether something was heard within the patience one has with it: some intervals of its own, or the shortest
 * patience where they are less or unknown. Null or false where it was not.
 * @param interval minutes between its messages
 * @param shortestMs the patience with what does not say its interval
 */
export const heardWithin = (
  lastAt: RawBuilder<unknown>,
  interval: RawBuilder<unknown>,
  shortestMs: number,
  now: Date,
): RawBuilder<boolean | null> =>
  // Two plain comparisons: this runs for each of ten thousand workers.
  sql<boolean | null>`(${lastAt} >= ${new Date(now.getTime() - shortestMs)}::timestamptz
    or ${lastAt} >= ${now}::timestamptz - ${interval} * ${`${INTERVALS_OF_PATIENCE} minutes`}::interval)`
