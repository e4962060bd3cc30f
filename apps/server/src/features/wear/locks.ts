import { sql } from 'kysely'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

export type LockedWearer = {
  readonly userId: number
  readonly fullName: string
  readonly officeId: number | null
  readonly isWithdrawn: boolean
  /** Whether the actor answers for them. */
  readonly isOwn: boolean
}

/**
 * Workers of a company by their numbers, locked in one order, so that changes of what they wear come one after another: the form
 * of a person locks them too, and before it any device.
 */
export const lockWearers = async (
  db: Db,
  actor: Actor,
  companyId: number,
  userIds: readonly number[],
): Promise<Map<number, LockedWearer>> => {
  const { rows } = await sql<LockedWearer>`
    select u.user_id as "userId", u.full_name as "fullName", u.office_id as "officeId",
           u.consent_withdrawn_at is not null as "isWithdrawn", ${withinScope(actor, personColumns)} as "isOwn"
      from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[]) and ${isWorker}
     order by u.user_id
       for no key update of u`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

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
