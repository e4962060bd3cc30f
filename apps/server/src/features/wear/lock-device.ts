import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

export type HeldDevice = { readonly wearId: number; readonly userId: number; readonly wornFrom: Date }

/** Who wears a device; undefined where nobody does. */
export const findHolder = async (db: Db, companyId: number, deviceId: number): Promise<HeldDevice | undefined> => {
  const { rows } = await sql<HeldDevice>`
    select w.wear_id as "wearId", w.user_id as "userId", w.worn_from as "wornFrom" from wear w
     where w.company_id = ${companyId} and w.device_id = ${deviceId} and w.worn_to is null`.execute(db)
  return rows[0]
}

/** Locks a device after its people: who else would hand it out waits. */
export const lockDevice = async (db: Db, companyId: number, deviceId: number): Promise<void> => {
  await sql`
    select from device d where d.company_id = ${companyId} and d.device_id = ${deviceId} for update`.execute(db)
}
