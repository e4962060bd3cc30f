import { type Ending, message } from '@mimamori/contract'
import { sql } from 'kysely'
import { endEpisodes } from '../alerts/episodes/end.ts'
import { forgetDevices, endHeldClosures } from '../alerts/episodes/forget.ts'
import { announce, announceMaps } from '../../shared/announcements/announce.ts'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { storedFields } from './columns.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { lockMarks } from '../alerts/episodes/alarm-marks.ts'
import { findPendingWearers, openPendingAlarms } from '../alerts/episodes/device-alarms.ts'
import { isEmergency } from '../../shared/monitoring/emergency-kinds.ts'

/**
 * Locks the states of a company that name the devices, and those of the wearers of whom an alarm is pending, in the order in which the
 * ingestion does: devices before workers, each by number. Until the transaction ends no reading of these devices is judged.
 */
const freeze = async (db: Db, companyId: number, deviceIds: readonly number[]): Promise<void> => {
  await sql`
    select s.device_id from device_state s
     where s.company_id = ${companyId} and (s.device_id = any(${deviceIds}::int[]) or s.gateway_id = any(${deviceIds}::int[]))
     order by s.device_id for update`.execute(db)
  const alarmed = await findPendingWearers(db, companyId, deviceIds)
  await sql`
    select ws.user_id from worker_state ws
     where ws.company_id = ${companyId}
       and (ws.device_id = any(${deviceIds}::int[]) or ws.gateway_id = any(${deviceIds}::int[]) or ws.wbgt_device_id = any(${deviceIds}::int[])
            or ws.user_id = any(${alarmed}::int[]))
     order by ws.user_id for update`.execute(db)
  // Somebody who wears no vital device may have no state yet.
  for (const userId of alarmed) await lockMarks(db, { companyId, userId })
}

/** @returns who wore them, by number */
const endWears = async (db: Db, companyId: number, deviceIds: readonly number[], now: Date): Promise<number[]> => {
  const { rows } = await sql<TableRow<'wear', 'user_id'>>`
    update wear w set worn_to = greatest(w.worn_from, ${now}::timestamptz)
     where w.company_id = ${companyId} and w.device_id = any(${deviceIds}::int[]) and w.worn_to is null
    returning w.user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Ends what ties devices to their office when they go to another one or are deleted: who wears them, what is linked to them,
 * the episodes that nothing would end any more, the commands they have not taken yet. Readings stay, and so do
 * alerts, which keep their names and their handling; an emergency is ended only by a person. The devices' own rows are the
 * caller's, who has locked them.
 */
const leaveOffice = async (db: Db, office: OfficeKey, deviceIds: readonly number[], ending: Ending, now: Date): Promise<void> => {
  const { companyId } = office
  await freeze(db, companyId, deviceIds)
  // What they would still have cancelled nobody hears of any more.
  await openPendingAlarms(db, companyId, deviceIds)
  await endEpisodes(db, companyId, sql`a.device_id = any(${deviceIds}::int[]) and not ${isEmergency}`, ending, now)
  await endHeldClosures(db, companyId, deviceIds)
  const userIds = await endWears(db, companyId, deviceIds, now)
  await sql`
    update device d set linked_device_id = null, altitude_offset_cm = 0, altitude_zeroed_at = null, version = d.version + 1
     where d.company_id = ${companyId} and d.linked_device_id = any(${deviceIds}::int[])`.execute(db)
  // A gateway or watcher of another office must not be named by the people of this one.
  await sql`
    update worker_state ws
       set gateway_id = case when ws.gateway_id = any(${deviceIds}::int[]) then null else ws.gateway_id end,
           wbgt_device_id = case when ws.wbgt_device_id = any(${deviceIds}::int[]) then null else ws.wbgt_device_id end
     where ws.company_id = ${companyId} and (ws.gateway_id = any(${deviceIds}::int[]) or ws.wbgt_device_id = any(${deviceIds}::int[]))`.execute(
    db,
  )
  await sql`
    update device_state s set gateway_id = null
     where s.company_id = ${companyId} and s.gateway_id = any(${deviceIds}::int[])`.execute(db)
  await sql`
    update downlink k set state = 'expired', next_try_at = null, owed_since = null, error = '機器が拠点を離れました'
     where k.company_id = ${companyId} and k.device_id = any(${deviceIds}::int[])
       and (k.state in ('pending', 'sent') or k.owed_since is not null)`.execute(db)
  await announce(db, { ...office, userIds })
  const { rows: placedDevices } = await sql`
    select from device d where d.company_id = ${companyId} and d.device_id = any(${deviceIds}::int[]) and d.map_id is not null limit 1`.execute(
    db,
  )
  if (placedDevices.length > 0) await announceMaps(db, office)
}

/** Refuses where somebody calls by one of the devices, whose states are frozen. */
const refuseCalled = async (db: Db, companyId: number, deviceIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<TableRow<'device', 'serial'>>`
    select d.serial from device d
     where d.company_id = ${companyId} and d.device_id = any(${deviceIds}::int[])
       and exists (select from alert a
                    where a.company_id = d.company_id and a.device_id = d.device_id and ${isEmergency} and a.ended_at is null)
     order by d.serial`.execute(db)
  if (rows.length > 0) throw badRequest(...rows.map(({ serial }) => message('deviceCalls', { name: serial })))
}

/**
 * Deletes locked devices of an office. Their readings and alerts stay; what they were part of ends, as lost where nobody says
 * that they went elsewhere: nothing will be heard of it any more.
 * @throws Refusal 400 while an emergency called by one of them, worn by nobody, is open
 */
export const deleteDevices = async (
  db: Db,
  office: OfficeKey,
  deviceIds: readonly number[],
  now: Date,
  ending: Ending = 'lost',
): Promise<void> => {
  const { companyId } = office
  await leaveOffice(db, office, deviceIds, ending, now)
  await refuseCalled(db, companyId, deviceIds)
  await forgetDevices(db, companyId, deviceIds)
  await sql`delete from device d where d.company_id = ${companyId} and d.device_id = any(${deviceIds}::int[])`.execute(db)
}

/**
 * Puts a locked device that has left its office into another one: unlinked, at no place and on no map, and judged again,
 * because the heat and the pressure it measured were the other office's.
 */
const enterOffice = async (db: Db, { companyId, deviceId }: DeviceKey, officeId: number): Promise<void> => {
  await sql`
    update device d
       set office_id = ${officeId}, location_name = case when d.office_id = ${officeId} then d.location_name end, map_id = null, position_x = null, position_y = null, latitude = null, longitude = null,
           linked_device_id = null, altitude_offset_cm = 0, altitude_zeroed_at = null
     where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)
  await sql`
    update device_state s
       set judge = null, gateway_id = null, signal = null, wave_level = null, latitude = null, longitude = null, wbgt = null,
           temperature = null, humidity = null, globe = null, heat_level = null, pressure = null, hook = null, altitude_cm = null,
           changed_at = now()
     where s.company_id = ${companyId} and s.device_id = ${deviceId}`.execute(db)
}

// All that people decide about a device, except its place.
const { locationName: _, ...ownFields } = storedFields
const ownColumns = sql.join(Object.values(ownFields).map((column) => sql.ref(column)))

/** Makes a device of another company's like this one. */
const copyDevice = async (db: Db, { companyId, deviceId }: DeviceKey, to: OfficeKey): Promise<DeviceKey> => {
  const { rows } = await sql<DeviceKey>`
    insert into device (company_id, office_id, kind, type, serial, ${ownColumns})
    select ${to.companyId}, ${to.officeId}, kind, type, serial, ${ownColumns}
      from device d where d.company_id = ${companyId} and d.device_id = ${deviceId}
    returning company_id as "companyId", device_id as "deviceId"`.execute(db)
  const [made] = rows
  if (made === undefined) throw notFound()
  return made
}

/**
 * Takes a locked device out of its office and puts it into another, or into the same one as another kind of device. No row
 * changes its company: in another one a new device begins, and the old one is deleted.
 * @returns the key of the device there
 */
export const moveDevice = async (db: Db, device: DeviceKey, from: OfficeKey, to: OfficeKey, now: Date): Promise<DeviceKey> => {
  if (from.companyId !== to.companyId) {
    const made = await copyDevice(db, device, to)
    await deleteDevices(db, from, [device.deviceId], now, 'handedOver')
    return made
  }
  await leaveOffice(db, from, [device.deviceId], 'handedOver', now)
  await enterOffice(db, device, to.officeId)
  return device
}
