import { INTERVALS_OF_PATIENCE } from '@mimamori/heat/gap'
import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: whether a device was heard within its limit: some intervals of its own, or the shortest limit where they are
 * less or unknown. Null or false where it was not.
 * @param interval minutes between its messages
 * @param shortestMs the limit for a device of unknown interval
 */
export const heardWithin = (
  lastAt: RawBuilder<unknown>,
  interval: RawBuilder<unknown>,
  shortestMs: number,
  now: Date,
): RawBuilder<boolean | null> =>
  // Two plain comparisons, since this runs for each of ten thousand workers.
  sql<boolean | null>`(${lastAt} >= ${new Date(now.getTime() - shortestMs)}::timestamptz
    or ${lastAt} >= ${now}::timestamptz - ${interval} * ${`${INTERVALS_OF_PATIENCE} minutes`}::interval)`
