import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { inOrderOfCompanies } from '../../shared/organisation/company-of.ts'
import type { DeviceWord, MatchedDevice } from '../../shared/organisation/find-serial.ts'

/** The place of a device on a map: percent of the drawing, and degrees. */
export type Spot = {
  readonly mapId: number | null
  readonly positionX: number | null
  readonly positionY: number | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** The same, with what its place is called and whether it is drawn there. */
export type Position = Spot & { readonly locationName: string | null; readonly status: string }

export type Positioned = Position & {
  readonly companyId: number
  readonly deviceId: number
  readonly officeId: number
  readonly kind: DeviceWord
  readonly serial: string
  readonly version: number
  readonly linkedDeviceId: number | null
  readonly keepMapInfo: boolean
}

const spotOf = ({ mapId, positionX, positionY, latitude, longitude }: Spot): Spot => ({ mapId, positionX, positionY, latitude, longitude })

/** What a placement decides of a device, as it is now. */
export const placementOf = (device: Position): Position => ({
  ...spotOf(device),
  locationName: device.locationName,
  status: device.status,
})

/** Locks the named devices of locked offices and the devices linked with them. */
export const lockFamilies = async (db: Db, found: readonly MatchedDevice[]): Promise<Positioned[]> => {
  const families: Positioned[] = []
  for (const [companyId, own] of inOrderOfCompanies(found)) families.push(...(await lockFamiliesOf(db, companyId, own)))
  return families
}

const lockFamiliesOf = async (db: Db, companyId: number, found: readonly MatchedDevice[]): Promise<Positioned[]> => {
  const { rows } = await sql<Positioned>`
    with family as (
      select family.device_id
        from device d cross join lateral (values (d.device_id), (d.linked_device_id)) as family (device_id)
       where d.company_id = ${companyId} and d.device_id = any(${found.map(({ deviceId }) => deviceId)}::int[]))
    select d.company_id as "companyId", d.device_id as "deviceId", d.office_id as "officeId", d.kind, d.serial, d.version,
           d.linked_device_id as "linkedDeviceId", d.keep_map_info as "keepMapInfo", d.map_id as "mapId",
           d.position_x as "positionX", d.position_y as "positionY", d.latitude, d.longitude, d.location_name as "locationName",
           case when d.on_map then '1' else '0' end as status
      from device d
     where d.company_id = ${companyId}
       and (d.device_id in (select f.device_id from family f) or d.linked_device_id in (select f.device_id from family f))
     order by d.device_id for no key update`.execute(db)
  return rows
}

/**
 * The heat watcher and gateways at the place of a device. A gateway that keeps its own position neither follows
 * nor moves others.
 */
const followersOf = (device: Positioned, family: readonly Positioned[]): Positioned[] => {
  const watcherId =
    device.kind === 'heat' ? device.deviceId : device.kind === 'gateway' && !device.keepMapInfo ? device.linkedDeviceId : null
  if (watcherId === null) return []
  return family.filter(
    (other) =>
      other !== device &&
      (other.deviceId === watcherId || (other.kind === 'gateway' && other.linkedDeviceId === watcherId && !other.keepMapInfo)),
  )
}

/**
 * The new position of every device: a named device gets its own, and devices linked with it follow unless they are named
 * too. One that was named and stays, while what it is linked to moves away, is among them: anyone who read it before must not
 * bring the other back unseen.
 */
export const settle = (family: readonly Positioned[], wanted: ReadonlyMap<number, Position>): Map<Positioned, Position> => {
  const settled = new Map<Positioned, Position>()
  for (const device of family) {
    const place = wanted.get(device.deviceId)
    if (place !== undefined && !isDeepStrictEqual(placementOf(device), place)) settled.set(device, place)
  }
  const moved = [...settled].filter(([device, place]) => place.mapId !== null && !isDeepStrictEqual(spotOf(device), spotOf(place)))
  for (const [device, place] of moved)
    for (const follower of followersOf(device, family))
      if (!settled.has(follower))
        settled.set(
          follower,
          wanted.has(follower.deviceId)
            ? placementOf(follower)
            : { ...placementOf(follower), ...spotOf(place), status: follower.mapId === null ? '1' : follower.status },
        )
  return settled
}
