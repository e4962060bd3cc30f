import type { SwapReason, Wear } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'

/** A wear as the queries of this slice select it. */
export type WearRow = {
  readonly id: number
  readonly userId: number
  readonly fullName: string
  readonly type: number
  readonly serial: string
  readonly officeId: number
  readonly groupId: number | null
  readonly wornFrom: Date
  readonly wornTo: Date | null
  readonly heardAt: Date | null
  readonly reason: SwapReason | null
}

/** The columns of a `WearRow`, of the tables of `wearTables`. */
export const wearColumns = sql`
  w.wear_id as id, w.user_id as "userId", u.full_name as "fullName", d.type, d.serial, d.office_id as "officeId", u.group_id as "groupId",
  w.worn_from as "wornFrom", w.worn_to as "wornTo", heard.at as "heardAt", w.swap_reason as reason`

/** Wears (alias `w`) of one company with their device (`d`) and wearer (`u`), read by a condition on them. */
export const wornTables = (companyId: number): RawBuilder<unknown> => sql`
  wear w
  join device d on d.company_id = w.company_id and d.company_id = ${companyId} and d.device_id = w.device_id
  join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id`

/** The same with the latest reading (`heard`), which is looked up for each: for a page, not for what is only counted or put in order. */
export const wearTables = (companyId: number): RawBuilder<unknown> => sql`
  ${wornTables(companyId)}
  left join lateral (
    -- The highest by its place in the index: max() would read every reading of the wear, of weeks for who wears it now.
    select r.at from reading r
     where r.company_id = ${companyId} and r.device_id = w.device_id and r.at >= w.worn_from and r.at < coalesce(w.worn_to, 'infinity'::timestamptz)
     order by r.at desc limit 1
  ) heard on true`

/** A row as answers write it. */
export const wearOf = ({ type, serial, wornFrom, wornTo, heardAt, ...row }: WearRow): Wear => ({
  id: row.id,
  userId: row.userId,
  fullName: row.fullName,
  deviceType: String(type),
  serialNumber: serial,
  officeId: row.officeId,
  groupId: row.groupId,
  from: toJapanIso(wornFrom),
  to: toJapanIsoOrNull(wornTo),
  heardAt: toJapanIsoOrNull(heardAt),
  reason: row.reason,
})

/** Wears by their numbers, in the order of these. */
export const readWears = async (db: Db, companyId: number, wearIds: readonly number[]): Promise<Wear[]> => {
  const { rows } = await sql<WearRow>`
    select ${wearColumns} from ${wearTables(companyId)}
     where w.company_id = ${companyId} and w.wear_id = any(${wearIds}::int[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, wearOf(row)]))
  return wearIds.flatMap((id) => byId.get(id) ?? [])
}
