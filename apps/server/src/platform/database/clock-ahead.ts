import { sql } from 'kysely'
import type { Db } from '../context.ts'

/** This machine's clock less the database's, ms. */
export const readClockAhead = async (db: Db): Promise<number> => {
  const before = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const after = Date.now()
  return rows[0] === undefined ? 0 : Math.round((before + after) / 2 - rows[0].at.getTime())
}
