import { sql } from 'kysely'
import { endEpisodes } from '../monitoring/episodes/end.ts'
import { announce } from '../organisation/announce.ts'
import type { Db } from '../platform/context.ts'

type Rows<Row> = Promise<{ rows: Row[] }>

/**
 * Locks the states that name the devices, in the order in which the ingestion does: devices before workers, each by
 * number. Until the transaction ends no reading of these devices is judged.
 */
const freeze = async (db: Db, deviceIds: readonly number[]): Promise<void> => {
  await sql`
    select s.device_id from device_state s
     where s.device_id = any(${deviceIds}::int[]) or s.gateway_id = any(${deviceIds}::int[]) order by s.device_id for update`.execute(db)
  await sql`
    select ws.user_id from worker_state ws
     where ws.device_id = any(${deviceIds}::int[]) or ws.gateway_id = any(${deviceIds}::int[]) or ws.wbgt_device_id = any(${deviceIds}::int[])
     order by ws.user_id for update`.execute(db)
}

const endWears = (db: Db, deviceIds: readonly number[], now: Date): Rows<{ user_id: number; office_id: number }> =>
  sql<{ user_id: number; office_id: number }>`
    update wear w set worn_to = greatest(w.worn_from, ${now}::timestamptz)
      from device d
     where d.device_id = w.device_id and w.device_id = any(${deviceIds}::int[]) and w.worn_to is null
    returning w.user_id, d.office_id`.execute(db)

/**
 * Ends what ties devices to their office, whether they go to another one or for good: who wears them, what hangs on them,
 * the episodes that nothing would end any more, what they were told and have not taken yet. Readings stay, and so do
 * alerts, which keep their names and their handling. The devices' own rows are the caller's, who has locked them.
 */
export const leaveOffice = async (db: Db, deviceIds: readonly number[], now: Date): Promise<void> => {
  await freeze(db, deviceIds)
  await endEpisodes(db, sql`a.device_id = any(${deviceIds}::int[])`, now)
  const { rows: wears } = await endWears(db, deviceIds, now)
  await sql`
    update device d set linked_device_id = null, altitude_offset_cm = 0, altitude_zeroed_at = null, version = d.version + 1
     where d.linked_device_id = any(${deviceIds}::int[])`.execute(db)
  // A gateway or watcher of another office must not be named by the people of this one.
  await sql`
    update worker_state ws
       set gateway_id = case when ws.gateway_id = any(${deviceIds}::int[]) then null else ws.gateway_id end,
           wbgt_device_id = case when ws.wbgt_device_id = any(${deviceIds}::int[]) then null else ws.wbgt_device_id end
     where ws.gateway_id = any(${deviceIds}::int[]) or ws.wbgt_device_id = any(${deviceIds}::int[])`.execute(db)
  await sql`update device_state s set gateway_id = null where s.gateway_id = any(${deviceIds}::int[])`.execute(db)
  await sql`
    update downlink k set state = 'expired', next_try_at = null, owed_since = null, error = '機器が拠点を離れました'
     where k.device_id = any(${deviceIds}::int[]) and (k.state in ('pending', 'sent') or k.owed_since is not null)`.execute(db)
  const byOffice = Map.groupBy(wears, (row) => row.office_id)
  await announce(db, ...[...byOffice].map(([officeId, own]) => ({ officeId, userIds: own.map((row) => row.user_id) })))
}

/**
 * Puts a locked device that has left its office into another one: unlinked, on no map, and judged anew, since the heat and
 * the pressure it told of were the other office's.
 */
export const enterOffice = async (db: Db, deviceId: number, officeId: number): Promise<void> => {
  await sql`
    update device d
       set office_id = ${officeId}, map_id = null, position_x = null, position_y = null, latitude = null, longitude = null,
           linked_device_id = null, altitude_offset_cm = 0, altitude_zeroed_at = null
     where d.device_id = ${deviceId}`.execute(db)
  await sql`
    update device_state s
       set judge = null, gateway_id = null, signal = null, wave_level = null, latitude = null, longitude = null, wbgt = null,
           temperature = null, humidity = null, globe = null, heat_level = null, pressure = null, hook = null, altitude_cm = null,
           changed_in = pg_current_xact_id()
     where s.device_id = ${deviceId}`.execute(db)
}
