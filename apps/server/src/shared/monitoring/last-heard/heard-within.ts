import { silenceLimitMs } from '@mimamori/heat'
import { gapLimitMs, INTERVALS_OF_PATIENCE } from '@mimamori/heat/gap'
import { sql, type RawBuilder } from 'kysely'

/** Some intervals of its own, or the shortest limit where they are less or unknown. */
const heardWithin = (
  lastAt: RawBuilder<unknown>,
  interval: RawBuilder<unknown>,
  shortestMs: number,
  now: Date,
): RawBuilder<boolean | null> =>
  // Two plain comparisons, since this runs for each of ten thousand workers; of a moment and an interval a cluster could not
  // update by, since their sum depends on the session's time zone.
  sql<boolean | null>`(${lastAt} >= ${new Date(now.getTime() - shortestMs)}::timestamptz
    or ${now}::timestamptz - ${lastAt} <= ${interval} * ${`${INTERVALS_OF_PATIENCE} minutes`}::interval)`

/**
 * SQL: whether what somebody wears is heard (受信中): its data is current, no older than a gap. The list of conditions and
 * the list of devices say it in the same way of a wearer and their tag; the alert of a silence has more patience. Null or false where
 * it is not.
 * @param interval minutes between its messages
 */
export const isWornHeard = (lastAt: RawBuilder<unknown>, interval: RawBuilder<unknown>, now: Date): RawBuilder<boolean | null> =>
  heardWithin(lastAt, interval, gapLimitMs(null), now)

/** SQL: the same of what is installed on the site or waits for a command, which is heard as long as it is not silent. */
export const isHeard = (lastAt: RawBuilder<unknown>, interval: RawBuilder<unknown>, now: Date): RawBuilder<boolean | null> =>
  heardWithin(lastAt, interval, silenceLimitMs(null), now)
