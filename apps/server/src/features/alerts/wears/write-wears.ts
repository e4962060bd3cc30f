import type { SwapReason } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { changeWearer } from '../episodes/change-wearer.ts'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'

/** A person wears one device of each. */
export type WearSlot = 'vital' | 'belt'

export type EndedWear = TableRow<'wear', 'wear_id' | 'user_id' | 'device_id'>

/** When a wear ended, by whatever clock counts for it, and the server's time now. */
type Ending = { readonly at: Date; readonly now: Date; readonly reason?: SwapReason | undefined }

/** Ends the wears of a company that fulfil a condition (on `w`) and have not ended. One that began later ends as it began. */
const endOpen = async (db: Db, companyId: number, which: RawBuilder<unknown>, { at, now, reason }: Ending): Promise<EndedWear[]> => {
  const { rows } = await sql<EndedWear>`
    update wear w set worn_to = greatest(w.worn_from, ${at}::timestamptz), swap_reason = ${reason ?? null}
     where w.company_id = ${companyId} and ${which} and w.worn_to is null
    returning w.wear_id, w.user_id, w.device_id`.execute(db)
  await changeWearer(
    db,
    companyId,
    rows.map((row) => row.device_id),
    now,
  )
  return rows
}

/** Ends what the person wears of a slot. */
export const endWearsOf = (db: Db, { companyId, userId }: PersonKey, slot: WearSlot, ending: Ending): Promise<EndedWear[]> =>
  endOpen(db, companyId, sql`w.user_id = ${userId} and w.slot = ${slot}`, ending)

/** Ends wears that are known by their numbers, those that have not ended. */
export const endWears = (db: Db, companyId: number, wearIds: readonly number[], ending: Ending): Promise<EndedWear[]> =>
  endOpen(db, companyId, sql`w.wear_id = any(${wearIds}::int[])`, ending)

/**
 * Makes a person wear a device from a time on. @returns the number of the wear
 * @throws a violation of `wear_one_holder` where somebody wears it, of `wear_one_device_of_a_kind` where the person wears another one
 */
export const beginWear = async (
  db: Db,
  { companyId, userId }: PersonKey,
  { slot, deviceId, from }: { readonly slot: WearSlot; readonly deviceId: number; readonly from: Date },
  now: Date,
): Promise<number> => {
  const { wear_id } = await db
    .insertInto('wear')
    .values({ company_id: companyId, user_id: userId, device_id: deviceId, slot, worn_from: from })
    .returning('wear.wear_id')
    .executeTakeFirstOrThrow()
  await changeWearer(db, companyId, [deviceId], now)
  return wear_id
}

/** Raises the version of people whose devices changed elsewhere than in their form: an open form would put back what it shows. */
export const touchWearers = async (db: Db, companyId: number, userIds: readonly number[]): Promise<void> => {
  await sql`
    update app_user u set version = u.version + 1
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[])`.execute(db)
}
