import { isDeepStrictEqual } from 'node:util'
import type { MapPlacement } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../organisation/announce.ts'
import type { Requester } from '../platform/audit.ts'
import type { Context, Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { recordAction } from './change.ts'
import { type DeviceWord, findSerial, type Found } from '../organisation/find-serial.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import type { DeviceKind } from './kind.ts'
import { lockOffices } from '../organisation/office-lock.ts'

/** Where a device stands on a map: percent of the drawing, or degrees; and whether it is drawn there. */
type Position = {
  readonly mapId: number | null
  readonly positionX: number | null
  readonly positionY: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly locationName: string | null
  readonly status: string
}

type Positioned = Position & {
  readonly company_id: number
  readonly device_id: number
  readonly office_id: number
  readonly kind: DeviceWord
  readonly serial: string
  readonly linked_device_id: number | null
  readonly keep_map_info: boolean
}

// A device placed without a position starts in the middle of the drawing, and people drag it from there.
const middle = { positionX: 50, positionY: 50 }
const nowhere = { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null, status: '0' }

/** Locks the named devices of locked offices and the devices linked with them. */
const lockFamilies = async (db: Db, found: readonly Found[]): Promise<Positioned[]> => {
  const [companyIds, deviceIds] = [found.map(({ companyId }) => companyId), found.map(({ deviceId }) => deviceId)]
  const { rows } = await sql<Positioned>`
    with family as (
      select d.company_id, family.device_id
        from unnest(${companyIds}::int[], ${deviceIds}::int[]) as named (company_id, device_id)
        join device d on d.company_id = named.company_id and d.device_id = named.device_id
       cross join lateral (values (d.device_id), (d.linked_device_id)) as family (device_id))
    select d.company_id, d.device_id, d.office_id, d.kind, d.serial, d.linked_device_id, d.keep_map_info, d.map_id as "mapId", d.position_x as "positionX",
           d.position_y as "positionY", d.latitude, d.longitude, d.location_name as "locationName", case when d.on_map then '1' else '0' end as status
      from device d
     where d.company_id = any(${companyIds}::int[])
       and ((d.company_id, d.device_id) in (select f.company_id, f.device_id from family f)
            or (d.company_id, d.linked_device_id) in (select f.company_id, f.device_id from family f))
     order by d.company_id, d.device_id for no key update`.execute(db)
  return rows
}

/** @throws Refusal 404 for a map that is not the device's own office's */
const keepMaps = async (db: Db, wanted: ReadonlyMap<number, Position>, standing: ReadonlyMap<number, Positioned>): Promise<void> => {
  const mapIds = [...new Set([...wanted.values()].map(({ mapId }) => mapId))].filter((mapId) => mapId !== null)
  if (mapIds.length === 0) return
  const companyIds = [...new Set([...standing.values()].map((device) => device.company_id))]
  const { rows } = await sql<{ map_id: number; office_id: number }>`
    select m.map_id, m.office_id from site_map m
     where m.company_id = any(${companyIds}::int[]) and m.map_id = any(${mapIds}::int[]) for key share`.execute(db)
  const officeOf = new Map(rows.map((map) => [map.map_id, map.office_id]))
  for (const [deviceId, { mapId }] of wanted)
    if (mapId !== null && officeOf.get(mapId) !== standing.get(deviceId)?.office_id) throw notFound()
}

/** The position a placement gives a device. Fields it leaves out stay; without a position the device is taken off the map and hidden. */
const positionOf = (
  device: Positioned,
  { mapId, positionX, positionY, latitude, longitude, locationName, status }: MapPlacement,
): Position => {
  const named = { locationName: locationName === undefined ? device.locationName : locationName }
  const map = mapId === undefined ? device.mapId : mapId
  const isTakenOff = mapId === null || (positionX === null && positionY === null && (latitude ?? null) === null)
  if (isTakenOff || map === null) return { ...nowhere, ...named }
  const isAdded = device.mapId !== map
  return {
    mapId: map,
    positionX: positionX === undefined ? (isAdded ? middle.positionX : device.positionX) : positionX,
    positionY: positionY === undefined ? (isAdded ? middle.positionY : device.positionY) : positionY,
    latitude: latitude === undefined ? device.latitude : latitude,
    longitude: longitude === undefined ? device.longitude : longitude,
    status: status ?? (isAdded ? '1' : device.status),
    ...named,
  }
}

const spotOf = ({ mapId, positionX, positionY, latitude, longitude }: Position) => ({ mapId, positionX, positionY, latitude, longitude })
const placed = (device: Position): Position => ({ ...spotOf(device), locationName: device.locationName, status: device.status })

/**
 * The heat watcher and gateways linked with a device that moved; they take its position. A gateway that keeps its own
 * position neither follows nor moves others.
 */
const followersOf = (device: Positioned, family: readonly Positioned[]): Positioned[] => {
  const watcherId =
    device.kind === 'heat' ? device.device_id : device.kind === 'gateway' && !device.keep_map_info ? device.linked_device_id : null
  if (watcherId === null) return []
  return family.filter(
    (other) =>
      other !== device &&
      (other.device_id === watcherId || (other.kind === 'gateway' && other.linked_device_id === watcherId && !other.keep_map_info)),
  )
}

/** The new position of every device: a named device gets its own, and devices linked with it follow unless they are named too. */
const settle = (family: readonly Positioned[], wanted: ReadonlyMap<number, Position>): Map<Positioned, Position> => {
  const settled = new Map<Positioned, Position>()
  for (const device of family) {
    const place = wanted.get(device.device_id)
    if (place !== undefined && !isDeepStrictEqual(placed(device), place)) settled.set(device, place)
  }
  const moved = [...settled].filter(([device, place]) => place.mapId !== null && !isDeepStrictEqual(spotOf(device), spotOf(place)))
  for (const [device, place] of moved)
    for (const follower of followersOf(device, family))
      if (!settled.has(follower))
        settled.set(follower, { ...placed(follower), ...spotOf(place), status: follower.mapId === null ? '1' : follower.status })
  return settled
}

const write = (db: Db, { company_id: companyId, device_id: deviceId }: Positioned, place: Position) =>
  sql`
  update device d
     set map_id = ${place.mapId}, position_x = ${place.positionX}, position_y = ${place.positionY}, latitude = ${place.latitude},
         longitude = ${place.longitude}, location_name = ${place.locationName}, on_map = ${place.status === '1'}, version = d.version + 1
   where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)

const resources: Record<DeviceWord, DeviceKind['resource']> = {
  vital: 'device',
  belt: 'device',
  heat: 'heatWatcher',
  gateway: 'gateway',
  barometer: 'barometer',
}

const recordMoves = async (
  db: Db,
  requester: Requester,
  now: Date,
  offices: ReadonlyMap<number, OfficeKey>,
  settled: ReadonlyMap<Positioned, Position>,
): Promise<void> => {
  for (const [device, place] of settled) {
    const office = offices.get(device.office_id)
    if (office === undefined) continue
    await recordAction(db, requester, now, { resource: resources[device.kind] }, office, device.serial, {
      action: 'update',
      before: placed(device),
      after: place,
    })
  }
  for (const office of offices.values())
    await announce(db, {
      ...office,
      deviceIds: [...settled.keys()].filter(({ office_id }) => office_id === office.officeId).map(({ device_id }) => device_id),
    })
}

/**
 * Puts devices of one kind on maps, or takes them off. Where one moves, the linked watcher and
 * gateways move along.
 * @throws Refusal 404 for a device out of scope or a map of another office, 400 for a serial that names several
 */
export const placeDevices = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  kind: Pick<DeviceKind, 'words'>,
  placements: readonly MapPlacement[],
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const found = []
    for (const placement of placements)
      found.push({
        ...(await findSerial(trx, requester.actor, kind, { serial: placement.serialNumber, officeId: placement.officeId })),
        placement,
      })
    const offices = await lockOffices(
      trx,
      requester.actor,
      found.map(({ officeId }) => officeId),
    )
    const family = await lockFamilies(trx, found)
    const standing = new Map(family.map((device) => [device.device_id, device]))
    const wanted = new Map<number, Position>()
    for (const { deviceId, officeId, placement } of found) {
      const device = standing.get(deviceId)
      // Deleted or moved to another office since it was found.
      if (device === undefined || device.office_id !== officeId) throw notFound()
      wanted.set(deviceId, positionOf(device, placement))
    }
    await keepMaps(trx, wanted, standing)
    const settled = settle(family, wanted)
    for (const [device, place] of settled) await write(trx, device, place)
    await recordMoves(trx, requester, clock(), offices, settled)
  })
