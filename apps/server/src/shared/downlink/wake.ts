import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** The channel that informs the process with the broker that an office has commands to send. */
export const downlinkChannel = 'downlink'

/**
 * Wakes the process that sends the offices' commands. Call it in the transaction that changes them: PostgreSQL delivers with
 * the commit, whichever process made it.
 */
export const wakeDownlinks = async (db: Db, officeIds: readonly number[]): Promise<void> => {
  if (officeIds.length === 0) return
  await sql`select pg_notify(${downlinkChannel}, woken.office_id::text) from unnest(${[...new Set(officeIds)]}::int[]) as woken (office_id)`.execute(
    db,
  )
}
