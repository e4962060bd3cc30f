import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { endEpisodes } from './end.ts'

/**
 * Ends the alerts of devices that a new person wears, or nobody: a low battery goes with its device. What a
 * device reported of its wearer, a condition or an unhooked belt, stays the wearer's until it ends or is closed. Project choice,
 * decisions/0036.
 */
export const changeWearer = async (db: Db, companyId: number, deviceIds: readonly number[], now: Date): Promise<void> => {
  if (deviceIds.length === 0) return
  await endEpisodes(db, companyId, sql`a.kind = 'battery' and a.device_id = any(${deviceIds}::int[])`, 'handedOver', now)
}
