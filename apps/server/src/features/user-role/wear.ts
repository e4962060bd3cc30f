import { labels, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey, PersonKey } from '../../shared/organisation/keys.ts'
import { beginWear, endWearsOf, type WearSlot } from '../alerts/wears/write-wears.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'
import type { Draft, Wears } from './draft.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

type Wearer = PersonKey & OfficeKey

type Nobody = { readonly user_id: null; readonly full_name: null; readonly login_id: null }
type Person = TableRow<'app_user', 'user_id' | 'full_name' | 'login_id'>
type WearCandidate = TableRow<'device', 'device_id' | 'type'> & (Person | Nobody)

const slots = [
  { slot: 'vital', serial: 'meditagId', type: 'meditagType', types: ['1', '3'] },
  { slot: 'belt', serial: 'safetyBeltId', type: 'safetyBeltType', types: ['2'] },
] as const

/** The office's device of a serial, locked, with its wearer. */
const findDevice = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  slot: WearSlot,
  serial: string,
): Promise<WearCandidate | undefined> => {
  const { rows } = await sql<WearCandidate>`
    select d.device_id, d.type, u.user_id, u.full_name, u.login_id
      from device d
      left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = ${slot} and d.serial = ${serial}
       for update of d`.execute(db)
  return rows[0]
}

// Somebody who has worn a new device since the morning is entered at noon: readings that are still on their way count for
// them. Once a device has had a wearer, its hours are that person's.
const putOn = async (db: Db, person: PersonKey, slot: WearSlot, deviceId: number, now: Date): Promise<void> => {
  const { companyId, userId } = person
  const { from: morning } = japanDayRange(japanDay(now))
  const { rows } = await sql<{ since: Date }>`
    select case when exists (select from wear w where w.company_id = ${companyId} and w.device_id = ${deviceId}) then ${now}::timestamptz
                else greatest(${morning}::timestamptz,
                  (select max(w.worn_to) from wear w
                    where w.company_id = ${companyId} and w.user_id = ${userId} and w.slot = ${slot})) end as since`.execute(db)
  await beginWear(db, person, { slot, deviceId, from: rows[0]?.since ?? now }, now)
}

const isWrongType = (given: string | null, types: readonly string[]) => given !== null && !types.includes(given)

const setWears = async (db: Db, wearer: Wearer, worker: Wears, now: Date): Promise<void> => {
  for (const { slot, serial: field, type, types } of slots) {
    const serial = worker[field]
    if (serial === null) {
      await endWearsOf(db, wearer, slot, { at: now, now })
      continue
    }
    if (isWrongType(worker[type], types)) throw badRequest(message('sameDeviceType'))
    const device = await findDevice(db, wearer, slot, serial)
    if (device === undefined || isWrongType(worker[type], [String(device.type)]))
      throw badRequest(message('deviceUnknown', { field: labels.user[field] }))
    if (device.user_id === wearer.userId) continue
    if (device.user_id !== null)
      throw badRequest(message('deviceTaken', { field: labels.user[field], name: device.full_name, userName: device.login_id }))
    await endWearsOf(db, wearer, slot, { at: now, now })
    await putOn(db, wearer, slot, device.device_id, now)
  }
}

/** Ends everything the person wears. */
export const takeOffAll = async (db: Db, person: PersonKey, now: Date): Promise<void> => {
  await endWearsOf(db, person, 'vital', { at: now, now })
  await endWearsOf(db, person, 'belt', { at: now, now })
}

/**
 * Makes the devices of a draft those that the saved person wears from now on; administrators have none.
 * @throws Refusal 400 for a device of another office, one that somebody else wears, or two of one type
 */
export const putOnDraft = async (db: Db, { companyId, userId }: PersonKey, { fields, wears }: Draft, now: Date): Promise<void> => {
  const { officeId } = fields
  if (wears !== undefined && officeId !== null) await setWears(db, { companyId, userId, officeId }, wears, now)
}
