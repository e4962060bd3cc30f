import { sql, type RawBuilder } from 'kysely'

// A crew zeroes its terminals before the gate opens.
const beforeOpening = '120 minutes'

/**
 * SQL, of the office table or what has its opening hour (alias): since when a zeroing holds, from two hours before the office last opened,
 * so that each shift begins with its own.
 */
export const zeroedSince = (now: Date, alias = 'o'): RawBuilder<Date> => {
  const today = sql`((${now}::timestamptz at time zone 'Asia/Tokyo')::date + ${sql.ref(`${alias}.opens_at`)}) at time zone 'Asia/Tokyo' - ${beforeOpening}::interval`
  // Japan has no daylight saving time, so a day is 24 hours.
  return sql<Date>`(case when ${today} <= ${now}::timestamptz then ${today} else ${today} - interval '24 hours' end)`
}
