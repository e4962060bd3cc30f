import { sql } from 'kysely'
import type { Db } from '../context.ts'

/** This machine's clock less the database's, ms; 0 where the difference is no more than what asking took. */
export const readClockAhead = async (db: Db): Promise<number> => {
  const before = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const after = Date.now()
  if (rows[0] === undefined) return 0
  const aheadMs = (before + after) / 2 - rows[0].at.getTime()
  // Two clocks that agree differ by up to half of it: the answer may have been given right at the start, or at the end.
  return Math.abs(aheadMs) <= (after - before) / 2 ? 0 : Math.round(aheadMs)
}
