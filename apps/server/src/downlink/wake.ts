import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** The channel on which the process with the broker hears that an office has something to be told. */
export const downlinkChannel = 'downlink'

/**
 * Wakes whoever hands out an office's commands. Belongs into the transaction that changes them: PostgreSQL delivers with
 * the commit, whichever process made it.
 */
export const wakeDownlinks = async (db: Db, officeIds: readonly number[]): Promise<void> => {
  if (officeIds.length === 0) return
  await sql`select pg_notify(${downlinkChannel}, woken.office_id::text) from unnest(${[...new Set(officeIds)]}::int[]) as woken (office_id)`.execute(
    db,
  )
}
