import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'

/** Ends the watch of conditions that people closed while they held (`still_held`): devices that have left their office end them. */
export const endHeldClosures = async (db: Db, companyId: number, deviceIds: readonly number[]): Promise<void> => {
  await sql`
    update alert a set still_held = false, held_level = null, held_since = null
     where a.company_id = ${companyId} and a.device_id = any(${deviceIds}::int[]) and a.still_held`.execute(db)
}

/** Takes deleted devices out of the episodes they were in, which keep their names. None of these episodes is open. */
export const forgetDevices = async (db: Db, companyId: number, deviceIds: readonly number[]): Promise<void> => {
  await sql`
    update alert a set device_id = null where a.company_id = ${companyId} and a.device_id = any(${deviceIds}::int[])`.execute(db)
}

/** Takes a deleted group out of the episodes of its people, which keep its name. */
export const forgetGroup = async (db: Db, { companyId, groupId }: { companyId: number; groupId: number }): Promise<void> => {
  await sql`update alert a set group_id = null where a.company_id = ${companyId} and a.group_id = ${groupId}`.execute(db)
}
